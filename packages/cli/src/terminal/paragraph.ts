/** A text broken into lines of at most a given number of columns; a longer word gets its own line. */
export function paragraph(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** The same, each line moved to the right. */
export function indented(text: string, columns: number, by: number): string[] {
  return paragraph(text, columns - by).map((line) => ' '.repeat(by) + line)
}
