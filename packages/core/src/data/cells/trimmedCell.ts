/**
 * White space at the ends of a cell counts nowhere: not in numbers, categories, texts and words for what is missing, whichever file, table or object the
 * cell comes from. Ids are no such cells.
 */

/** The characters: what `trim` of JavaScript takes away. */
export const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

const [space, beyondAscii] = [32, 128]

/** Most texts have no white space around them: a look at both ends tells. */
export function trimmedCell(text: string): string {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return first > space && first < beyondAscii && last > space && last < beyondAscii ? text : text.trim()
}
