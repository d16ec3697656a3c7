/**
 * Everything that least-squares ranking on hidden nodes has to know about its lists, as sums over them: what was summed in
 * parts, on several machines or on several days adds up to the same, and what was added can be taken away again.
 *
 * With h the nodes of a row, y its label, bars for means over a list (`list`) or over all rows (`global`) and w the weight of
 * each row,
 *
 *   gram = Σ w (h − h̄)(h − h̄)ᵀ,   moments = Σ w (h − h̄)(y − ȳ),   labelSquares = Σ w (y − ȳ)².
 *
 * List q with m rows and list weight ω gives its rows w = 2 ω / m (`mean`: ω times the mean of (yⱼ − yₖ − (fⱼ − fₖ))² over the
 * m² pairs) or 2 ω m (`sum`: ω times their sum); global centring takes w = 2 ω. The objective divides by `weight`: the sum of
 * ω over lists or, with global centring, over rows.
 */

import { arrayOf, count, either, fields, number, object, oneOf, text, typed } from '../../arguments/shapes.ts'
import type { FeatureMap } from '../../data/features/featureMap.ts'
import { Murmur3 } from '../../data/lists/fingerprint.ts'
import { listsInCommon, mergedSeen, noneSeen, type SeenLists, seenWithout } from '../../data/lists/seenLists.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { featureMapToDocument } from '../common/featureMapJson.ts'
import type { HiddenNodes } from './hiddenNodes.ts'
import { requireStatistics } from './requireStatistics.ts'

/** What turns a row of features into nodes: two sums may be added when they are of the same space. */
export interface HiddenSpace {
  readonly features: readonly string[] | number
  readonly featureMap: FeatureMap
  readonly nodes: HiddenNodes
  readonly centre: Centre
  readonly pairs: PairWeight
}

export type Centre = 'list' | 'global'
export type PairWeight = 'mean' | 'sum'

/** The sums themselves. */
export interface LeastSquaresSums {
  readonly lists: number
  readonly rows: number
  readonly weight: number
  /** Σ ω over rows, and the means of nodes and labels under these weights. */
  readonly rowWeight: number
  readonly nodeMeans: Float64Array
  readonly labelMean: number
  /** n × n, row-major and symmetric. */
  readonly gram: Float64Array
  readonly moments: Float64Array
  readonly labelSquares: number
  /** How many differences of labels are free: Σ (m − 1) over lists, or rows − 1; and Σ w over the same. */
  readonly freedom: number
  readonly freedomWeight: number
}

export interface LeastSquaresStatistics extends LeastSquaresSums {
  readonly space: HiddenSpace
  /** What was added and taken away, one fingerprint each. */
  readonly history: readonly StatisticsChange[]
  /** The lists that are in the sums. */
  readonly seen: SeenLists
  /** Lists that had a part in them and are not there: removed ones, and those that the space was fitted with. */
  readonly used: SeenLists
}

export interface StatisticsChange {
  readonly change: 'added' | 'removed'
  readonly data: string
}

/** A space, as those of statistics are. */
export const spaceShape = fields(
  {
    features: either('names of features, or how many there are', (value) => Array.isArray(value) || Number.isSafeInteger(value)),
    featureMap: object('a feature map'),
    nodes: fields({ count: count(), width: count(), weights: typed(Float32Array), offsets: typed(Float32Array) }),
    centre: oneOf('list', 'global'),
    pairs: oneOf('mean', 'sum'),
  },
  'the space of statistics, as trainWithStatistics gives it',
)

const least0 = number({ atLeast: 0 })

/** Statistics as an argument. */
export const statisticsShape = fields(
  {
    space: spaceShape,
    lists: count(),
    rows: count(),
    weight: least0,
    rowWeight: least0,
    nodeMeans: typed(Float64Array),
    labelMean: number(),
    gram: typed(Float64Array),
    moments: typed(Float64Array),
    labelSquares: least0,
    freedom: least0,
    freedomWeight: least0,
    history: arrayOf(fields({ change: oneOf('added', 'removed'), data: text })),
    seen: object('which lists were seen'),
    used: object('which lists were used'),
  },
  'statistics, as trainWithStatistics and addLists give them',
)

