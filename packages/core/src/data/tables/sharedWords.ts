import { WordReader } from '../cells/wordReader.ts'

/** So many of the queries must have a word of a column of categories for the two to be compared. */
const leastShare = 0.2

/** Whether many queries have a word that some of these texts have. Words that all texts have do not count. */
export function shareWords(queries: Iterable<string>, texts: Iterable<string>): boolean {
  const reader = new WordReader()
  const times = new Map<string, number>()
  let different = 0
  for (const text of texts) {
    different++
    for (const word of new Set(namedWords(reader, text))) times.set(word, (times.get(word) ?? 0) + 1)
  }
  let [all, sharing] = [0, 0]
  for (const query of queries) {
    all++
    if (namedWords(reader, query).some((word) => (times.get(word) ?? different) < different)) sharing++
  }
  return sharing > 0 && sharing >= leastShare * all
}

/** Whether these are texts that people typed, such as queries: some have several words, and most have letters. */
export function looksTyped(texts: readonly string[]): boolean {
  const reader = new WordReader()
  let [several, withLetters] = [0, 0]
  for (const text of texts) {
    const named = namedWords(reader, text).length
    if (named > 0) withLetters++
    if (named > 1) several++
  }
  return texts.length > 0 && several >= 0.2 * texts.length && withLetters >= 0.6 * texts.length
}

/** The words of a text that are no numbers or codes. */
function namedWords(reader: WordReader, text: string): string[] {
  return Array.from({ length: reader.read(text) }, (_, word) => reader.word(word)).filter((word) => /^[^\d]{2,}$/.test(word))
}
