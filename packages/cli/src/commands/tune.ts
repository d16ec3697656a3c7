import { finish, type MethodName, methodNames, methods, type RankingLists, type TrainerResult, type TuneTrial } from '@rankwright/core'
import { parseMetric } from '@rankwright/core/metrics'
import { describeOptions, flagName, type OptionSpec, type OptionTable, type Resolved, runtimeOptions } from '@rankwright/core/options'
import { edgeText, gridEdges, type TuneOutcome, type TuneReport, tuneReport } from '@rankwright/core/reports'
import { isTriedByDefault, refit, type TunableValue, tuneOptions } from '@rankwright/core/trainers'
import { type Tuned, tuneInWorkers, writeModel } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { rawDataOptions, readData, trainingTable } from '../data.ts'
import { engineOption, engineText } from '../engines.ts'
import { methodVariants } from '../methodVariants.ts'
import { openRuntime } from '../openRuntime.ts'
import { partsLeftOut } from '../partsLeftOut.ts'
import { refuseIdleCompute } from '../refuseIdleCompute.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { counted, decimals, readable, seconds as secondsText } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

const tuneCommandOptions = {
  method: { kind: 'choice', of: methodNames, required: true, doc: 'What to tune; the help says what each method does.' },
  ...tuneOptions,
  out: {
    kind: 'text',
    placeholder: 'MODEL',
    leftOut: 'none is trained',
    doc: 'Where a model trained on all lists with the best options goes.',
  },
  seed: { ...tuneOptions.seed, doc: 'Seed of the folds, and of the method if it draws something.' },
  threads: {
    kind: 'integer',
    atLeast: 1,
    atMost: 256,
    leftOut: 'one per core',
    doc: 'Threads for all folds together.',
  },
  ...reportOption,
  compute: runtimeOptions.compute,
  ...engineOption,
  ...rawDataOptions,
} as const satisfies OptionTable

/** Options that `tune` does not have: no validation lists to stop on, no model to start from, and it has its own seed. */
const notHere: ReadonlySet<string> = new Set(['earlyStop', 'start', 'seed'])

export const tune = command({
  summary: 'Choose the options of a method by cross-validation.',
  inputs: { data: { doc: 'Labelled lists: files, folders of them, or patterns.', some: true } },
  options: tuneCommandOptions,
  variants: methodVariants(listTable),
  usage: ['DATA… --method METHOD'],
  example: 'rankwright tune train.txt --method listnet --lambda 0.1,0.01,0.001 --out model.json',
  reads: ['data', 'schema'],
  data: { data: 'train' },
  writes: { out: 'model', report: 'report' },
  async run({ data, options, given, variantOptions }, around): Promise<Answer<TuneReport>> {
    const { method, folds, halving, metric, profile, seed, out, threads, compute } = options
    parseMetric(metric) // report a misspelt name before reading the data
    const table: OptionTable = methods[method].options
    const { fixed, grid } = choices(table, variantOptions)
    refuseIdleCompute(
      method,
      { ...fixed, ...(grid['hypothesis']?.some((value) => value === 'network') && { hypothesis: 'network' }) },
      compute,
    )
    const seeded = given.seed !== undefined ? { ...fixed, seed } : fixed
    const asked = { method, fixed: seeded, grid, ...(folds !== undefined && { folds }), ...(halving && { halving }), metric, profile, seed }
    if (options.engine !== undefined) {
      const { tuneOnEngine } = await import('../tuneOnEngine.ts')
      const outcome = await tuneOnEngine(options.engine, data, asked, options, await trainingTable(given), around)
      return answerOf(outcome, data, options, around)
    }
    const lists = await readData(data, options, around, { ...(await trainingTable(given)), keepCells: true })
    const start = performance.now()
    const tuned = await tuneInWorkers(lists, asked, { ...(threads !== undefined && { threads }), compute, onProgress: around.progress })
    if (out !== undefined) await writeModel((await refitted(lists, tuned, options, around)).model, out, { outputs: around.outputs })
    const seconds = (performance.now() - start) / 1000
    const { plan, result } = tuned
    return answerOf({ result, profile, folds: partsLeftOut(plan), seconds, ...(out !== undefined && { out }) }, data, options, around)
  },
})

async function answerOf(
  outcome: TuneOutcome,
  data: readonly string[],
  { method, report }: Pick<Resolved<typeof tuneCommandOptions>, 'method' | 'report'>,
  around: Surroundings,
): Promise<Answer<TuneReport>> {
  for (const { failed } of outcome.result.trials) if (failed !== undefined) around.note(`note: a trial failed: ${failed}`)
  const { best, trials } = outcome.result
  for (const edge of gridEdges(method, best, trials)) around.note(`note: ${edgeText(edge)}`)
  const document = tuneReport(outcome)
  await addReport(report, () => ({ kind: 'tuning', name: `${method} on ${fileTitle(...data)}`, report: document }), around)
  return { document, text: (style) => tuningText(outcome, style) }
}

