import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import { explain, RankwrightError } from '../../problems/problem.ts'
import type { AdwinState } from '../../streaming/adwin.ts'
import { anytimeMeanPart } from '../../streaming/anytimeMean.ts'
import { itemValuesPart } from '../../streaming/itemMemory.ts'
import type { PrequentialState } from '../../streaming/prequential.ts'
import type { RankingStreamState } from '../../streaming/rankingStream.ts'
import { readLearnerState, writeLearnerState } from '../../streaming/streamLearner.ts'
import { type GivenOptions, learnerNameOf, resolveStreamOptions } from '../../streaming/streamOptions.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import type { OptionValue } from '../common/optionValue.ts'
import { seenListsDocument, seenListsFrom } from '../common/seenListsJson.ts'
import { withoutGaps } from './streamModel.ts'

/** The keys of a stream in a document. */
export const rankingStreamKeys = [
  'options',
  'given',
  'initialWeights?',
  'metrics',
  'first?',
  'last?',
  'skipped',
  'seen',
  'seenUnnamed?',
  'learner',
  'evaluation',
]

/** A stream as a document holds it. `options` are all with their defaults, `given` names those that were given. */
export function rankingStreamToDocument(state: RankingStreamState): DocumentParts {
  const { initialWeights, metrics, first, last, skipped, seen, seenUnnamed, evaluation } = state
  const { learner, of } = state.learner
  const resolved = resolveStreamOptions(learner, state.options, initialWeights)
  return {
    options: withoutGaps(resolved),
    given: Object.keys(state.options).filter((option) => state.options[option] !== undefined),
    ...(initialWeights && { initialWeights: encoded(initialWeights) }),
    metrics,
    ...(first !== undefined && { first }),
    ...(last !== undefined && { last }),
    skipped,
    seen: seenListsDocument(seen),
    ...(seenUnnamed && { seenUnnamed: seenListsDocument(seenUnnamed) }),
    learner: writeLearnerState(learner, resolved, of),
    evaluation: encoded(evaluation),
  }
}

/** The stream in an object that has these keys among others; `path` says where in the document a part of it is. */
export function rankingStreamFromDocument(
  parts: DocumentParts,
  path: (part: string) => string,
  read: DocumentReader,
): { readonly options: Record<string, OptionValue>; readonly state: RankingStreamState } {
  const weights = parts['initialWeights']
  const initialWeights = weights === undefined ? undefined : read.float64(weights, path('initialWeights'))
  const metrics = metricsFrom(parts['metrics'], path('metrics'), read)
  const { given, learner, resolved } = optionsFrom(parts, path, initialWeights, read)
  return {
    options: withoutGaps(resolved),
    state: {
      options: given,
      ...(initialWeights && { initialWeights }),
      metrics,
      ...(parts['first'] !== undefined && { first: read.text(parts['first'], path('first')) }),
      ...(parts['last'] !== undefined && { last: read.text(parts['last'], path('last')) }),
      skipped: read.count(parts['skipped'], path('skipped')),
      seen: seenListsFrom(parts['seen'], path('seen'), read),
      ...(parts['seenUnnamed'] !== undefined && { seenUnnamed: seenListsFrom(parts['seenUnnamed'], path('seenUnnamed'), read) }),
      learner: readLearnerState(learner, resolved, parts['learner'], path('learner'), read),
      evaluation: evaluationFrom(parts['evaluation'], path('evaluation'), metrics.length, read),
    },
  }
}

/** Names that are known, each once, with the one that drift is seen in. */
function metricsFrom(value: unknown, where: string, read: DocumentReader): readonly string[] {
  const names = read.texts(value, where)
  for (const [place, name] of names.entries()) {
    try {
      parseMetric(name)
    } catch (error) {
      if (!(error instanceof RankwrightError)) throw error
      read.fail(`${where}[${place}]`, `there is no metric ${JSON.stringify(name.slice(0, 40))}`)
    }
    if (names.indexOf(name) < place) read.fail(`${where}[${place}]`, `${name} is there twice`)
  }
  if (!names.includes('kendall-tau')) read.fail(where, 'kendall-tau is missing')
  return names
}

