/** A position in the input. Lines and columns count from 1. */
export interface Place {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** `train.txt:1204:1`, the form terminals and editors understand. */
export function place({ file, line, column }: Place): string {
  if (line === undefined) return file
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`
}
