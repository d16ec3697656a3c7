/** Words that stand where a value is missing, in lower case. */
const usual: ReadonlySet<string> = new Set([
  ...['', 'na', 'n/a', '#n/a', '#na', '<na>', 'nan', '-nan', 'null', '\\n', 'none', 'nil'],
  ...['-', '--', '—', '?', 'not available', 'not applicable', '#null!', '#value!', '#ref!', '#div/0!', '#num!', '#name?'],
])

/** Longer texts cannot be one of them. */
const longest = Math.max(...[...usual].map((word) => word.length))

/** How they begin, in either case: most cells begin otherwise. A table by code unit. */
const beginnings = new Uint8Array(0x3000)
for (const word of usual) for (const written of [word, word.toUpperCase()]) if (word !== '') beginnings[written.charCodeAt(0)] = 1

/** Whether a cell without spaces around it says that its value is missing. */
export function saysMissing(text: string): boolean {
  if (text === '') return true
  const first = text.charCodeAt(0)
  return text.length <= longest && first < beginnings.length && beginnings[first] === 1 && usual.has(text.toLowerCase())
}
