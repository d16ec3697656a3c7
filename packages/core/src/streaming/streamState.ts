/**
 * The state file of a stream: one JSON document in the manner of model files. Reading it back gives the same stream to the bit;
 * whatever does not fit is an error that names the part.
 */
import { type DocumentReader, documentReader } from '../documents/documentReader.ts'
import { encodeArray } from '../documents/jsonArray.ts'
import { explain, RankwrightError } from '../problems/problem.ts'
import type { AdwinState } from './adwin.ts'
import type { ClusterLearnerState } from './clusterLearner.ts'
import type { ClustersState } from './clusters.ts'
import type { ScalerState } from './onlineScaler.ts'
import type { PrequentialState } from './prequential.ts'
import { learnerStateKind, type RankingStreamState } from './rankingStream.ts'
import type { ItemValues } from './ratings.ts'
import { resolveStreamOptions, type StreamLearnerState, type StreamOptions } from './streamLearner.ts'

const format = 'rankwright-stream'
const version = 1

/** The names of the features are kept beside the state, for whoever feeds the stream. */
export function streamStateToJson(state: RankingStreamState, featureNames: readonly string[] | undefined): string {
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
    ['learner', encoded(state.learner.of)],
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
  const options = optionsFrom(parts['options'], read)
  const weights = parts['initialWeights'] === undefined ? undefined : read.float64(parts['initialWeights'], 'initialWeights')
  const metrics = read.texts(parts['metrics'], 'metrics')
  const kind = learnerStateKind(resolveStreamOptions(options, weights))
  return {
    state: {
      options,
      ...(weights && { initialWeights: weights }),
      metrics,
      ...(parts['first'] !== undefined && { first: read.text(parts['first'], 'first') }),
      ...(parts['last'] !== undefined && { last: read.text(parts['last'], 'last') }),
      skipped: read.count(parts['skipped'], 'skipped'),
      learner: learnerFrom(kind, parts['learner'], read),
      evaluation: evaluationFrom(parts['evaluation'], metrics.length, read),
    },
    ...(parts['features'] !== undefined && { featureNames: read.texts(parts['features'], 'features') }),
  }
}

function optionsFrom(value: unknown, read: DocumentReader): StreamOptions {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const options = read.object(value, 'options', names)
  resolveStreamOptions(options as StreamOptions) // what is unknown or out of range is refused here
  return options as StreamOptions
}

function learnerFrom(kind: StreamLearnerState['kind'], value: unknown, read: DocumentReader): StreamLearnerState {
  const where = 'learner'
  switch (kind) {
    case 'clusters':
      return { kind, of: clusterLearnerFrom(value, where, read) }
    case 'chosen-clusters': {
      const { learners, errors } = read.object(value, where, ['learners', 'errors'])
      const each = read
        .items(learners, `${where}.learners`)
        .map((learner, index) => clusterLearnerFrom(learner, `${where}.learners[${index}]`, read))
      return { kind, of: { learners: each, errors: read.float64(errors, `${where}.errors`, each.length) } }
    }
    case 'gradient': {
      const { scaler, weights, steps } = read.object(value, where, ['scaler', 'weights', 'steps'])
      return {
        kind,
        of: {
          scaler: scalerFrom(scaler, `${where}.scaler`, read),
          weights: read.float64(weights, `${where}.weights`),
          steps: read.count(steps, `${where}.steps`),
        },
      }
    }
    case 'least-squares': {
      const parts = read.object(value, where, ['scaler', 'products', 'targets', 'weights'])
      const scaler = scalerFrom(parts['scaler'], `${where}.scaler`, read)
      const width = scaler.counts.length
      return {
        kind,
        of: {
          scaler,
          products: read.float64(parts['products'], `${where}.products`, width * width),
          targets: read.float64(parts['targets'], `${where}.targets`, width),
          weights: read.float64(parts['weights'], `${where}.weights`, width),
        },
      }
    }
    case 'elo': {
      const { ratings } = read.object(value, where, ['ratings'])
      return { kind, of: { ratings: itemValuesFrom(ratings, `${where}.ratings`, read) } }
    }
    case 'last': {
      const { last } = read.object(value, where, ['last'])
      return { kind, of: { last: itemValuesFrom(last, `${where}.last`, read) } }
    }
    case 'mean-rank': {
      const { totals, counts } = read.object(value, where, ['totals', 'counts'])
      return {
        kind,
        of: { totals: itemValuesFrom(totals, `${where}.totals`, read), counts: itemValuesFrom(counts, `${where}.counts`, read) },
      }
    }
    case 'feature-sum': {
      const { scaler } = read.object(value, where, ['scaler'])
      return { kind, of: { scaler: scalerFrom(scaler, `${where}.scaler`, read) } }
    }
  }
}

