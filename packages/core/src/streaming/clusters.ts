/**
 * Groups of items that recur from series to series, with identities that last. The first series seeds the centres by k-means++
 * (Arthur & Vassilvitskii 2007, "k-means++: the advantages of careful seeding") and a few rounds of Lloyd; later ones assign
 * each item to the nearest centre, average within groups (1) and smooth over time (4). A cluster without members keeps its state.
 */
import { type DocumentPart, float64Part, numberPart, objectPart, requireNumbers } from '../documents/documentPart.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import { type ItemValues, itemValuesPart } from './itemMemory.ts'
import { longer, type OnlineScaler } from './onlineScaler.ts'
import { compareRows, type ScaledRows, scaledRows } from './streamKernel.ts'

export interface ClusterOptions {
  /** Most groups there may be. */
  readonly most: number
  /** τ of (4): how much of the old centre, and of the old mean utility, stays. */
  readonly smoothingX: number
  readonly smoothingR: number
  /** Weight of the utility beside the features in the distance of an item from a group; 0 groups by features alone. */
  readonly rankWeight: number
  readonly seed: number
}

export interface ClustersState {
  /** Row-major, on the scale of the data, centred. */
  readonly centres: Float64Array
  readonly utilities: Float64Array
  /** Items of a series in each group, smoothed like the utilities. */
  readonly sizes: Float64Array
  /** Running mean of the squared distance of an item from its group. */
  readonly spread: number
  /** The group of each item that has a name. */
  readonly members: ItemValues
}

export const clustersPart: DocumentPart<ClustersState> = objectPart<ClustersState>(
  { centres: float64Part, utilities: float64Part, sizes: float64Part, spread: numberPart({ atLeast: 0 }), members: itemValuesPart },
  (whole, refuse) => {
    requireNumbers(whole, 'sizes', whole.utilities.length, refuse)
    if (whole.sizes.some((size) => !(size >= 0))) refuse('sizes', 'expected numbers of at least 0')
    const stray = whole.members.find(([, group]) => !(group in whole.utilities))
    if (stray !== undefined) refuse('members', `there is no group ${stray[1]}`)
  },
)

/** How many rounds of Lloyd the first series gets. */
const firstRounds = 10
/** An item stays with its group unless another centre is nearer by this factor (of squared distances). */
const loyalty = 0.8
/** Items whose group is remembered. */
const rememberedItems = 4096
const spreadKeeps = 0.95

/** Means of one series, in the memory of `compute`: those of a group without members are zeros. */
export interface GroupMeans {
  /** Members of each group. */
  readonly counts: Float64Array
  readonly centres: Float64Array
  readonly utilities: Float64Array
}

/** What a series did to the groups. */
export interface ClusterChange {
  /** Groups that are new. */
  readonly fresh: readonly number[]
  readonly means: GroupMeans
}

export class Clusters {
  readonly options: ClusterOptions
  readonly #compute: Compute
  features = 0
  centres: Float64Array = new Float64Array(0)
  utilities: Float64Array = new Float64Array(0)
  sizes: Float64Array = new Float64Array(0)
  #spread = 0
  #scaled: ScaledRows = noScaledRows(0, 0)
  /** Room for the group of each item of a series. */
  #nearest = new Int32Array(0)
  readonly #members = new Map<string, number>()

  constructor(options: ClusterOptions, compute: Compute, features = 0, state?: ClustersState) {
    this.options = options
    this.#compute = compute
    if (state === undefined) return
    this.features = features
    this.centres = state.centres.slice()
    this.utilities = state.utilities.slice()
    this.sizes = state.sizes.slice()
    this.#spread = state.spread
    for (const [item, group] of state.members) this.#members.set(item, group)
  }

  get count(): number {
    return this.utilities.length
  }

