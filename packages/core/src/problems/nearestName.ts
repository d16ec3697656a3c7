/** The known name nearest to what was written, for "did you mean"; undefined if none is near enough to be a typing error. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  if (typeof written !== 'string') return undefined
  const text = written.toLowerCase()
  const allowed = written.length < 3 ? 1 : Math.ceil(written.length / 3)
  let nearest: { readonly name: string; readonly edits: number; readonly start: number } | undefined
  for (const name of known) {
    const other = name.toLowerCase()
    const edits = editsBetween(text, other)
    if (edits > allowed || edits >= Math.max(text.length, other.length, 1)) continue // in the latter case they share nothing
    const start = commonStart(text, other)
    if (nearest !== undefined && (edits > nearest.edits || (edits === nearest.edits && start <= nearest.start))) continue
    nearest = { name, edits, start }
  }
  return nearest?.name
}

/** Of names that are equally near, the one that starts alike was probably meant: "sate" is "state" rather than "rate". */
function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** Insertions, deletions and replacements of single characters. Levenshtein 1966; Wagner & Fischer 1974 for the table. */
function editsBetween(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0]
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const replaced = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1)
      diagonal = row[j]
      row[j] = Math.min(replaced, row[j] + 1, row[j - 1] + 1)
    }
  }
  return row[b.length]
}