/** The sums of no lists at all; `used` are lists that the space was fitted with. */
export function emptyStatistics(space: HiddenSpace, used: SeenLists = noneSeen): LeastSquaresStatistics {
  const { count } = space.nodes
  return {
    space,
    lists: 0,
    rows: 0,
    weight: 0,
    rowWeight: 0,
    nodeMeans: new Float64Array(count),
    labelMean: 0,
    gram: new Float64Array(count * count),
    moments: new Float64Array(count),
    labelSquares: 0,
    freedom: 0,
    freedomWeight: 0,
    history: [],
    seen: noneSeen,
    used,
  }
}

/** The same space without lists. Those that were there stay known as used. */
export function emptied(statistics: LeastSquaresStatistics): LeastSquaresStatistics {
  requireStatistics('statistics', statistics)
  const { space, seen, used } = statistics
  return emptyStatistics(space, mergedSeen(seen, used))
}

/** The sums of all lists of both. Throws if the data of one, or each of its lists, is in the other already: it would count twice. */
export function mergeStatistics(one: LeastSquaresStatistics, other: LeastSquaresStatistics): LeastSquaresStatistics {
  requireStatistics('one', one)
  requireStatistics('other', other)
  requireSameSpace(one.space, other.space)
  const { compared, common } = listsInCommon(one.seen, other.seen)
  const isThere = addedData(one)
  const again = addedData(other).filter((data) => isThere.includes(data))
  if (again.length > 0 || (compared > 0 && common === compared)) throw new RankwrightError({ area: 'model', code: 'lists-added-before' })
  return combined(one, other, 1)
}

/** How many lists of `other` are in `one` too, of those whose fingerprints both keep. */
export function commonLists(one: LeastSquaresStatistics, other: LeastSquaresStatistics): number {
  requireStatistics('one', one)
  requireStatistics('other', other)
  return listsInCommon(one.seen, other.seen).common
}

/** The sums without the lists of `other`, as if they had never been added, except for rounding. Throws if they were not. */
export function removeStatistics(all: LeastSquaresStatistics, other: LeastSquaresStatistics): LeastSquaresStatistics {
  requireStatistics('all', all)
  requireStatistics('other', other)
  requireSameSpace(all.space, other.space)
  if (other.lists > all.lists || other.rows > all.rows) {
    const what = `${other.lists} lists with ${other.rows} rows cannot be taken from ${all.lists} lists with ${all.rows} rows`
    throw new RankwrightError({ area: 'model', code: 'statistics-do-not-fit', what })
  }
  requireAdded(all, other)
  return combined(all, other, -1)
}

/** Data goes out as it came in, or list by list. Equal lists of several files are kept once, so the fingerprint of the data comes first. */
function requireAdded(all: LeastSquaresStatistics, other: LeastSquaresStatistics): void {
  const isThere = addedData(all)
  if (addedData(other).every((data) => isThere.includes(data))) return
  const { compared, common } = listsInCommon(all.seen, other.seen)
  if (common === compared) return
  throw new RankwrightError({ area: 'model', code: 'lists-never-added', lists: compared - common, of: compared })
}

/** The fingerprints of the data that was added more often than it was removed. */
function addedData({ history }: LeastSquaresStatistics): string[] {
  const times = new Map<string, number>()
  for (const { change, data } of history) times.set(data, (times.get(data) ?? 0) + (change === 'added' ? 1 : -1))
  return Array.from(times).flatMap(([data, count]) => (count > 0 ? [data] : []))
}

function combined(one: LeastSquaresStatistics, other: LeastSquaresStatistics, sign: 1 | -1): LeastSquaresStatistics {
  const changes = sign === 1 ? other.history : other.history.map(reversed)
  const seen = sign === 1 ? mergedSeen(one.seen, other.seen) : seenWithout(one.seen, other.seen)
  const used = [other.used, ...(sign === 1 ? [] : [other.seen])].reduce(mergedSeen, one.used)
  return { space: one.space, ...combinedSums(one.space.centre, one, other, sign), history: [...one.history, ...changes], seen, used }
}