  state(): ClustersState {
    return {
      centres: this.centres.slice(),
      utilities: this.utilities.slice(),
      sizes: this.sizes.slice(),
      spread: this.#spread,
      members: [...this.#members],
    }
  }

  /** Centres on the common scale; the same arrays are filled the next time. */
  scaledCentres({ inverse }: OnlineScaler): ScaledRows {
    const { centres, count, features } = this
    if (this.#scaled.rows.length !== centres.length || this.#scaled.count !== count) this.#scaled = noScaledRows(count, features)
    const { rows, transposed, squares } = this.#scaled
    for (let group = 0, at = 0; group < count; group++) {
      let square = 0
      for (let j = 0; j < features; j++, at++) {
        const value = centres[at] * inverse[j]
        rows[at] = value
        transposed[j * count + group] = value
        square += value * value
      }
      squares[group] = square
    }
    return this.#scaled
  }

  /**
   * Takes one series: `centred` features, the same `scaled`, and centred utilities; the squared `distances` of the items from the centres, as soon
   * as there are any, which it uses up. `items` lets membership last.
   */
  learn(
    centred: Float64Array,
    scaled: Float64Array,
    utilities: Float64Array,
    distances: Float64Array | undefined,
    items?: readonly string[],
  ): ClusterChange {
    const before = this.count
    if (this.#nearest.length < utilities.length) this.#nearest = new Int32Array(utilities.length)
    const nearest = this.#nearest.subarray(0, utilities.length)
    if (distances === undefined) this.#seed(scaled, utilities, nearest)
    else {
      this.#addRanks(utilities, this.utilities, distances)
      this.#reseed(scaled, utilities, nearest, this.#assign(distances, items, nearest))
    }
    const means = groupMeans(centred, utilities, nearest, this.count, this.features, this.#compute)
    this.#smooth(means, before)
    if (items !== undefined) this.#remember(items, nearest)
    return { fresh: Array.from({ length: this.count - before }, (_, more) => before + more), means }
  }

  widen(features: number): void {
    if (features <= this.features) return
    const wider = new Float64Array(this.count * features)
    for (let group = 0; group < this.count; group++)
      wider.set(this.centres.subarray(group * this.features, (group + 1) * this.features), group * features)
    this.centres = wider
    this.features = features
  }

  /** Squared distances of items from centres, items × centres, utilities weighed in. */
  #distances(scaled: Float64Array, utilities: Float64Array, centres: ScaledRows, means: Float64Array): Float64Array {
    const into = compareRows(utilities.length, scaled, centres, this.#compute).distances
    this.#addRanks(utilities, means, into)
    return into
  }

  /** How far utilities are from those of the groups, added to squared distances. */
  #addRanks(utilities: Float64Array, means: Float64Array, into: Float64Array): void {
    const { rankWeight } = this.options
    if (rankWeight === 0) return
    for (let item = 0, at = 0; item < utilities.length; item++) {
      for (let group = 0; group < means.length; group++, at++) {
        const apart = rankWeight * (utilities[item] - means[group])
        into[at] += apart * apart
      }
    }
  }

  #rows(scaled: Float64Array, count: number): ScaledRows {
    return scaledRows(scaled, count, this.features, this.#compute)
  }

  /** k-means++ and a few rounds of Lloyd within the first series; leaves each item's group in `nearest`. */
  #seed(scaled: Float64Array, utilities: Float64Array, nearest: Int32Array): void {
    const { features } = this
    const count = utilities.length
    const most = Math.min(this.options.most, count)
    const random = seededRandom(this.options.seed).fork('clusters')
    const apart = this.#distances(scaled, utilities, this.#rows(scaled, count), utilities)
    const chosen = seedItems(count, most, random, (item, other) => apart[item * count + other])
    const centres = new Float64Array(chosen.length * features)
    const means = new Float64Array(chosen.length)
    for (const [group, item] of chosen.entries()) {
      centres.set(scaled.subarray(item * features, (item + 1) * features), group * features)
      means[group] = utilities[item]
    }
    for (let round = 0; round < firstRounds; round++) {
      const before = nearest.slice()
      const distances = this.#distances(scaled, utilities, this.#rows(centres, chosen.length), means)
      for (let item = 0; item < count; item++) nearest[item] = leastOf(distances, item * means.length, means.length)
      if (round > 0 && before.every((group, item) => group === nearest[item])) break
      const sizes = groupMeans(scaled, utilities, nearest, chosen.length, features, this.#compute)
      for (let group = 0; group < chosen.length; group++) {
        if (sizes.counts[group] === 0) continue
        centres.set(sizes.centres.subarray(group * features, (group + 1) * features), group * features)
        means[group] = sizes.utilities[group]
      }
    }
    this.#grow(chosen.length)
  }

  /** The nearest group of each item, a remembered one preferred; returns the squared distances from them. */
  #assign(all: Float64Array, items: readonly string[] | undefined, nearest: Int32Array): Float64Array {
    const groups = this.count
    const distances = this.#compute.float64(nearest.length)
    for (let item = 0; item < nearest.length; item++) {
      const at = item * groups
      let group = leastOf(all, at, groups)
      const own = items === undefined ? undefined : this.#members.get(items[item])
      if (own !== undefined && all[at + group] >= loyalty * all[at + own]) group = own
      nearest[item] = group
      distances[item] = all[at + group]
    }
    return distances
  }

  /** Groups still to be had go to the items that are further from every group than usual, the furthest first. */
  #reseed(scaled: Float64Array, utilities: Float64Array, nearest: Int32Array, distances: Float64Array): void {
    let mean = 0
    for (let item = 0; item < distances.length; item++) mean += distances[item] / distances.length
    const usual = this.#spread === 0 ? mean : this.#spread
    this.#spread = this.#spread === 0 ? mean : spreadKeeps * this.#spread + (1 - spreadKeeps) * mean
    while (this.count < this.options.most) {
      let far = 0
      for (let item = 1; item < distances.length; item++) if (distances[item] > distances[far]) far = item
      if (!(distances[far] > usual)) return
      const group = this.#grow(1)
      nearest[far] = group
      distances[far] = 0
      const row = scaled.subarray(far * this.features, (far + 1) * this.features)
      const fromFar = this.#distances(scaled, utilities, this.#rows(row, 1), utilities.subarray(far, far + 1))
      for (let item = 0; item < distances.length; item++) {
        if (fromFar[item] >= distances[item]) continue
        nearest[item] = group
        distances[item] = fromFar[item]
      }
    }
  }

  /** Adds groups that have no state yet; returns the first. */
  #grow(count: number): number {
    const first = this.count
    this.centres = longer(this.centres, (first + count) * this.features)
    this.utilities = longer(this.utilities, first + count)
    this.sizes = longer(this.sizes, first + count)
    return first
  }

