/** The cells of one line of a small table: quoted or not, without the spaces around them. */
export function rowCells(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim())
  const cells: string[] = []
  let position = 0
  for (;;) {
    while (text[position] === ' ') position++
    let cell = ''
    if (text[position] === '"') {
      let close = position + 1
      while (close < text.length && (text[close] !== '"' || text[close + 1] === '"')) close += text[close] === '"' ? 2 : 1
      cell = text.slice(position + 1, close).replaceAll('""', '"')
      position = close + 1
      while (position < text.length && text[position] !== separator) position++
    } else {
      const next = text.indexOf(separator, position)
      const end = next < 0 ? text.length : next
      cell = text.slice(position, end).trim()
      position = end
    }
    cells.push(cell)
    if (position >= text.length) return cells
    position++
  }
}
