import { abstain as measure, obeying } from '@rankwright/core'
import { ruleOptions } from '@rankwright/core/abstention'
import { type AbstentionRule, requireListModel, rowOf } from '@rankwright/core/models'
import type { OptionTable } from '@rankwright/core/options'
import { type AbstainDocument, abstainDocument } from '@rankwright/core/reports'
import { readModel, readPreferredPairs, runtimeFor, writeModel } from '@rankwright/node'
import { abstainPage } from '../abstainPage.ts'
import { type Answer, command } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { judgedColumns } from '../modelColumns.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { UsageError } from '../usageError.ts'

const abstainCommandOptions = {
  ...ruleOptions,
  preferences: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'pairs are those of different labels',
    doc: 'CSV of pairs, list,preferred,other: judge by these pairs of items of DATA, whose labels are then ignored.',
  },
  out: {
    kind: 'text',
    placeholder: 'MODEL',
    leftOut: 'nothing is stored',
    doc: 'Where a copy of the model goes that keeps the rule: the one chosen or guaranteed, or a single threshold that is given. With --rule probability alone, only P(A above B) is calibrated.',
  },
  ...reportOption,
  ...dataOptions,
} as const satisfies OptionTable

export const abstain = command({
  summary: 'Show what it costs and saves to leave pairs or lists undecided, and choose a rule.',
  inputs: {
    model: 'Model file.',
    data: { doc: 'Labelled lists that the model was not trained on: files, folders or patterns.', some: true },
  },
  options: abstainCommandOptions,
  usage: [
    'MODEL DATA --rule RULE --thresholds T,… --costs C,…',
    'MODEL DATA --rule RULE --choose --cost C --out MODEL2',
    'MODEL DATA --rule RULE --guarantee ALPHA --out MODEL2',
  ],
  example:
    'rankwright abstain model.json vali.txt --rule margin --choose --cost 0.1 --out careful.json\nrankwright abstain model.json vali.txt --rule list --risk worse --guarantee 0.2\nrankwright abstain model.json test.txt --radii 0,0.3,0.5 --costs 0.1,0.3 --norm inf',
  reads: ['model', 'data', 'preferences'],
  data: { data: 'vali' },
  writes: { out: 'model', report: 'report' },
  async run({ model: path, data, options, given }, around): Promise<Answer<AbstainDocument>> {
    const { preferences: file, out } = options
    const named = options.choose || options.guarantee !== undefined || given.thresholds?.length === 1 || calibrates(options.rule)
    if (out !== undefined && !named)
      throw new UsageError('--out needs a rule to store: give --choose --cost C, --guarantee ALPHA, or a single one of --thresholds.')
    const model = requireListModel(await readModel(path), path)
    const columns = judgedColumns(model, options)
    const lists = await readData(data, columns.options, around, { unlabelled: file !== undefined, ...columns.reading })
    const preferences = file === undefined ? {} : { preferences: await readPreferredPairs(file, lists) }
    around.progress({ stage: 'judging', done: 0 })
    const onRun = (done: number) => around.progress({ stage: 'judging', done, total: options.runs })
    const { runtime, close } = runtimeFor()
    try {
      const { rule, thresholds, costs, radii, norm, pairs, runs, seed, choose, cost, guarantee, delta, risk, cutoff, calibrate } = given
      const asked = { rule, thresholds, costs, radii, norm, pairs, runs, seed, choose, cost, guarantee, delta, risk, cutoff, calibrate }
      const report = measure(model, lists, { ...asked, ...preferences, onRun }, runtime)
      const known = ('calibration' in report && report.calibration !== undefined) || report.stored !== undefined
      const written = out !== undefined && known ? out : undefined
      if (written !== undefined) await writeModel(obeying(model, report), written, { outputs: around.outputs })
      if (out !== undefined && report.stored === undefined) around.note(nothingStored(guarantee !== undefined, written))
      await addReport(options.report, () => ({ kind: 'abstention', name: `${fileTitle(path)} on ${fileTitle(...data)}`, report }), around)
      return { document: abstainDocument(report, written), text: (style) => (out === '-' ? '' : abstainPage(report, written, style)) }
    } finally {
      close()
    }
  },
})

function nothingStored(guaranteed: boolean, written: string | undefined): string {
  const why = guaranteed ? 'no threshold passed, so no rule is stored' : 'nothing was chosen, so no rule is stored'
  return `note: ${why}${written === undefined ? ' and no model is written' : '; the model keeps the new calibration'}`
}

/** Whether a rule is worth storing a calibration for, even if nothing is chosen. */
function calibrates(rule: AbstentionRule['rule']): boolean {
  const { needsCalibration, leaves } = rowOf(rule)
  return needsCalibration && leaves === 'pairs'
}
