import { type ServedReport, servedReport, servedText } from '../abstention/serving/servedScores.ts'
import type { Answers } from '../evaluation/served.ts'
import { tiesByOrder } from '../evaluation/tiesByOrder.ts'
import { type JudgedLists, type ListMeasurements, measureLists } from '../metrics/measureLists.ts'
import type { Metric } from '../metrics/metric.ts'
import { canCountEveryList, metricCondition } from '../metrics/metricCondition.ts'
import { parseMetric } from '../metrics/metricName.ts'
import { profileOf, profiles } from '../metrics/profiles.ts'
import { groupMeans } from '../numeric/groupMeans.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import type { Resolved } from '../options/optionTable.ts'
import { namedOption } from '../problems/namedOption.ts'
import { explain, type Problem, RankwrightError } from '../problems/problem.ts'
import { type HeldOutMethod, heldOutMethods, requireUnitValues } from '../theory/heldOut.ts'
import { shownChance } from '../theory/shown.ts'
import { type Assumption, type Certificate, type Constant, conditional, verdictOf } from './certificate.ts'
import type { certifyOptions } from './certifyOptions.ts'
import type { HeldOutSample, NewLists } from './heldOutSample.ts'
import { servedAssumptions } from './servedAssumptions.ts'

export interface HeldOutReport {
  readonly metric: string
  /** Of a model with a rule: how the lists that count were served. The numbers are about them. */
  readonly served?: ServedReport
  /** The mean over the lists that count. */
  readonly value: number
  /** With probability at least 1 − delta the expected metric is at least this. */
  readonly lower: number
  readonly method: HeldOutMethod
  /** How many lists count. */
  readonly n: number
  /** How many held-out lists there are. */
  readonly lists: number
  /** How many of them have no value. */
  readonly skipped: number
  /** How many of them the model has seen, or most of their rows. */
  readonly seen: number
  /** How many of them repeat another. */
  readonly repeated: number
  /** Which lists the statement is about: `lists with at least one relevant item`. */
  readonly condition: string
  readonly delta: number
  /** Of joint statements: how many hold together, except with which probability; `delta` is the share of this one. */
  readonly joint?: { readonly delta: number; readonly statements: number }
  /** That of the certificate: `vacuous` if the bound says nothing, or rests on an assumption that does not hold. */
  readonly verdict: Certificate['verdict']
  /** The same about all lists, where lists were skipped: each of those counts 0. A statement of its own. */
  readonly everyList?: { readonly value: number; readonly lower: number; readonly n: number; readonly condition: string }
  /** Beside `served`: the order of all scores, as if the model had no rule. A statement of its own. */
  readonly byScore?: { readonly value: number; readonly lower: number; readonly n: number }
}

export interface HeldOutStatements {
  readonly certificates: readonly Certificate[]
  readonly heldOut: readonly HeldOutReport[]
  readonly notes: readonly string[]
}

/** Betting comes first: chosen before any data was seen, because it is nearly always the tightest of the three. */
const methods = Object.keys(heldOutMethods) as HeldOutMethod[]

