import { basename } from 'node:path'
import { requireListModel } from '@rankwright/core/models'
import type { OptionTable } from '@rankwright/core/options'
import { type ExportReport, exportModel, exportReport, exportTargets, sqlDialects } from '@rankwright/export'
import { readModel } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { compilerRunner } from '../compilerRunner.ts'
import { dataOptions, readData } from '../data.ts'
import { duckDbRunner } from '../duckDbRunner.ts'
import { tableReading } from '../modelColumns.ts'
import { onnxRuntime } from '../onnxRuntime.ts'
import { counted, readable } from '../terminal/numbers.ts'
import { paragraph } from '../terminal/paragraph.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const exportOptions = {
  to: { kind: 'choice', of: exportTargets, required: true, doc: 'What the model is for; elasticsearch is for OpenSearch too.' },
  out: { kind: 'text', placeholder: 'FILE', required: true, doc: 'Where it goes; - is standard output.' },
  name: { kind: 'text', placeholder: 'NAME', leftOut: 'the name of its file', doc: 'What the model is called there.' },
  store: { kind: 'text', placeholder: 'NAME', with: { to: 'solr' }, leftOut: 'none is named', doc: 'The feature store of the model.' },
  dialect: { kind: 'choice', of: sqlDialects, default: 'duckdb', with: { to: 'sql' }, doc: 'Whose SQL it is.' },
  probe: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    leftOut: 'rows that are made up',
    doc: 'Rows to compare the export with the model on, beside those that are made up.',
  },
  acceptLimits: {
    kind: 'flag',
    doc: 'Write it although the target, which neither clips nor fills in missing values, scores some probe rows differently.',
  },
  ...dataOptions,
} as const satisfies OptionTable

export const exporting = command({
  summary: 'Write a model for other software, and check that it gives the same scores there.',
  inputs: { model: 'Model file.' },
  options: exportOptions,
  usage: [`MODEL --to ${exportTargets.join('|')} --out FILE`],
  example: 'rankwright export model.json --to solr --out solr-model.json',
  reads: ['model', 'probe'],
  data: { probe: 'test' },
  writes: {
    out: (path, { options }) => [
      { path, holds: options.to },
      ...(options.to === 'js' && path !== '-' ? [{ path: typesBeside(path), holds: 'types' as const }] : []),
    ],
  },
  async run({ model: path, options }, around): Promise<Answer<ExportReport>> {
    const { to, out, store, dialect, probe, acceptLimits } = options
    if (acceptLimits && probe === undefined)
      throw new UsageError('--accept-limits goes with --probe DATA: without rows nothing is refused.')
    const model = requireListModel(await readModel(path), path)
    const lists = probe === undefined ? undefined : await readData(probe, options, around, tableReading(model))
    const name = options.name ?? (basename(path).replace(/(\.json)?(\.gz)?$/i, '') || 'rankwright')
    around.progress({ stage: 'comparing', done: 0 })
    const runner = to === 'onnx' ? await onnxRuntime() : undefined
    const sqlRunner = to === 'sql' ? await duckDbRunner() : undefined
    const cRunner = to === 'c' ? compilerRunner() : undefined
    const exported = await exportModel(model, {
      to,
      name,
      ...(store !== undefined && { store }),
      ...(lists && { probe: lists, acceptLimits }),
      ...(runner && { onnxRunner: runner }),
      ...(to === 'sql' && { dialect }),
      ...(sqlRunner && { sqlRunner }),
      ...(cRunner && { cRunner }),
    })
    await around.outputs.write(out, [exported.content])
    const types = exported.types === undefined || out === '-' ? undefined : typesBeside(out)
    if (types !== undefined) await around.outputs.write(types, [exported.types!])
    const report = exportReport(exported, out, types)
    if (around.json || around.outputs.toStandardOutput) for (const limit of report.limits) around.note(`note: ${limit}`)
    return { document: report, text: (style) => exportText(report, style) }
  },
})

/** Where TypeScript looks for the types of a module: model.d.mts for model.mjs. */
function typesBeside(out: string): string {
  const ending = /\.([cm]?)js$/.exec(out)
  return ending === null ? `${out}.d.ts` : `${out.slice(0, ending.index)}.d.${ending[1]}ts`
}

function exportText({ target, out, types, parity, missing, limits }: ExportReport, { columns, bold }: Style): string {
  const { rows, maxDifference, spread, checkedIn } = parity
  const where = checkedIn === 'emulation' ? `an emulation of ${target}` : checkedIn
  const ownBranch = missing.policy === 'own-branch'
  const among = ownBranch && missing.by === 'caller' ? 'none with missing values' : 'missing values among them'
  const sections = [
    `${bold(`${target} model`)} written to ${out}${types === undefined ? '' : `, its types to ${types}`}`,
    ...paragraphOf(
      `Compared on ${counted(rows, 'row')} in ${where}, ${among}: scores differ by ${readable(maxDifference, 2)} at most and spread over ${readable(spread)}.`,
      columns,
    ),
    ...limits.flatMap((limit) => paragraphOf(`Mind: ${limit.replace(', see missing.fill', '')}.`, columns)),
  ]
  const fill = Object.entries(missing.fill ?? {})
  if (fill.length > 0) {
    const shown = fill.slice(0, 20).map(([feature, value]) => [feature, String(value)])
    const more = fill.length > shown.length ? `\n  and ${fill.length - shown.length} more; --json lists all` : ''
    sections.push(`${textTable(['feature', 'when missing'], ['left', 'right'], shown)}${more}`)
  } else if (ownBranch) {
    if (missing.by === 'itself') sections.push('A missing value goes the way that the model has for it there too.')
  } else sections.push(`A missing value counts as ${missing.policy === 'mean' ? "the feature's mean in training" : '0'} there too.`)
  return `${sections.join('\n\n')}\n`
}

function paragraphOf(text: string, columns: number): string[] {
  return [paragraph(text, columns).join('\n')]
}
