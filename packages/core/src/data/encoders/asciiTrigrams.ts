import type { WordReader } from '../cells/wordReader.ts'

/** The edge of a word, digits and letters in lower case: all that words of ASCII consist of. */
const symbols = 37

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
    for (let word = 0; word < count; word++) {
      const [start, end] = [starts[word], starts[word + 1]]
      for (let at = start; at < end; at++) {
        const [before, after] = [at > start ? symbolOf[letters[at - 1]] : 0, at + 1 < end ? symbolOf[letters[at + 1]] : 0]
        own.add((before * symbols + symbolOf[letters[at]]) * symbols + after)
      }
    }
    return Uint32Array.from(own)
  }

  /** How many of the trigrams of a query the text has. */
  sharedWith(query: Uint32Array, text: WordReader): number {
    const { letters, starts, count } = text
    const [marks, asked] = [this.opened(), this.mark]
    const met = asked + 1
    for (let i = 0; i < query.length; i++) marks[query[i]] = asked
    let [found, shared] = [0, 0]
    let at = 0
    for (let word = 1; word <= count; word++) {
      const end = starts[word]
      let middle = symbolOf[letters[at]]
      let pair = middle // the edge is 0
      for (at++; at <= end; at++) {
        const next = at < end ? symbolOf[letters[at]] : 0
        const trigram = pair * symbols + next
        const last = marks[trigram]
        if (last !== met) {
          if (last === asked) shared++
          marks[trigram] = met
          found++
        }
        pair = middle * symbols + next
        middle = next
      }
      at = end
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
