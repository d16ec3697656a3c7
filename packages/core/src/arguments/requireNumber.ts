import { refuseArgument } from './refuseArgument.ts'

export interface NumberRange {
  readonly atLeast?: number
  readonly above?: number
  readonly atMost?: number
  readonly whole?: true
  /** Infinity is allowed. */
  readonly infinite?: true
  /** NaN is allowed: the value is missing. */
  readonly missing?: true
}

/** Throws unless the value is a number in the range. */
export function requireNumber(argument: string, value: unknown, range: NumberRange = {}): asserts value is number {
  if (typeof value === 'number' && inRange(value, range)) return
  refuseArgument(argument, value, rangeInWords(range))
}

function inRange(value: number, { atLeast, above, atMost, whole, infinite, missing }: NumberRange): boolean {
  if (Number.isNaN(value)) return missing === true
  if (!infinite && !Number.isFinite(value)) return false
  if (whole && Number.isFinite(value) && !Number.isSafeInteger(value)) return false
  if (atLeast !== undefined && value < atLeast) return false
  if (above !== undefined && value <= above) return false
  return atMost === undefined || value <= atMost
}

function rangeInWords({ atLeast, above, atMost, whole, infinite, missing }: NumberRange): string {
  const limits = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ]
  const kind = whole ? 'a whole number' : infinite ? 'a number' : 'a finite number'
  return `${kind}${limits.length === 0 ? '' : ` of ${limits.join(' and ')}`}${infinite ? ', or Infinity' : ''}${missing ? ', or NaN where it is missing' : ''}`
}
