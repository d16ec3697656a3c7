/** Fields of a line stand between tabs, or between \x01 as in Hive and Spark. None of ours holds either. */
export const TAB = '\t'
export const CONTROL_A = '\u0001'
const TAB_CODE = 0x09
const CONTROL_A_CODE = 0x01

/** The first fields of a line, and where the last begins. */
export function leadingFields(line: Buffer, count: number): { readonly fields: readonly string[]; readonly rest: number } | undefined {
  const ends = new Uint32Array(count)
  if (!fieldEnds(line, ends)) return undefined
  const fields = Array.from(ends, (end, field) => line.toString('utf8', field === 0 ? 0 : ends[field - 1] + 1, end))
  return { fields, rest: ends[count - 1] + 1 }
}

/** Finds where the first fields of a line end; whether there are so many. */
export function fieldEnds(line: Uint8Array, into: Uint32Array): boolean {
  let found = 0
  for (let at = 0; at < line.length && found < into.length; at++) {
    if (line[at] === TAB_CODE || line[at] === CONTROL_A_CODE) into[found++] = at
  }
  return found === into.length
}

/** The separator of a line. */
export function separatorOf(line: Buffer | string): string {
  return line.includes(CONTROL_A) ? CONTROL_A : TAB
}
