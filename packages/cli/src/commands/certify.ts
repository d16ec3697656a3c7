import { type Certified, certify as certifyModel, finishLater, type ListModel } from '@rankwright/core'
import { keptServingOptions } from '@rankwright/core/abstention'
import { certifyHeld, certifyOptions, requireNoRows } from '@rankwright/core/guarantees'
import { parseMetric } from '@rankwright/core/metrics'
import { isListModel, requireLine } from '@rankwright/core/models'
import { flagName, type OptionsOf, type OptionTable, type Resolved } from '@rankwright/core/options'
import type { EngineReport } from '@rankwright/core/reports'
import { readModel, runtimeFor } from '@rankwright/node'
import { certifiedPage } from '../certifiedPage.ts'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { engineOption, refuseWithEngine, withEngine } from '../engines.ts'
import { judgedColumns } from '../modelColumns.ts'
import { firstLineNote } from '../ontology.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { trainedOnOption } from '../trainedOnOption.ts'
import { UsageError } from '../usageError.ts'

const certificateOptions = {
  ...trainedOnOption,
  heldOut: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    leftOut: 'there is no held-out bound',
    doc: 'Lists that had no part in training or tuning.',
  },
  against: {
    kind: 'text',
    placeholder: 'MODEL',
    leftOut: 'scores that are all 0',
    doc: 'f* of Theorem 5, for ontology models: a model of the same terms and kernel that does not depend on the sample.',
  },
  ...certifyOptions,
  ...keptServingOptions,
  theory: {
    kind: 'flag',
    doc: 'Print every theorem with its assumptions, terms and constants, and why others do not apply. JSON holds them in any case.',
  },
  ...reportOption,
  ...engineOption,
  ...dataOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof certificateOptions>
type Given = OptionsOf<typeof certificateOptions>

export const certify = command({
  summary: 'Say what can be guaranteed about a model on new lists.',
  inputs: { model: 'Model file.' },
  options: certificateOptions,
  usage: ['MODEL --train DATA --held-out DATA', 'ONTOLOGY-MODEL'],
  reads: ['model', 'train', 'heldOut', 'against'],
  writes: { report: 'report' },
  data: { train: 'train', heldOut: 'test' },
  example: 'rankwright certify model.json --train train.txt --held-out test.txt --delta 0.05',
  async run({ model: path, options, given }, around): Promise<Answer<Certified>> {
    const { delta, metrics, joint, abstainRadius, printed, gamma } = options
    metrics.forEach(parseMetric)
    const model = await readModel(path)
    const { ties, seed, decideAll } = given
    const serving = { ...(ties !== undefined && { ties }), ...(seed !== undefined && { seed }), ...(decideAll && { decideAll }) }
    const asked = Object.keys(serving)
    if (asked.length > 0 && (options.heldOut === undefined || !isListModel(model)))
      throw new UsageError(
        `--${flagName(asked[0])} says how held-out lists are served: give a model that scores lists and --held-out DATA.`,
      )
    if (!isListModel(model)) {
      requireLine(model, path)
      const about = firstLineNote(model)
      if (about !== undefined) around.note(about)
      if ((options.train ?? options.heldOut ?? options.engine) !== undefined)
        throw new UsageError('An ontology model keeps its sample and its terms: leave out --train, --held-out and --engine.')
      const found = certifyModel(model, {
        delta,
        printed,
        ...(gamma !== undefined && { gamma }),
        ...(joint && { joint }),
        ...(abstainRadius !== undefined && { abstainRadius }),
        ...(options.against !== undefined && { against: requireLine(await readModel(options.against), options.against) }),
      })
      return answerOf(path, around.spelled(found), options, around)
    }
    if ((options.against ?? gamma) !== undefined) throw new UsageError('--against and --gamma are about ontology models: leave them out.')
    if (options.engine !== undefined) return certifyOnEngine(options.engine, path, model, options, given, around)
    if (options.train === undefined && options.heldOut === undefined) throw new UsageError('Give --train DATA, --held-out DATA or both.')
    const columns = judgedColumns(model, options)
    const train = options.train === undefined ? undefined : await readData(options.train, columns.options, around, columns.reading)
    const heldOut = options.heldOut === undefined ? undefined : await readData(options.heldOut, columns.options, around, columns.reading)
    around.progress({ stage: heldOut === undefined ? 'bounding' : 'measuring', done: 0 })
    const { runtime, close } = runtimeFor()
    try {
      const data = { ...(train && { train }), ...(heldOut && { heldOut, serving }) }
      const certified = around.spelled(certifyModel(model, { ...choiceOf(options, around), ...data }, runtime))
      tellNotes(certified, around)
      return await answerOf(path, certified, options, around)
    } finally {
      close()
    }
  },
})

/** With held-out lists that an engine has packed. */
function certifyOnEngine(
  name: string,
  path: string,
  model: ListModel,
  options: Options,
  given: Given,
  outer: Surroundings,
): Promise<Answer<Certified & { readonly engine: EngineReport }>> {
  refuseWithEngine(given, { train: '--train', decideAll: '--decide-all', ties: '--ties', seed: '--seed' })
  const { heldOut } = options
  if (heldOut === undefined) throw new UsageError('With --engine, give --held-out DATA.')
  requireNoRows(model)
  const columns = judgedColumns(model, options)
  return withEngine(name, undefined, outer, async (engine, around) => {
    const { parts, lists } = await engine.pack(heldOut, columns.options, columns.reading)
    around.progress({ stage: 'measuring', done: 0 })
    const { runtime, close } = runtimeFor()
    try {
      const certifying = certifyHeld(model, { ...choiceOf(options, around), heldOut: lists }, runtime)
      const certified = around.spelled(await finishLater(certifying))
      tellNotes(certified, around)
      return await answerOf(path, { ...certified, engine: engine.report(parts) }, options, around)
    } finally {
      close()
    }
  })
}

function choiceOf({ delta, metrics, profile, joint, abstainRadius, printed }: Options, around: Surroundings) {
  const onProgress = (done: number, total: number) => around.progress({ stage: 'bounding', done, total })
  return { delta, metrics, profile, joint, abstainRadius, printed, onProgress }
}

function tellNotes({ notes }: Certified, around: Surroundings): void {
  for (const note of notes) around.note(`note: ${note}`)
}

async function answerOf<Document extends Certified>(
  path: string,
  certified: Document,
  { theory, report }: Options,
  around: Surroundings,
): Promise<Answer<Document>> {
  await addReport(report, () => ({ kind: 'certificate', name: fileTitle(path), report: certified }), around)
  return { document: certified, text: (style) => certifiedPage(certified, style, theory) }
}