export function heldOutCertificates(
  { scores, served }: Answers,
  sample: HeldOutSample<JudgedLists>,
  { delta, metrics, profile, joint }: Omit<Resolved<typeof certifyOptions>, 'printed'>,
  onProgress?: WorkListener,
): HeldOutStatements {
  const { lists, seen, repeated, unseen, independent } = sample
  const distinct = metrics.filter((name, place) => metrics.findIndex((other) => sameMetric(name, other)) === place)
  const measure = (numbers: Float64Array) => measureLists(numbers, lists, { metrics: distinct, profile })
  const shown = served?.scores ?? scores
  const measured = definedOnes(measure(shown), lists, shown)
  const byScore = served && measure(scores)
  const populations = measured.metrics.map((metric, index) => {
    const values = byScore?.values[byScore.metrics.findIndex(({ name }) => name === metric.name)]
    return {
      ...populationsOf(metric, measured.values[index], sample),
      ...(values?.some(Number.isFinite) && { decided: populationsOf(metric, values, sample).counting }),
    }
  })
  const statements = populations.reduce((sum, { everyList, decided }) => sum + methods.length + (everyList ? 1 : 0) + (decided ? 1 : 0), 0)
  const each = { value: joint ? delta / statements : delta, origin: joint ? `${delta} divided among ${statements} statements` : 'given' }
  const together = joint ? { joint: { delta, statements } } : {}
  let done = 0
  const next: typeof heldOutStatement = (...about) => {
    onProgress?.(done++, statements)
    return heldOutStatement(...about)
  }
  const certificates: Certificate[] = []
  const heldOut: HeldOutReport[] = []
  for (const [index, metric] of measured.metrics.entries()) {
    const { counting, everyList, decided } = populations[index]
    const assumed = [independent, unseen, ...definitionAssumptions(metric, profile, lists), ...tieAssumptions(metric, shown, lists)]
    const state = (method: HeldOutMethod, population: Population) =>
      next(method, metric, population, [...assumed, ...(served ? servedAssumptions(served, lists) : [])], each, {
        as: served === undefined ? '' : `, as rank serves them (${servedText(servedReport(served, served.serving, population.members))})`,
      })
    const whole = everyList && state(methods[0], everyList)
    const bare = decided && next(methods[0], metric, decided, assumed, each, { as: ', in the order of all scores' })
    for (const method of methods) {
      const { certificate, value, lower } = state(method, counting)
      const { n, condition, skipped, members } = counting
      const first = method === methods[0]
      heldOut.push({
        ...{ metric: metric.name, value, lower, method, n, lists: sample.given, skipped, seen, repeated, condition, delta: each.value },
        verdict: certificate.verdict,
        ...together,
        ...(served && { served: servedReport(served, served.serving, members) }),
        ...(first &&
          whole &&
          everyList && { everyList: { value: whole.value, lower: whole.lower, n: everyList.n, condition: everyList.condition } }),
        ...(first && bare && decided && { byScore: { value: bare.value, lower: bare.lower, n: decided.n } }),
      })
      certificates.push(certificate)
    }
    certificates.push(...(whole ? [whole.certificate] : []), ...(bare ? [bare.certificate] : []))
  }
  return {
    certificates,
    heldOut,
    notes: [...measured.notes, ...notesOn(lists, joint ? { delta, share: each.value, statements } : undefined)],
  }
}

/** Under whatever spelling: a metric that is given twice is one statement, not two. */
function sameMetric(one: string, other: string): boolean {
  const [a, b] = [parseMetric(one), parseMetric(other)]
  return a.family === b.family && a.cutoff === b.cutoff
}

/** The metrics that have a value on some list, with a note on the others. Throws if there is none. */
function definedOnes(measured: ListMeasurements, lists: JudgedLists, scores: Float64Array): ListMeasurements {
  const isDefined = (index: number) => measured.values[index].some((value) => !Number.isNaN(value))
  const places = Array.from(measured.metrics.keys())
  const missing = places.filter((index) => !isDefined(index)).map((index) => noListCounts(measured.metrics[index], lists, scores))
  if (missing.length === places.length) throw new RankwrightError(missing[0])
  return {
    ...measured,
    metrics: measured.metrics.filter((_, index) => isDefined(index)),
    values: measured.values.filter((_, index) => isDefined(index)),
    notes: [...measured.notes, ...missing.map(explain)],
  }
}

function noListCounts(metric: Metric, { offsets }: JudgedLists, scores: Float64Array): Extract<Problem, { code: 'no-list-counts' }> {
  const about = { metric: metric.name, lists: offsets.length - 1, definedOn: metricCondition(metric) }
  const single = offsets.every((last, list) => list === 0 || last - offsets[list - 1] < 2)
  const same = !single && offsets.every((last, list) => list === 0 || allEqual(scores.subarray(offsets[list - 1], last)))
  return { area: 'guarantee', code: 'no-list-counts', ...about, ...(single && { singleItems: true }), ...(same && { sameScores: true }) }
}