/** The options of a method, each of them taking several values with commas between where that makes sense. */
function listTable(table: OptionTable, method: MethodName): OptionTable {
  const rows = Object.entries(table).filter(([option]) => !notHere.has(option))
  return Object.fromEntries(rows.map(([option, spec]) => [option, listSpec(method, option, spec)]))
}

function listSpec(method: MethodName, option: string, spec: OptionSpec): OptionSpec {
  switch (spec.kind) {
    case 'number':
    case 'integer':
    case 'number-or-word':
      return { kind: 'texts', placeholder: 'X,Y,…', ...several(method, option, spec) }
    case 'choice':
      return { kind: 'texts', placeholder: spec.of.join(','), ...several(method, option, spec) }
    default:
      return spec
  }
}

/** What is tried of an option that is not given. */
function several(method: MethodName, option: string, spec: OptionSpec) {
  const [{ whenLeftOut }] = describeOptions({ [option]: spec })
  const one = whenLeftOut.kind === 'value' ? whenLeftOut.value : whenLeftOut.kind === 'error' ? 'it has to be given' : whenLeftOut.says
  const leftOut = isTriedByDefault(method, option) ? 'several values are tried' : one
  return {
    leftOut,
    doc: spec.doc,
    ...(spec.with !== undefined && { with: spec.with }),
    ...(spec.aliases !== undefined && { aliases: spec.aliases }),
  }
}

/** Options with one value are fixed, those with several are varied. */
function choices(table: OptionTable, given: Readonly<Record<string, unknown>>) {
  const fixed: Record<string, TunableValue | readonly string[]> = {}
  const grid: Record<string, readonly TunableValue[]> = {}
  for (const [option, value] of Object.entries(given)) {
    const spec = table[option]
    if (spec.kind === 'texts' || !Array.isArray(value)) fixed[option] = value as TunableValue | readonly string[]
    else {
      const values = value.map((text: string) => valueFrom(spec, text))
      if (values.length === 1) fixed[option] = values[0]
      else grid[option] = values
    }
  }
  return { fixed, grid }
}

/** A number where the option takes one; whether it may be that number, or that word, the method says. */
function valueFrom({ kind }: OptionSpec, text: string): TunableValue {
  return kind !== 'choice' && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : text
}

async function refitted(
  lists: RankingLists,
  { plan, result }: Tuned,
  runtimeGiven: Parameters<typeof openRuntime>[0],
  around: Surroundings,
): Promise<TrainerResult> {
  const { runtime, close } = openRuntime(runtimeGiven, around)
  try {
    const trained = finish(refit(lists, plan, result, runtime), around.progress)
    for (const note of trained.notes) around.note(`note: ${note}`)
    return trained
  } finally {
    close()
  }
}

function tuningText({ result, folds, seconds, out, engine }: TuneOutcome, style: Style): string {
  const { method, metric, by, best, trials } = result
  const { bold, good } = style
  const options = Object.keys(best.options)
  const byFolds = by === 'folds'
  const shown = (trial: TuneTrial) => options.map((option) => readableValue(trial.options[option]))
  const measured = trials.filter(({ leftOutAfter }) => leftOutAfter === undefined)
  const rows = measured.map((trial) => {
    const known = trial.folds.filter((value) => !Number.isNaN(value))
    const range = known.length === 0 ? 'n/a' : `${decimals(Math.min(...known))} to ${decimals(Math.max(...known))}`
    const verdict = trial === best ? good('best') : trial.failed === undefined ? '' : 'failed'
    return [...shown(trial), decimals(trial.score), ...(byFolds ? [range] : []), verdict]
  })
  const chosen = options.map((option) => `${flagName(option)} ${readableValue(best.options[option])}`).join(', ')
  const parts = byFolds ? `on ${counted(folds, 'fold')}` : `with each of ${counted(folds, 'list')} left out in turn`
  const sections = [
    `${bold(method)}: ${counted(trials.length, 'trial')} ${parts} in ${secondsText(seconds)}`,
    textTable(
      [...options.map(flagName), metric, ...(byFolds ? ['over the folds'] : []), ''],
      [...options.map(() => 'right' as const), 'right', ...(byFolds ? ['left' as const] : []), 'left'],
      rows,
    ),
    ...(measured.length === trials.length
      ? []
      : [`${counted(trials.length - measured.length, 'other trial')} did worse on the first folds and went no further; --json lists them`]),
    chosen === '' ? `${metric} ${decimals(best.score)}` : `Best: ${chosen}, with ${metric} ${decimals(best.score)}`,
    ...(engine === undefined ? [] : [engineText(engine)]),
    ...(out === undefined ? [] : [`Model trained on all lists written to ${out}`]),
  ]
  return `${sections.join('\n\n')}\n`
}

function readableValue(value: TunableValue): string {
  return typeof value === 'number' ? readable(value) : String(value)
}
