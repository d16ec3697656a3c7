import {
  type EvaluationReport,
  elmFromStatistics,
  emptyStatistics,
  evaluate,
  finish,
  hiddenStatistics,
  type LeastSquaresStatistics,
  matchFeatures,
  mergeStatistics,
  type OptionTable,
  parseMetric,
  type Runtime,
  removeStatistics,
  ridgeOptions,
  runtimeOptions,
  type TrainerResult,
} from '@rankwright/core'
import { readStatistics, runtimeFor, writeModel, writeStatistics } from '@rankwright/node'
import { command, type Surroundings } from '../command.ts'
import { type DataOptions, dataOptions, readData } from '../data.ts'
import { tunedWhere } from '../modelPage.ts'
import { requireFolderOf } from '../outputFile.ts'
import { counted, readable, seconds as secondsText } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'
import { metricTable } from './evaluate.ts'

const updateOptions = {
  add: { kind: 'texts', placeholder: 'DATA,…', doc: 'Labelled lists to add.' },
  remove: { kind: 'texts', placeholder: 'DATA,…', doc: 'Labelled lists to remove, exactly as they were added.' },
  merge: { kind: 'texts', placeholder: 'FILE,…', doc: 'Statistics to add, of the same features, feature map and nodes.' },
  empty: {
    kind: 'flag',
    doc: 'Start without lists, with the features, feature map and nodes of the statistics; for parts that are merged later.',
  },
  statistics: { kind: 'text', placeholder: 'FILE', doc: 'Where the new statistics go.' },
  out: { kind: 'text', placeholder: 'MODEL', doc: 'Where the model of all lists goes; without it, no model is made.' },
  valid: { kind: 'text', placeholder: 'DATA', doc: 'Lists to choose lambda on.' },
  metrics: { kind: 'texts', default: ['ndcg@10', 'map'], placeholder: 'NAMES', doc: 'What to measure on the validation lists.' },
  ...ridgeOptions,
  lambda: {
    ...ridgeOptions.lambda,
    doc: 'Weight of the penalty; by default chosen on the validation lists, or without them by generalised cross-validation.',
  },
  ...runtimeOptions,
  ...dataOptions,
} as const satisfies OptionTable

export const update = command({
  summary: 'Update a least-squares ranker: add lists, remove lists, merge parts.',
  inputs: { sums: 'Statistics file, written by train --statistics or by update.' },
  options: updateOptions,
  usage: ['STATISTICS [--add DATA] [--remove DATA] [--merge FILE] [--statistics FILE] [--out MODEL]'],
  example: 'rankwright update monday.json --add tuesday.txt --statistics tuesday.json --out model.json',
  async run({ sums: path, options }, around) {
    const { out, statistics: file, metrics, valid: validPath, lambda, earlyStop, uncertainty } = options
    if (out === undefined && file === undefined) throw new UsageError('Say where the result goes: --statistics FILE, --out MODEL, or both.')
    if ([out, file].includes('-') && around.json)
      throw new UsageError('--json and a file cannot both go to standard output; give it a name.')
    if (out === undefined && (lambda !== undefined || validPath !== undefined || uncertainty))
      throw new UsageError('--lambda, --valid and --uncertainty go with --out.')
    metrics.forEach(parseMetric)
    for (const target of [out, file]) if (target !== undefined) await requireFolderOf(target)
    const { runtime, close } = runtimeFor(options.threads, { note: (text) => around.note(`note: ${text}`) })
    try {
      const start = performance.now()
      const known = await readStatistics(path)
      const sums = await changed(options.empty ? emptyStatistics(known.space) : known, options, runtime, around)
      if (file !== undefined) await writeStatistics(sums, file)
      const valid = validPath === undefined ? undefined : await readData(validPath, options, around)
      const asked = {
        ...(lambda !== undefined && { lambda }),
        ...(valid && lambda === undefined && { earlyStop }),
        uncertainty,
        ...(valid && { valid }),
      }
      const result = out === undefined ? undefined : finish(elmFromStatistics(sums, asked, runtime), around.progress)
      if (out !== undefined && result !== undefined) await writeModel(result.model, out)
      const seconds = (performance.now() - start) / 1000
      const onValid = result && valid && evaluate(result.model, valid, { metrics }, runtime)
      for (const note of result?.notes ?? []) around.note(`note: ${note}`)
      return {
        document: {
          lists: sums.lists,
          rows: sums.rows,
          seconds,
          ...(file !== undefined && { statistics: file }),
          ...(result && { model: out, lambda: result.model.options['lambda'], objective: result.objective, optimality: result.optimality }),
          ...(onValid && {
            valid: { profile: onValid.profile, lists: onValid.lists, metrics: onValid.metrics, intervals: onValid.intervals },
          }),
        },
        text: () => ([out, file].includes('-') ? '' : updateText(sums, seconds, { file, out }, result, onValid)),
      }
    } finally {
      close()
    }
  },
})

async function changed(
  known: LeastSquaresStatistics,
  options: DataOptions & { readonly add?: readonly string[]; readonly remove?: readonly string[]; readonly merge?: readonly string[] },
  runtime: Runtime,
  around: Surroundings,
): Promise<LeastSquaresStatistics> {
  const sumsOf = async (path: string) => {
    const { lists, notes } = matchFeatures(known.space, await readData(path, options, around))
    for (const note of notes) around.note(`note: ${note}`)
    return finish(hiddenStatistics(known.space, lists, runtime), around.progress)
  }
  let sums = known
  for (const path of options.merge ?? []) sums = mergeStatistics(sums, await readStatistics(path))
  for (const path of options.add ?? []) sums = mergeStatistics(sums, await sumsOf(path))
  for (const path of options.remove ?? []) sums = removeStatistics(sums, await sumsOf(path))
  return sums
}

function updateText(
  { lists, rows }: LeastSquaresStatistics,
  seconds: number,
  { file, out }: { readonly file: string | undefined; readonly out: string | undefined },
  result: TrainerResult | undefined,
  onValid: EvaluationReport | undefined,
): string {
  const tuned = result?.model.training.tuned ?? []
  const sections = [
    `${counted(lists, 'list')}, ${counted(rows, 'row')}, ${secondsText(seconds)}`,
    ...tuned.map(
      ({ option, metric, on }) => `${option} ${readable(Number(result!.model.options[option]))} chosen by ${metric} ${tunedWhere(on)}`,
    ),
    ...(onValid === undefined ? [] : [`On the validation lists:\n${metricTable(onValid)}`]),
    ...(file === undefined ? [] : [`Statistics written to ${file}`]),
    ...(out === undefined ? [] : [`Model written to ${out}`]),
  ]
  return `${sections.join('\n\n')}\n`
}