  /** (4). A new group, from the number `fresh` on, takes the means as they are; one without members keeps its state, but not its size. */
  #smooth({ counts, centres: means, utilities: of }: GroupMeans, fresh: number): void {
    const { features, options, centres, count } = this
    for (let group = 0; group < count; group++) {
      const keepX = group >= fresh ? 0 : options.smoothingX
      const keepR = group >= fresh ? 0 : options.smoothingR
      this.sizes[group] = keepR * this.sizes[group] + (1 - keepR) * counts[group]
      if (counts[group] === 0) continue
      for (let at = group * features; at < (group + 1) * features; at++) centres[at] = keepX * centres[at] + (1 - keepX) * means[at]
      this.utilities[group] = keepR * this.utilities[group] + (1 - keepR) * of[group]
    }
  }

  /** Least recently seen items are forgotten first. */
  #remember(items: readonly string[], nearest: Int32Array): void {
    for (const [item, name] of items.entries()) {
      this.#members.delete(name)
      this.#members.set(name, nearest[item])
    }
    for (const name of this.#members.keys()) {
      if (this.#members.size <= rememberedItems) break
      this.#members.delete(name)
    }
  }
}

function noScaledRows(count: number, features: number): ScaledRows {
  const size = count * features
  return { count, features, rows: new Float64Array(size), transposed: new Float64Array(size), squares: new Float64Array(count) }
}

/** The place of the least of some values, from 0. */
function leastOf(values: Float64Array, start: number, count: number): number {
  let best = start
  let least = values[start]
  for (let at = start + 1; at < start + count; at++) {
    if (!(values[at] < least)) continue
    least = values[at]
    best = at
  }
  return best - start
}

/** k-means++: the first item at random, each next one with a probability proportional to its squared distance from those chosen. */
function seedItems(count: number, most: number, random: Random, distance: (item: number, other: number) => number): number[] {
  const chosen = [random.integer(count)]
  const least = new Float64Array(count)
  for (let item = 0; item < count; item++) least[item] = distance(item, chosen[0])
  while (chosen.length < most) {
    let total = 0
    for (let item = 0; item < count; item++) total += least[item]
    if (!(total > 0)) break // all others coincide with a chosen one
    let left = random.uniform() * total
    let next = count - 1
    for (let item = 0; item < count; item++) {
      left -= least[item]
      if (left < 0) {
        next = item
        break
      }
    }
    while (least[next] === 0) next = (next + count - 1) % count
    chosen.push(next)
    for (let item = 0; item < count; item++) least[item] = Math.min(least[item], distance(item, next))
  }
  return chosen
}

/** (1). */
function groupMeans(
  rows: Float64Array,
  utilities: Float64Array,
  nearest: Int32Array,
  groups: number,
  features: number,
  compute: Compute,
): GroupMeans {
  const counts = compute.float64(groups)
  const centres = compute.float64(groups * features)
  const means = compute.float64(groups)
  for (let item = 0, from = 0; item < nearest.length; item++) {
    const group = nearest[item]
    counts[group]++
    means[group] += utilities[item]
    for (let to = group * features; to < (group + 1) * features; to++, from++) centres[to] += rows[from]
  }
  for (let group = 0; group < groups; group++) {
    if (counts[group] <= 1) continue
    means[group] /= counts[group]
    for (let at = group * features; at < (group + 1) * features; at++) centres[at] /= counts[group]
  }
  return { counts, centres, utilities: means }
}