/** Options that are unknown, out of range or not what they would be today are errors: the stream could not continue as it began. */
function optionsFrom(parts: DocumentParts, path: (part: string) => string, initialWeights: Float64Array | undefined, read: DocumentReader) {
  const options = read.object(parts['options'], path('options'))
  const names = read.texts(parts['given'], path('given'))
  const absent = names.find((name) => !Object.hasOwn(options, name))
  if (absent !== undefined) read.fail(path('given'), `there is no option ${JSON.stringify(absent.slice(0, 40))}`)
  const given: GivenOptions = Object.fromEntries(names.map((name) => [name, options[name]]))
  try {
    const learner = learnerNameOf(given)
    const resolved = resolveStreamOptions(learner, given, initialWeights)
    const known = withoutGaps(resolved)
    for (const name of new Set([...Object.keys(options), ...Object.keys(known)])) {
      if (options[name] !== known[name])
        read.fail(path(`options.${name}`), `it is ${String(options[name])}, expected ${String(known[name])}`)
    }
    return { given, learner, resolved }
  } catch (error) {
    const problem = error instanceof RankwrightError ? error.problems[0] : undefined
    if (problem === undefined || problem.area !== 'option') throw error
    return read.fail(path('options'), explain(problem))
  }
}

function evaluationFrom(value: unknown, where: string, metrics: number, read: DocumentReader): PrequentialState {
  const parts = read.object(value, where, [
    'series',
    'scored',
    'counts',
    'sums',
    'latest',
    'drifts',
    'driftCount',
    'misordered',
    'adwin?',
    'pageHinkley?',
  ])
  const latest = read.items(parts['latest'], `${where}.latest`).map((values) => read.float64(values, `${where}.latest`))
  if (latest.length !== metrics) read.fail(`${where}.latest`, `expected one array for each of ${metrics} metrics`)
  const series = read.count(parts['series'], `${where}.series`)
  return {
    series,
    scored: read.count(parts['scored'], `${where}.scored`, { atMost: series }),
    counts: wholeNumbers(parts['counts'], `${where}.counts`, 0, read, metrics),
    sums: read.float64(parts['sums'], `${where}.sums`, metrics),
    latest,
    drifts: itemValuesPart.read(parts['drifts'], `${where}.drifts`, read),
    driftCount: read.count(parts['driftCount'], `${where}.driftCount`),
    misordered: anytimeMeanPart.read(parts['misordered'], `${where}.misordered`, read),
    ...(parts['adwin'] !== undefined && { adwin: adwinFrom(parts['adwin'], `${where}.adwin`, read) }),
    ...(parts['pageHinkley'] !== undefined && { pageHinkley: pageHinkleyFrom(parts['pageHinkley'], `${where}.pageHinkley`, read) }),
  }
}

function adwinFrom(value: unknown, where: string, read: DocumentReader): AdwinState {
  const parts = read.object(value, where, ['counts', 'sums', 'squares', 'waiting'])
  const counts = wholeNumbers(parts['counts'], `${where}.counts`, 1, read)
  return {
    counts,
    sums: read.float64(parts['sums'], `${where}.sums`, counts.length),
    squares: read.float64(parts['squares'], `${where}.squares`, counts.length),
    waiting: read.count(parts['waiting'], `${where}.waiting`),
  }
}

function wholeNumbers(value: unknown, where: string, least: number, read: DocumentReader, length?: number): Float64Array {
  const numbers = read.float64(value, where, length)
  for (const number of numbers) read.count(number, where, { atLeast: least })
  return numbers
}

function pageHinkleyFrom(value: unknown, where: string, read: DocumentReader): PrequentialState['pageHinkley'] {
  const parts = read.object(value, where, ['count', 'mean', 'squares', 'sum'])
  return {
    count: read.count(parts['count'], `${where}.count`),
    mean: read.number(parts['mean'], `${where}.mean`),
    squares: read.number(parts['squares'], `${where}.squares`, { atLeast: 0 }),
    sum: read.number(parts['sum'], `${where}.sum`, { atLeast: 0 }),
  }
}

/** Arrays of numbers as model files have them; everything else as it is. */
function encoded(part: unknown): unknown {
  if (part instanceof Float64Array) return encodeArray('f64', part)
  if (Array.isArray(part)) return part.map(encoded)
  if (typeof part === 'object' && part !== null)
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, encoded(value)]))
  return part
}
