/** Words that stand where a value is missing, in lower case. */
const usual: ReadonlySet<string> = new Set([
  ...['', 'na', 'n/a', '#n/a', '#na', '<na>', 'nan', '-nan', 'null', '\\n', 'none', 'nil'],
  ...['-', '--', '—', '?', 'not available', 'not applicable', '#null!', '#value!', '#ref!'],
])

/** Longer texts cannot be one of them. */
const longest = Math.max(...[...usual].map((word) => word.length))

/** Whether a cell without spaces around it says that its value is missing. */
export function saysMissing(text: string): boolean {
  return text.length <= longest && usual.has(text.toLowerCase())
}