/** The sums of both, or those of one without the other. */
export function combinedSums(centre: Centre, one: LeastSquaresSums, other: LeastSquaresSums, sign: 1 | -1): LeastSquaresSums {
  const rows = one.rows + sign * other.rows
  const rowWeight = rows === 0 ? 0 : one.rowWeight + sign * other.rowWeight
  // Means move towards those of the other by its share of the weight.
  const share = rowWeight === 0 ? 0 : (sign * other.rowWeight) / rowWeight
  const nodeMeans = one.nodeMeans.map((mean, i) => (rows === 0 ? 0 : mean + share * (other.nodeMeans[i] - mean)))
  const labelMean = rows === 0 ? 0 : one.labelMean + share * (other.labelMean - one.labelMean)
  const gram = one.gram.map((value, k) => value + sign * other.gram[k])
  const moments = one.moments.map((value, i) => value + sign * other.moments[i])
  let labelSquares = one.labelSquares + sign * other.labelSquares
  let freedom = one.freedom + sign * other.freedom
  let freedomWeight = one.freedomWeight + sign * other.freedomWeight
  if (centre === 'global') {
    // Sums about two means become sums about their common one (Chan, Golub & LeVeque 1983, "Algorithms for computing the sample
    // variance"): what lies between the means is added, or taken off again.
    const between = 2 * share * one.rowWeight
    const apart = one.nodeMeans.map((mean, i) => mean - other.nodeMeans[i])
    const labelsApart = one.labelMean - other.labelMean
    const count = apart.length
    for (let i = 0; i < count; i++) {
      const factor = between * apart[i]
      for (let k = 0; k < count; k++) gram[i * count + k] += factor * apart[k]
      moments[i] += factor * labelsApart
    }
    labelSquares += between * labelsApart * labelsApart
    freedom = Math.max(0, rows - 1)
    freedomWeight = rows === 0 ? 0 : 2 * rowWeight * (1 - 1 / rows)
  }
  return {
    lists: one.lists + sign * other.lists,
    rows,
    weight: centre === 'global' ? rowWeight : one.weight + sign * other.weight,
    rowWeight,
    nodeMeans,
    labelMean,
    gram: rows === 0 ? new Float64Array(gram.length) : gram,
    moments: rows === 0 ? new Float64Array(moments.length) : moments,
    labelSquares: rows === 0 ? 0 : Math.max(0, labelSquares),
    freedom,
    freedomWeight,
  }
}

function reversed({ change, data }: StatisticsChange): StatisticsChange {
  return { change: change === 'added' ? 'removed' : 'added', data }
}

/** The fingerprint of the data behind the sums: that of the data itself if it came in one piece. */
export function dataOf({ history }: LeastSquaresStatistics): string {
  if (history.length === 1 && history[0].change === 'added') return history[0].data
  return hashOf(history.map(({ change, data }) => `${change} ${data}`).join('\n'))
}

/** Throws if the sums are of different spaces, and says what differs. */
function requireSameSpace(one: HiddenSpace, other: HiddenSpace): void {
  if (one === other) return
  const differs = (
    [
      ['other features', ({ features }) => features],
      ['another feature map', ({ featureMap }) => featureMapToDocument(featureMap)],
      ['other hidden nodes', ({ nodes }) => nodesPrint(nodes)],
      ['another centring', ({ centre }) => centre],
      ['another weight of pairs', ({ pairs }) => pairs],
    ] as [string, (space: HiddenSpace) => unknown][]
  ).find(([, of]) => JSON.stringify(of(one)) !== JSON.stringify(of(other)))
  if (differs === undefined) return
  throw new RankwrightError({ area: 'model', code: 'statistics-do-not-fit', what: `they have ${differs[0]}` })
}

/** 128 bits of the nodes. */
function nodesPrint({ kind, count, width, weights, offsets }: HiddenNodes): string {
  const hash = new Murmur3()
  for (const values of [weights, offsets]) {
    for (const word of new Int32Array(values.buffer, values.byteOffset, values.length)) hash.add(word)
  }
  return `${kind} ${count} ${width} ${hash.digest()}`
}

function hashOf(text: string): string {
  const hash = new Murmur3()
  for (let place = 0; place < text.length; place++) hash.add(text.charCodeAt(place))
  return hash.digest()
}