function allEqual(values: Float64Array): boolean {
  return values.every((value) => value === values[0])
}

/** Where tied items stay in the order they came in, the number is about that order too. */
function tieAssumptions(metric: Metric, scores: Float64Array, lists: JudgedLists): Assumption[] {
  const ties = tiesByOrder(metric, scores, lists)
  if (ties === undefined) return []
  const why = ties.sorted ? ' (there the best items stand first, which no order in use can know)' : ''
  const text = `Future lists come in an order as good as here: items with equal scores stay in the order of ${ties.order}, which decides ${ties.lists.length} of ${lists.offsets.length - 1} lists${why}.`
  const remedy = `Shuffle the rows of each list and measure again, or use a profile under which ties have no order, such as ${namedOption({ profile: 'rankwright' })}.`
  return [ties.sorted ? { text, holds: false, remedy } : { text, holds: 'unknown' }]
}

/** The lists that a statement is about, and what the metric is on those of them that are here, moved to [0, 1]. */
interface Population {
  readonly condition: string
  /** The lists, by their numbers in the sample; of those that are equal the first. */
  readonly members: readonly number[]
  /** One value for each of them: of equal lists the mean, because their items may have come in different orders. */
  readonly units: Float64Array
  /** Those of all lists, where some are given several times. */
  readonly repeatedUnits?: Float64Array
  readonly n: number
  /** How many of the held-out lists have no value. */
  readonly skipped: number
  /** The number of these lists, of how many, and why others do not count: `105 of the 156 held-out lists`. */
  readonly share: string
}

/** The lists on which the metric has a value and, if there are others that some profiles count, all lists. */
function populationsOf(
  metric: Metric,
  values: Float64Array,
  sample: HeldOutSample<JudgedLists>,
): { readonly counting: Population; readonly everyList?: Population } {
  const { low, high } = rangeOf(metric)
  const units = values.map((value) => toUnit((value - low) / (high - low)))
  const all = Array.from(values.keys())
  const valued = all.filter((list) => !Number.isNaN(values[list]))
  requireUnitValues(
    metric.name,
    valued.map((list) => units[list]),
    { describe: (place) => `${metric.name} of the held-out list ${sample.lists.listIds[valued[place]]}` },
  )
  const counting = populationOf(metricCondition(metric), valued, units, sample)
  if (valued.length === all.length || !canCountEveryList(metric)) return { counting }
  const zeros = units.map((unit) => (Number.isNaN(unit) ? 0 : unit))
  return { counting, everyList: populationOf(metricCondition({ ...metric, whenUndefined: 0 }), all, zeros, sample) }
}

/** Sorted, so that the order of the file changes no bit. */
function populationOf(condition: string, valued: readonly number[], units: Float64Array, sample: NewLists): Population {
  const { first, repeated } = sample
  const all = Float64Array.from(valued, (list) => units[list])
  const groups = Uint32Array.from(valued, (list) => first[list])
  const members = valued.filter((list) => first[list] === list)
  return {
    condition,
    members,
    units: groupMeans(all, groups).sort(),
    ...(repeated > 0 && { repeatedUnits: all.sort() }),
    n: members.length,
    skipped: units.length - repeated - members.length,
    share: shareText(members.length, sample),
  }
}

/** With four decimals, never above the bound itself. */
function roundedDown(bound: number): number {
  return Math.floor(bound * 1e4) / 1e4
}

function shareText(n: number, { given, seen, repeated }: NewLists): string {
  const others = [
    ...(seen > 0 ? [`${seen} that the model has seen`] : []),
    ...(repeated > 0 ? [`${repeated} that ${repeated === 1 ? 'repeats' : 'repeat'} another`] : []),
  ]
  const without = others.length === 0 ? '' : `, without ${others.join(' and ')}`
  return `${n === given ? `all ${given}` : `${n} of the ${given}`} held-out lists${without}`
}

