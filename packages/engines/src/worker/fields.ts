/** Fields of a line stand between tabs, or between \x01 as in Hive and Spark. None of ours holds either. */
export const TAB = '\t'
export const CONTROL_A = '\u0001'
const separators: readonly number[] = [TAB, CONTROL_A].map((separator) => separator.charCodeAt(0))

/** The first fields of a line, and where the last begins. */
export function leadingFields(line: Buffer, count: number): { readonly fields: readonly string[]; readonly rest: number } | undefined {
  const fields: string[] = []
  let from = 0
  for (let at = 0; at < line.length && fields.length < count; at++) {
    if (!separators.includes(line[at])) continue
    fields.push(line.toString('utf8', from, at))
    from = at + 1
  }
  return fields.length === count ? { fields, rest: from } : undefined
}

/** The separator of a line. */
export function separatorOf(line: Buffer | string): string {
  return line.includes(CONTROL_A) ? CONTROL_A : TAB
}
