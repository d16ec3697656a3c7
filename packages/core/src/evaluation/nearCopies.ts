/**
 * Lists that share most of their rows with another, but not all. Where hardly any training list does, they are copies that were changed a little: what is
 * said of independent lists then counts each group of them once. Without training lists to compare with, they may be copies or not, and this is told.
 */
import { copiesAreUnusual, type Recognised } from '../recognition/recognise.ts'
import type { RepeatedLists } from '../recognition/sharedLists.ts'

export interface NearCopies {
  /** How many different lists share most of their rows with another one that counts. */
  readonly lists: number
  /** Whether they are known to be copies. */
  readonly known: boolean
  /** For each list the place of the first of those that it counts as one with. */
  readonly first: Uint32Array
}

/**
 * `members` are the lists that count, `first` has the place of the first that is equal to each list. `own` is what is known of the lists alone, and
 * `found` what models say.
 */
export function nearCopies(
  members: readonly number[],
  { first, found, own }: { readonly first: Uint32Array; readonly found: readonly Recognised[]; readonly own: RepeatedLists },
): NearCopies {
  const teller = found.find(copiesAreUnusual)
  const isUsual = teller === undefined && found.some(({ known }) => known.training.usual !== undefined)
  const { alike } = teller ?? own
  const different = members.filter((list) => first[list] === list)
  const sizes = new Map<number, number>()
  for (const list of different) sizes.set(alike[list], (sizes.get(alike[list]) ?? 0) + 1)
  const lists = isUsual ? 0 : different.filter((list) => (sizes.get(alike[list]) ?? 0) > 1).length
  const known = lists > 0 && teller !== undefined
  return { lists, known, first: known ? first.map((list) => alike[list]) : first }
}

/** `counted` says what becomes of copies; what they may be is told where it is not known. */
export function copyNotes({ lists, known }: NearCopies, counted: string): string[] {
  if (lists === 0) return []
  const share = `${lists} ${lists === 1 ? 'list shares most of its' : 'lists share most of their'} rows with another`
  return known
    ? [`${share}, which hardly any training list does. ${counted}`]
    : [`${share}. If they are copies, they are not independent, and intervals and p-values are too small: give each list once.`]
}
