import type { Comparison } from '@rankwright/core'
import type { Run } from '@rankwright/core/data'
import { compareOptions, compareRuns, fuseOptions, fuseRuns } from '@rankwright/core/evaluation'
import { parseMetric } from '@rankwright/core/metrics'
import { type OptionTable, onlyWith, type Resolved } from '@rankwright/core/options'
import type { FuseReport } from '@rankwright/core/reports'
import { readQrels, readRun, writeRun } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { comparisonText, withoutLists } from '../comparisonText.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const { metric, profile } = compareOptions

const fuseCommandOptions = {
  ...fuseOptions,
  out: { kind: 'text', required: true, placeholder: 'RUN', doc: 'Where the run goes; - is standard output.' },
  tag: { kind: 'text', default: 'rankwright', placeholder: 'NAME', doc: 'The name of the run, in its last column.' },
  qrels: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'runs are joined, and nothing is measured',
    doc: 'TREC judgements: compares the joined run with those that it was made of.',
  },
  ...onlyWith({ qrels: true }, { metric, profile, ...reportOption }),
} as const satisfies OptionTable

export const fuse = command({
  summary: 'Join several TREC runs into one.',
  inputs: { runs: { doc: 'TREC runs, two or more.', many: true } },
  options: fuseCommandOptions,
  example:
    'rankwright fuse words.run vectors.run --out both.run\nrankwright fuse words.run vectors.run --how combsum --weights 2,1 --qrels judged.qrels --out both.run',
  reads: ['runs', 'qrels'],
  writes: { out: 'run', report: 'report' },
  async run({ runs: paths, options }, around): Promise<Answer<FuseReport>> {
    const { how, k, weights, top, out, tag } = options
    if (paths.length < 2) throw new UsageError('Give two or more runs.')
    const runs: Run[] = []
    for (const path of paths) runs.push(await readRun(path))
    const fused = fuseRuns(runs, { how, ...(k !== undefined && { k }), ...(weights && { weights }), ...(top !== undefined && { top }) })
    const comparison = await compared(paths, runs, fused, options, around)
    await writeRun(fused, out, tag, { outputs: around.outputs })
    let documents = 0
    for (const answer of fused.values()) documents += answer.size
    const joined = `${counted(paths.length, 'run')} joined: ${counted(fused.size, 'topic')}, ${counted(documents, 'document')} written to ${out}\n`
    return {
      document: { runs: paths, how, topics: fused.size, documents, out, ...(comparison && { comparison: withoutLists(comparison) }) },
      text: (style) => (comparison === undefined ? joined : `${joined}\n${comparisonText(comparison, style)}`),
    }
  },
})

/** The joined run and those it was made of, on judged topics; as a page too, if that was asked for. */
async function compared(
  paths: readonly string[],
  runs: readonly Run[],
  fused: Run,
  { qrels: file, metric, profile, report, out }: Resolved<typeof fuseCommandOptions>,
  around: Surroundings,
): Promise<Comparison | undefined> {
  if (file === undefined) return undefined
  if (metric !== undefined) parseMetric(metric)
  if (new Set(paths).size < paths.length) throw new UsageError('A run is given twice; to compare, give each once and --weights.')
  const contenders = new Map([[out === '-' ? 'joined' : out, fused], ...paths.map((path, place) => [path, runs[place]] as const)])
  const comparison = compareRuns(await readQrels(file), contenders, {
    ...(metric !== undefined && { metric }),
    ...(profile !== undefined && { profile }),
    perList: report !== undefined,
    onProgress: (done, total) => around.progress({ stage: 'comparing', done, total }),
  })
  for (const note of comparison.notes) around.note(`note: ${note}`)
  await addReport(report, () => ({ kind: 'comparison', name: fileTitle(...contenders.keys()), report: comparison }), around)
  return comparison
}