function clusterLearnerFrom(value: unknown, where: string, read: DocumentReader): ClusterLearnerState {
  const parts = read.object(value, where, ['scaler', 'clusters', 'weights', 'dual', 'coefficients', 'width'])
  const scaler = scalerFrom(parts['scaler'], `${where}.scaler`, read)
  const clusters = clustersFrom(parts['clusters'], `${where}.clusters`, scaler.counts.length, read)
  const orNone = (name: 'dual' | 'coefficients') => {
    const values = read.float64(parts[name], `${where}.${name}`)
    const count = clusters.utilities.length
    return values.length === 0 || values.length === count ? values : read.fail(`${where}.${name}`, `expected ${count} numbers, or none`)
  }
  return {
    scaler,
    clusters,
    weights: read.float64(parts['weights'], `${where}.weights`),
    dual: orNone('dual'),
    coefficients: orNone('coefficients'),
    width: read.number(parts['width'], `${where}.width`, { atLeast: 0 }),
  }
}

function clustersFrom(value: unknown, where: string, features: number, read: DocumentReader): ClustersState {
  const parts = read.object(value, where, ['centres', 'utilities', 'idle', 'spread', 'members'])
  const utilities = read.float64(parts['utilities'], `${where}.utilities`)
  const members = itemValuesFrom(parts['members'], `${where}.members`, read)
  const stray = members.find(([, group]) => !(group in utilities))
  if (stray !== undefined) read.fail(`${where}.members`, `there is no group ${stray[1]}`)
  return {
    centres: read.float64(parts['centres'], `${where}.centres`, utilities.length * features),
    utilities,
    idle: read.float64(parts['idle'], `${where}.idle`, utilities.length),
    spread: read.number(parts['spread'], `${where}.spread`, { atLeast: 0 }),
    members,
  }
}

function scalerFrom(value: unknown, where: string, read: DocumentReader): ScalerState {
  const parts = read.object(value, where, ['counts', 'means', 'squares'])
  const counts = read.float64(parts['counts'], `${where}.counts`)
  return {
    counts,
    means: read.float64(parts['means'], `${where}.means`, counts.length),
    squares: read.float64(parts['squares'], `${where}.squares`, counts.length),
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
    drifts: itemValuesFrom(parts['drifts'], `${where}.drifts`, read),
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

function itemValuesFrom(value: unknown, where: string, read: DocumentReader): ItemValues {
  return read.items(value, where).map((pair, index) => {
    const at = `${where}[${index}]`
    const [name, number, ...rest] = read.items(pair, at)
    if (rest.length > 0) read.fail(at, 'expected a name and a number')
    return [read.text(name, at), read.number(number, at)] as const
  })
}

/** Arrays of numbers as model files have them; everything else as it is. */
function encoded(part: unknown): unknown {
  if (part instanceof Float64Array) return encodeArray('f64', part)
  if (Array.isArray(part)) return part.map(encoded)
  if (typeof part === 'object' && part !== null)
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, encoded(value)]))
  return part
}
