/** The known name nearest to what was written, for "did you mean"; undefined if none is near enough to be a typing error. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  if (typeof written !== 'string') return undefined
  let nearest: string | undefined
  let allowed = written.length < 3 ? 1 : Math.ceil(written.length / 3)
  for (const name of known) {
    const edits = editsBetween(written, name)
    if (edits > allowed || (nearest !== undefined && edits === allowed)) continue
    nearest = name
    allowed = edits
  }
  return nearest
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
