/**
 * The state file of a stream: one JSON document in the manner of model files. Reading it back gives the same stream to the bit;
 * whatever does not fit is an error that names the part.
 */
import { type DocumentReader, documentReader } from '../documents/documentReader.ts'
import { encodeArray } from '../documents/jsonArray.ts'
import { explain, RankwrightError } from '../problems/problem.ts'
import type { AdwinState } from './adwin.ts'
import { itemValuesPart } from './itemMemory.ts'
import type { PrequentialState } from './prequential.ts'
import type { RankingStreamState } from './rankingStream.ts'
import { readLearnerState, writeLearnerState } from './streamLearner.ts'
import { learnerNameOf, resolveStreamOptions } from './streamOptions.ts'

const format = 'rankwright-stream'
const version = 1

/** The names of the features are kept beside the state, for whoever feeds the stream. */
export function streamStateToJson(state: RankingStreamState, featureNames: readonly string[] | undefined): string {
  const { learner, of } = state.learner
  const resolved = resolveStreamOptions(learner, state.options, state.initialWeights)
  const parts: [string, unknown][] = [
    ['format', format],
    ['version', version],
    ['options', state.options],
    ...(state.initialWeights ? [['initialWeights', encoded(state.initialWeights)] satisfies [string, unknown]] : []),
    ['metrics', state.metrics],
    ...(featureNames ? [['features', featureNames] satisfies [string, unknown]] : []),
    ...(state.first === undefined ? [] : [['first', state.first] satisfies [string, unknown]]),
    ...(state.last === undefined ? [] : [['last', state.last] satisfies [string, unknown]]),
    ['skipped', state.skipped],
    ['learner', writeLearnerState(learner, resolved, of)],
    ['evaluation', encoded(state.evaluation)],
  ]
  return `{\n${parts.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n')}\n}\n`
}

export interface StoredStream {
  readonly state: RankingStreamState
  readonly featureNames?: readonly string[]
}

/** `file` is the name that errors speak of. */
export function streamStateFromJson(text: string, file: string): StoredStream {
  const refuse = (reason: string): never => {
    throw new RankwrightError({ area: 'stream', code: 'not-a-state', at: { file }, reason })
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return refuse('it is not JSON, or was cut short')
  }
  try {
    return stateFrom(document, documentReader(file))
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const [problem] = error.problems
    return refuse(problem.area === 'model' && problem.code === 'broken-model' ? `${problem.where}: ${problem.reason}` : explain(problem))
  }
}

function stateFrom(document: unknown, read: DocumentReader): StoredStream {
  const parts = read.object(document, 'the top', [
    'format',
    'version',
    'options',
    'initialWeights?',
    'metrics',
    'features?',
    'first?',
    'last?',
    'skipped',
    'learner',
    'evaluation',
  ])
  if (parts['format'] !== format) read.fail('format', `expected "${format}"`)
  if (parts['version'] !== version) read.fail('version', `this version reads ${version} only`)
  const weights = parts['initialWeights'] === undefined ? undefined : read.float64(parts['initialWeights'], 'initialWeights')
  const metrics = read.texts(parts['metrics'], 'metrics')
  const options = read.object(parts['options'], 'options')
  const learner = learnerNameOf(options)
  const resolved = resolveStreamOptions(learner, options, weights) // refuses what is unknown or out of range
  return {
    state: {
      options,
      ...(weights && { initialWeights: weights }),
      metrics,
      ...(parts['first'] !== undefined && { first: read.text(parts['first'], 'first') }),
      ...(parts['last'] !== undefined && { last: read.text(parts['last'], 'last') }),
      skipped: read.count(parts['skipped'], 'skipped'),
      learner: readLearnerState(learner, resolved, parts['learner'], 'learner', read),
      evaluation: evaluationFrom(parts['evaluation'], metrics.length, read),
    },
    ...(parts['features'] !== undefined && { featureNames: read.texts(parts['features'], 'features') }),
  }
}

function evaluationFrom(value: unknown, metrics: number, read: DocumentReader): PrequentialState {
  const where = 'evaluation'
  const parts = read.object(value, where, [
    'series',
    'scored',
    'counts',
    'sums',
    'latest',
    'drifts',
    'driftCount',
    'adwin?',
    'pageHinkley?',
  ])
  const latest = read.items(parts['latest'], `${where}.latest`).map((values) => read.float64(values, `${where}.latest`))
  if (latest.length !== metrics) read.fail(`${where}.latest`, `expected one array for each of ${metrics} metrics`)
  return {
    series: read.count(parts['series'], `${where}.series`),
    scored: read.count(parts['scored'], `${where}.scored`),
    counts: read.float64(parts['counts'], `${where}.counts`, metrics),
    sums: read.float64(parts['sums'], `${where}.sums`, metrics),
    latest,
    drifts: itemValuesPart.read(parts['drifts'], `${where}.drifts`, read),
    driftCount: read.count(parts['driftCount'], `${where}.driftCount`),
    ...(parts['adwin'] !== undefined && { adwin: adwinFrom(parts['adwin'], read) }),
    ...(parts['pageHinkley'] !== undefined && { pageHinkley: pageHinkleyFrom(parts['pageHinkley'], read) }),
  }
}

function adwinFrom(value: unknown, read: DocumentReader): AdwinState {
  const where = 'evaluation.adwin'
  const parts = read.object(value, where, ['counts', 'sums', 'squares', 'waiting'])
  const counts = read.float64(parts['counts'], `${where}.counts`)
  return {
    counts,
    sums: read.float64(parts['sums'], `${where}.sums`, counts.length),
    squares: read.float64(parts['squares'], `${where}.squares`, counts.length),
    waiting: read.count(parts['waiting'], `${where}.waiting`),
  }
}

function pageHinkleyFrom(value: unknown, read: DocumentReader): PrequentialState['pageHinkley'] {
  const where = 'evaluation.pageHinkley'
  const parts = read.object(value, where, ['count', 'mean', 'sum', 'lowest'])
  return {
    count: read.count(parts['count'], `${where}.count`),
    mean: read.number(parts['mean'], `${where}.mean`),
    sum: read.number(parts['sum'], `${where}.sum`),
    lowest: read.number(parts['lowest'], `${where}.lowest`),
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
