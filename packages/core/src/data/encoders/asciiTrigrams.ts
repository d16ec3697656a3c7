import type { WordReader } from '../cells/wordReader.ts'

/** The edge of a word, digits and letters in lower case: all that words of ASCII consist of. */
const symbols = 37
const edge = 0

const symbolOf = Uint8Array.from({ length: 128 }, (_, code) => (code >= 97 ? code - 86 : code >= 48 ? code - 47 : 0))

/** The trigrams of texts of ASCII. There are few enough of them for a table with a place for each, so no hash is taken. */
export class AsciiTrigrams {
  /** Different trigrams of the text last compared. */
  found = 0
  /** When each was met last: an even number if it is one of the query, an odd one if the text has it. Made when first needed. */
  private marks: Uint8Array = new Uint8Array(0)
  private mark = 0

  /** The different trigrams of a query. */
  of(query: WordReader): Uint32Array {
    const { letters, starts, count } = query
    const own = new Set<number>()
    let pair = edge
    let middle = edge
    for (let at = 0; at < starts[count]; at++) {
      const next = symbolOf[letters[at]]
      if (middle !== edge) own.add(pair * symbols + next)
      pair = middle * symbols + next
      middle = next
    }
    return Uint32Array.from(own)
  }

  /**
   * How many of the trigrams of a query the text has. Where words end, and which trigrams are new, no processor foresees: the loop counts without
   * branches. The sign of a difference says whether two marks, which are small numbers, are the same.
   */
  sharedWith(query: Uint32Array, text: WordReader): number {
    const { letters, starts, count } = text
    const marks = this.opened()
    const asked = this.mark
    const met = asked + 1
    for (let i = 0; i < query.length; i++) marks[query[i]] = asked
    const end = starts[count]
    let found = 0
    let shared = 0
    let pair = edge
    let middle = edge
    for (let at = 0; at < end; at++) {
      const next = symbolOf[letters[at]]
      const trigram = pair * symbols + next
      const last = marks[trigram]
      marks[trigram] = met
      found += (-(last ^ met) >>> 31) & (-middle >>> 31) // neither met before nor around an edge
      shared += ((last ^ asked) - 1) >>> 31
      pair = middle * symbols + next
      middle = next
    }
    this.found = found
    return shared
  }

  /** The marks, of which none is the one of the next text. */
  private opened(): Uint8Array {
    if (this.marks.length === 0) this.marks = new Uint8Array(symbols * symbols * symbols)
    if (this.mark >= 254) {
      this.marks.fill(0)
      this.mark = 0
    }
    this.mark += 2
    return this.marks
  }
}
