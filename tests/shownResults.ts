/** A result that a page shows, beside what the code gave. */
export interface Shown {
  readonly line: number
  readonly actual: unknown
  readonly expected: string
}

/** What is different: numbers are compared to the last digit shown, everything else exactly. */
export function differences({ actual, expected }: Shown): string[] {
  const value = plain(actual)
  if (typeof value === 'string' && (value === expected || JSON.stringify(value) === expected)) return []
  let shown: unknown
  try {
    shown = plain(new Function(`return (${expected})`)())
  } catch {
    return [`shows ${expected}, gave ${JSON.stringify(value)}`]
  }
  return alike(value, shown, unitOfLastDigit(expected)) ? [] : [`shows ${expected}, gave ${JSON.stringify(value)}`]
}

function alike(actual: unknown, shown: unknown, unit: number): boolean {
  if (typeof actual === 'number' && typeof shown === 'number') {
    return Object.is(actual, shown) || Math.abs(actual - shown) <= (Number.isInteger(shown) && unit >= 1 ? 0 : unit * 0.5000001)
  }
  if (Array.isArray(actual) && Array.isArray(shown)) {
    return actual.length === shown.length && actual.every((item, i) => alike(item, shown[i], unit))
  }
  if (isRecord(actual) && isRecord(shown)) {
    const names = Object.keys(shown)
    return Object.keys(actual).length === names.length && names.every((name) => alike(actual[name], shown[name], unit))
  }
  return Object.is(actual, shown)
}

/** 0.01 for `[0.25, 0.5]`: the finest digit that stands in the text. */
function unitOfLastDigit(text: string): number {
  const decimals = [...text.matchAll(/\d\.(\d+)(e[+-]?\d+)?/gi)].map(
    ([, digits, exponent]) => digits.length - Number(exponent?.slice(1) ?? 0),
  )
  return decimals.length === 0 ? 1 : 10 ** -Math.max(...decimals)
}

function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as unknown as ArrayLike<number>)
  if (Array.isArray(value)) return value.map(plain)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]))
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
