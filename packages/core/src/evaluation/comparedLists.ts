/** Which lists count in a comparison: those that no contender has seen, each once. Where that does not make it fair, nothing is tested. */
import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { JudgedLists } from '../metrics/measureLists.ts'
import { requireListModel } from '../models/requireModel.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import type { KnownAs } from '../problems/guaranteeProblem.ts'
import { isNew, uses } from '../recognition/knownByUse.ts'
import { areCopies, isRefuted, type Recognised, recognise } from '../recognition/recognise.ts'
import { type SeenCounts, seenInWords, seenOfThese } from '../recognition/seenCounts.ts'
import { repeatedLists } from '../recognition/sharedLists.ts'
import { sketcher } from '../recognition/sketchedForms.ts'
import { usedBy } from '../recognition/usedLists.ts'
import type { Contender } from './contender.ts'
import { copyNotes, nearCopies } from './nearCopies.ts'
import { firstOfEqual, hasFeatures, repeatedCount } from './repeatedLists.ts'
import type { Answers } from './served.ts'

export interface ComparedLists {
  /** The lists that count, also those that repeat another. */
  readonly members: readonly number[]
  /** For each list of the data the place of the first that it counts as one with: equal lists, and copies that were changed a little. Their values are averaged. */
  readonly first: Uint32Array
  readonly seen?: SeenCounts
  readonly untested?: string
  readonly notes: readonly string[]
}

export function comparedLists(
  contenders: readonly Contender[],
  lists: RankingLists | JudgedLists,
  answers: readonly { readonly scores: Numbers; readonly served?: Answers['served'] }[],
  compute: Compute,
): ComparedLists {
  const all = Array.from(lists.listIds.keys())
  if (!hasFeatures(lists)) return { members: all, first: Uint32Array.from(all), notes: [] }
  const sketch = sketcher(compute)
  const judges = contenders.flatMap(({ name, ranker }, place): Judge[] => {
    if (!('kind' in ranker)) return []
    const model = requireListModel(ranker)
    const used = answers[place].served === undefined ? [] : usedBy(model)
    return [{ name, found: recognise(model, lists, sketch, { used }) }]
  })
  const scores = contenders.flatMap(({ ranker }) => ('kind' in ranker ? [] : [ranker]))
  const first = firstOfEqual(lists, { known: judges.map(({ found }) => found.first), scores, sketch })
  const fair = all.filter((list) => judges.every(({ found }) => isNew(found.known, list)))
  const seen = countsOf(judges, repeatedCount(first))
  const untested = whyUntested(
    judges,
    fair.filter((list) => first[list] === list),
  )
  const repeats = repeatNotes(repeatedCount(first))
  if (untested !== undefined) return { members: all, first, seen, untested, notes: repeats }
  const copies = nearCopies(fair, { first, found: judges.map(({ found }) => found), own: repeatedLists(sketch(lists)) })
  const notes = [...judges.flatMap(leftOutNotes), ...repeats, ...copyNotes(copies, 'Lists that are nearly the same count as one.')]
  return { members: fair, first: copies.first, seen, notes }
}

interface Judge {
  readonly name: string
  readonly found: Recognised
}

/** How many lists some model has seen, by use. */
function countsOf(judges: readonly Judge[], repeated: number): SeenCounts {
  const known = (as: KnownAs) =>
    judges[0].found.first.filter((_, list) => judges.some(({ found }) => found.known[as].sharing[list] !== 'new')).length
  return { ...(judges.length > 0 && Object.fromEntries(uses.map((as) => [as, known(as)]))), repeated }
}

function whyUntested(judges: readonly Judge[], fair: readonly number[]): string | undefined {
  const advice = 'Give lists that no model has seen.'
  const refuted = judges.find(({ found }) => isRefuted(found))
  if (refuted !== undefined)
    return `Nothing is tested: ${refuted.name} has seen ${seenOfThese(refuted.found)} (${seenInWords(refuted.found)}), and a model looks better on lists that it has seen. ${advice}`
  if (fair.length === 0) return `Nothing is tested: every list was seen by one of the models. ${advice}`
  if (judges.some(({ found }) => areCopies(found, fair)))
    return 'Nothing is tested: most of these lists share most of their rows with another, which hardly any training list does. They are no independent lists. Give each list once.'
  return undefined
}

function leftOutNotes({ name, found }: Judge): string[] {
  const seen = seenInWords(found)
  return seen === undefined
    ? []
    : [`${name} has seen ${seenOfThese(found)} (${seen}). ${found.seen === 1 ? 'It does' : 'They do'} not count.`]
}

function repeatNotes(repeated: number): string[] {
  return repeated === 0
    ? []
    : [`${repeated} ${repeated === 1 ? 'list repeats' : 'lists repeat'} another, rows in any order. Each list counts once.`]
}
