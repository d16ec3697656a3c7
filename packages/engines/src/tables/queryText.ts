/** Queries in the SQL of an engine, as somebody writes them. */

const comment = String.raw`--[^\n]*(?![^\n])|/\*(?:[^*]|\*(?!/))*\*/`

/** Whether a text begins with one of these words, behind comments and brackets, and goes on. */
export function beginsWith(text: string, words: readonly string[]): boolean {
  return new RegExp(`^(?:\\s|${comment}|\\()*(?:${words.join('|')})(?:\\s|--|/\\*)`, 'i').test(text)
}

/** A query in brackets, without a semicolon at its end. It may end with a comment: the bracket stands on a line of its own. */
export function asRelation(query: string): string {
  let [last] = query.matchAll(/^/g)
  for (const token of query.matchAll(tokens)) if (token.groups?.['said'] !== undefined) last = token
  const end = last[0] === ';' ? last.index : query.length
  return `(${query.slice(0, end)}${query.slice(end + 1)}\n)`
}

/** Texts and quoted names count as one, since comments may seem to begin in them. */
const tokens = new RegExp(String.raw`\s+|${comment}|(?<said>'(?:[^']|'')*'|"(?:[^"]|"")*"|[^])`, 'g')
