import { shownValue } from '../../arguments/refuseArgument.ts'
import { requireNumber } from '../../arguments/requireNumber.ts'
import { requireNumbers } from '../../arguments/requireNumbers.ts'
import { arrayOf, fields, number, options as optionsShape, typed } from '../../arguments/shapes.ts'
import { seededRandom } from '../../numeric/random.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Numbers } from './numbers.ts'
import { type RankingLists, selectLists } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

export interface SplitOptions {
  readonly seed?: number
}

const takesOptions = optionsShape({ seed: number({ whole: true }) })

/** Lists of like size that are dealt out together: each part gets its share of small and of large lists. */
const stratum = 10

/**
 * Cuts the lists into parts of the given shares, such as [0.6, 0.2, 0.2] or [3, 1, 1]: each list goes to one part as a whole, each
 * part gets its share of the lists to within one, and at least one.
 */
export function splitLists(lists: RankingLists, shares: Numbers, options: SplitOptions = {}): RankingLists[] {
  requireLists('lists', lists)
  requireNumbers('shares', shares)
  takesOptions('options', options)
  return partsOf(lists, shares, options).map((part) => selectLists(lists, part))
}

/** Cuts the lists into `count` parts whose numbers of lists differ by one at most; gives the list numbers of each part, ascending. */
export function foldsOf(lists: Pick<RankingLists, 'offsets'>, count: number, options: SplitOptions = {}): Uint32Array[] {
  takesOptions('options', options)
  fields({ offsets: typed(Uint32Array) })('lists', lists)
  if (!Number.isInteger(count) || count < 2) {
    throw new RankwrightError({
      area: 'option',
      code: 'option-out-of-range',
      option: 'folds',
      found: typeof count === 'number' ? count : shownValue(count),
      allowed: 'a whole number of 2 or more',
    })
  }
  const given = lists.offsets.length - 1
  if (count > given) throw new RankwrightError({ area: 'data', code: 'too-few-lists', lists: given, needed: count })
  return partsOf(lists, new Array<number>(count).fill(1), options)
}

export interface Fold {
  readonly train: RankingLists
  readonly test: RankingLists
}

/** Query-aware cross-validation: every list is tested on once, and never while it is trained on. One fold is held at a time. */
export function* crossValidationFolds(lists: RankingLists, count: number, options: SplitOptions = {}): Generator<Fold> {
  requireLists('lists', lists)
  const parts = foldsOf(lists, count, options)
  for (const test of parts) {
    const train = joined(parts.filter((part) => part !== test))
    yield { train: selectLists(lists, train), test: selectLists(lists, test) }
  }
}

/**
 * Which parts make up each fold, in the way of the LETOR collections: fold 1 of 5 trains on parts 0, 1, 2, validates on part 3 and
 * tests on part 4; each further fold moves on by one part.
 */
export function letorFoldLayout(count: number): { readonly train: number[]; readonly vali: number; readonly test: number }[] {
  requireNumber('count', count, { whole: true, atLeast: 2, atMost: 1e7 })
  return Array.from({ length: count }, (_, fold) => {
    const part = (step: number) => (fold + step) % count
    return {
      // Made when it is asked for: with a fold for each of many lists, all of them together are very many numbers.
      get train() {
        return Array.from({ length: count - 2 }, (_, step) => part(step))
      },
      vali: part(count - 2),
      test: part(count - 1),
    }
  })
}

/** The list numbers of several parts together, ascending. */
export function joined(parts: readonly Uint32Array[]): Uint32Array {
  arrayOf(typed(Uint32Array))('parts', parts)
  return Uint32Array.from(parts.flatMap((part) => [...part])).sort()
}

function partsOf(lists: Pick<RankingLists, 'offsets'>, shares: Numbers, { seed = 1 }: SplitOptions): Uint32Array[] {
  const count = lists.offsets.length - 1
  const sizes = partSizes(count, shares)
  const parts: number[][] = sizes.map(() => [])
  const turns = turnsBySize(sizes)
  bySizeInStrata(lists, seed).forEach((list, dealt) => {
    // To the part that is furthest behind what it should have by now. Parts of one size take turns, so one of each size is looked at.
    const behind = (part: number) => (sizes[part] * (dealt + 1)) / count - parts[part].length
    const nextOfSizes = turns.map(({ parts: alike, given }) => alike[given % alike.length])
    let best = 0
    for (let turn = 1; turn < turns.length; turn++) {
      const [part, other] = [nextOfSizes[turn], nextOfSizes[best]]
      const ahead = behind(part) - behind(other)
      if (ahead > 1e-9 || (ahead >= -1e-9 && part < other)) best = turn
    }
    turns[best].given++
    parts[nextOfSizes[best]].push(list)
  })
  return parts.map((part) => Uint32Array.from(part).sort())
}

/** The parts of each size, and how many lists they were given together. */
function turnsBySize(sizes: readonly number[]): { readonly parts: number[]; given: number }[] {
  const turns = new Map<number, { readonly parts: number[]; given: number }>()
  for (const [part, size] of sizes.entries()) {
    const known = turns.get(size)
    if (known === undefined) turns.set(size, { parts: [part], given: 0 })
    else known.parts.push(part)
  }
  return [...turns.values()]
}

/** Whole numbers in proportion to the shares, by largest remainders, none of them 0. */
function partSizes(count: number, shares: Numbers): number[] {
  const given = Array.from(shares)
  const total = given.reduce((sum, share) => sum + share, 0)
  if (given.length === 0 || !given.every((share) => share > 0 && Number.isFinite(share))) {
    throw new RankwrightError({
      area: 'option',
      code: 'option-out-of-range',
      option: 'shares',
      found: given.join(', '),
      allowed: 'numbers above 0',
    })
  }
  if (count < given.length) throw new RankwrightError({ area: 'data', code: 'too-few-lists', lists: count, needed: given.length })
  const exact = given.map((share) => (share / total) * count)
  const sizes = exact.map((size) => Math.max(1, Math.floor(size)))
  let missing = count - sizes.reduce((sum, size) => sum + size, 0)
  // Those that lack most come first; each lacks less than one.
  const byLack = Array.from(sizes.keys()).sort((a, b) => exact[b] - sizes[b] - (exact[a] - sizes[a]) || a - b)
  for (let place = 0; missing > 0; place++, missing--) sizes[byLack[place]]++
  // Parts that were raised to 1 took what others have to give back.
  for (; missing < 0; missing++) {
    const candidates = sizes.map((_, part) => part).filter((part) => sizes[part] > 1)
    const best = candidates.reduce((a, b) => (exact[b] - sizes[b] < exact[a] - sizes[a] ? b : a))
    sizes[best]--
  }
  return sizes
}

/** All list numbers by descending size, those of each stratum in random order. */
function bySizeInStrata({ offsets }: Pick<RankingLists, 'offsets'>, seed: number): number[] {
  const random = seededRandom(seed)
  const size = (list: number) => offsets[list + 1] - offsets[list]
  const order = random.shuffle(Array.from({ length: offsets.length - 1 }, (_, list) => list)).sort((a, b) => size(b) - size(a))
  const dealt: number[] = []
  for (let start = 0; start < order.length; start += stratum) dealt.push(...random.shuffle(order.slice(start, start + stratum)))
  return dealt
}
