/** Words that stand where a value is missing, in lower case. */
const usual: ReadonlySet<string> = new Set([
  ...['', 'na', 'n/a', '#n/a', '#na', '<na>', 'nan', '-nan', 'null', '\\n', 'none', 'nil'],
  ...['-', '--', '—', '?', 'not available', 'not applicable', '#null!', '#value!', '#ref!'],
])

/** Longer texts cannot be one of them. */
const longest = Math.max(...[...usual].map((word) => word.length))

/** How they begin, in either case: most cells begin otherwise. */
const beginnings = new Set([...usual].flatMap((word) => [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)]))

/** Whether a cell without spaces around it says that its value is missing. */
export function saysMissing(text: string): boolean {
  if (text === '') return true
  return text.length <= longest && beginnings.has(text.charCodeAt(0)) && usual.has(text.toLowerCase())
}
