/**
 * Compact letter display: two entries share a letter if and only if they cannot be told apart. Piepho 2004, "An algorithm for a letter-based
 * representation of all-pairwise comparisons": insert and absorb, then sweep letters that others make superfluous.
 */
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { arrayOf, count, requireArguments, text } from '../arguments/shapes.ts'

/**
 * The letters of `entries` entries, the best first; `different` holds the pairs that can be told apart. The letter a goes to the group of the
 * first entry.
 */
export function letterGroups(entries: number, different: readonly (readonly [number, number])[]): string[] {
  requireArguments({ entries, different }, { entries: count(), different: arrayOf(arrayOf(count())) })
  const wrong = different.findIndex((pair) => pair.length !== 2 || pair[0] === pair[1] || pair.some((entry) => entry >= entries))
  if (wrong >= 0) refuseArgument(`different[${wrong}]`, different[wrong], `two different numbers below ${entries}`)
  let groups: ReadonlySet<number>[] = entries === 0 ? [] : [new Set(Array.from({ length: entries }, (_, entry) => entry))]
  for (const [a, b] of different) {
    const split = groups.flatMap((group) => (group.has(a) && group.has(b) ? [without(group, a), without(group, b)] : [group]))
    groups = split.filter((group, place) => !split.some((other, at) => at !== place && absorbs(other, group, at < place)))
  }
  const members = swept(groups, entries).map((group) => [...group].sort((a, b) => a - b))
  members.sort((a, b) => byEntries(a, b))
  return Array.from({ length: entries }, (_, entry) =>
    members.flatMap((group, place) => (group.includes(entry) ? [letter(place)] : [])).join(''),
  )
}

/** Whether two entries, by their letters, cannot be told apart. */
export function sharesLetter(a: string, b: string): boolean {
  requireArguments({ a, b }, { a: text, b: text })
  return lettersOf(a).some((each) => lettersOf(b).includes(each))
}

function lettersOf(group: string): readonly string[] {
  return Array.from(group.matchAll(/[a-z]\d*/g), ([each]) => each)
}

/** Of two equal groups the earlier one stays. */
function absorbs(other: ReadonlySet<number>, group: ReadonlySet<number>, earlier: boolean): boolean {
  if (other.size < group.size || (other.size === group.size && !earlier)) return false
  return [...group].every((entry) => other.has(entry))
}

function without(group: ReadonlySet<number>, entry: number): ReadonlySet<number> {
  return new Set([...group].filter((each) => each !== entry))
}

/** Groups whose pairs, and single entries, are all in other groups are left out, the last ones first. */
function swept(groups: readonly ReadonlySet<number>[], entries: number): readonly ReadonlySet<number>[] {
  const covered = Array.from({ length: entries }, () => new Uint32Array(entries))
  const each = (group: ReadonlySet<number>, add: 1 | -1) => {
    for (const a of group) for (const b of group) covered[a][b] += add
  }
  for (const group of groups) each(group, 1)
  const kept: ReadonlySet<number>[] = []
  for (const group of [...groups].reverse()) {
    const needed = [...group].some((a) => [...group].some((b) => covered[a][b] === 1))
    if (needed) kept.push(group)
    else each(group, -1)
  }
  return kept
}

function byEntries(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((entry, at) => entry !== b[at])
  return place < 0 ? a.length - b.length : a[place] - (b[place] ?? -1)
}

/** a, b … z, then a1, b1 … */
function letter(place: number): string {
  const round = Math.floor(place / 26)
  return `${String.fromCharCode(97 + (place % 26))}${round === 0 ? '' : round}`
}