function heldOutStatement(
  method: HeldOutMethod,
  metric: Metric,
  { condition, units, repeatedUnits, n, share }: Population,
  [independent, unseen, ...definition]: readonly Assumption[],
  delta: Constant,
  /** Completes "Among these lists": how they are served. */
  { as }: { readonly as: string },
): { readonly certificate: Certificate; readonly value: number; readonly lower: number } {
  const { low, high } = rangeOf(metric)
  const once = heldOutMethods[method](units, delta.value)
  const repeated = repeatedUnits && heldOutMethods[method](repeatedUnits, delta.value)
  const { lower: unit, terms } = repeated !== undefined && repeated.lower < once.lower ? repeated : once
  const back = (unit: number) => low + unit * (high - low)
  const [value, lower] = [back(once.mean), back(unit)]
  const assumptions = [independent, unseen, { text: `${metric.name} lies in [${low}, ${high}].`, holds: true as const }, ...definition]
  const statement = `Among ${condition} (${share})${as}, the expected ${metric.name} is at least ${roundedDown(lower)}, except with probability ${shownChance(delta.value)} over the draw of the lists.`
  const certificate: Certificate = {
    theorem: method,
    statement: conditional(statement, assumptions),
    assumptions,
    constants: { n: { value: n, origin: `held-out lists that count: ${condition}` }, delta },
    terms,
    bound: lower,
    side: 'above',
    trivial: low,
    delta: delta.value,
    verdict: verdictOf({ bound: lower, side: 'above', trivial: low, assumptions }),
  }
  return { certificate, value, lower }
}

/** The range of a metric over all lists. */
function rangeOf({ name, range: [low, high] }: Metric): { readonly low: number; readonly high: number } {
  if (!Number.isFinite(high - low)) throw new RankwrightError({ area: 'guarantee', code: 'metric-not-bounded', metric: name })
  return { low, high }
}

/** A perfect list may come out as 1 + 2⁻⁵²: rounding, not a fault of the data. */
function toUnit(value: number): number {
  if (value > 1 && value < 1 + 1e-9) return 1
  return value < 0 && value > -1e-9 ? 0 : value
}

/** ERR divides by the best grade there is; read off the lists themselves it ties them together. */
function definitionAssumptions(
  { family }: Metric,
  profile: Resolved<typeof certifyOptions>['profile'],
  { labels }: JudgedLists,
): Assumption[] {
  if (family !== 'err' || profileOf(profile).conventions.maxGrade !== 'greatest-label') return []
  const { maxGrade } = profiles.gdeval.conventions
  const fixed = labels.every((label) => label <= maxGrade)
  const remedy = fixed
    ? `Measure ERR with ${namedOption({ profile: 'gdeval' })}, which fixes the best grade at ${maxGrade}, or choose another metric, such as ndcg@10.`
    : `Choose another metric, such as ndcg@10: grades here exceed ${maxGrade}, the best one that a profile fixes.`
  return [{ text: 'The best grade in ERR was fixed beforehand, not taken from the held-out lists.', holds: false, remedy }]
}

function notesOn(
  { listWeights }: JudgedLists,
  joint: { readonly delta: number; readonly share: number; readonly statements: number } | undefined,
): string[] {
  const notes = joint
    ? [
        `All ${joint.statements} held-out statements hold together, except with probability ${shownChance(joint.delta)}: each takes ${shownChance(joint.share)} of it. The best of them may be quoted.`,
      ]
    : [`Each held-out statement holds by itself. To quote the best of them, ask for joint statements (${namedOption('joint')}).`]
  if (listWeights !== undefined) notes.push('List weights are not used: held-out bounds are about the plain mean over lists.')
  return notes
}
