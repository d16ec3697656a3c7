/**
 * Ids that are not text, written as DuckDB casts them to text, so that a file gives the same ids whichever reads it. Only floats are written
 * here even when DuckDB reads them: its digits are not always the shortest.
 */
import { fields, flag, number, oneOf, optional, requireArguments, type Shape } from '@rankwright/core/arguments'
import type { ColumnKind } from './columnKind.ts'

type Writer = (value: unknown) => string

const parts: Readonly<Record<ColumnKind['kind'], Readonly<Record<string, Shape>>>> = {
  text: {},
  uuid: {},
  truth: {},
  date: {},
  half: {},
  nothing: {},
  integer: { unsigned: flag },
  float: { single: flag },
  decimal: { precision: number(), scale: number() },
  timestamp: { unit: oneOf('MILLIS', 'MICROS', 'NANOS'), utc: optional(flag) },
  time: { unit: oneOf('MILLIS', 'MICROS', 'NANOS') },
  other: {},
  nested: {},
  vector: {},
  texts: {},
}

const columnShape: Shape = (argument, value) => {
  fields({ kind: oneOf(...Object.keys(parts)) }, 'the kind of a column')(argument, value)
  fields(parts[(value as ColumnKind).kind])(argument, value)
}

/** Undefined for kinds that only DuckDB can write. */
export function idWriter(column: ColumnKind): Writer | undefined {
  requireArguments({ column }, { column: columnShape })
  switch (column.kind) {
    case 'text':
    case 'uuid':
    case 'truth':
    case 'nothing':
      return String
    case 'integer':
      return (value) => integer(value, column.unsigned).toString()
    case 'float':
      return (value) => floatText(value as number, column.single)
    case 'half':
      return (value) => floatText(value as number, true)
    case 'decimal':
      return (value) => decimalText(unscaled(value), column.scale, column.precision)
    case 'date':
      return (value) => dateText(BigInt(value as number))
    case 'timestamp':
      return (value) => timestampText(value as bigint, digitsOfSecond[column.unit], column.utc === true ? '+00:00' : '')
    case 'time':
      return (value) => clockText(BigInt(value as number | bigint), digitsOfSecond[column.unit])
    case 'other':
    case 'nested':
    case 'vector':
    case 'texts':
      return undefined
  }
}

/** Whole numbers come as numbers or, of 64 bits, as bigints, signed in either case. */
export function integer(value: unknown, unsigned: boolean): number | bigint {
  if (!unsigned) return value as number | bigint
  return typeof value === 'bigint' ? BigInt.asUintN(64, value) : (value as number) >>> 0
}

/** The whole number behind a decimal: a number, or bytes in two's complement with the greatest first. */
export function unscaled(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint)
  let whole = 0n
  for (const byte of value) whole = (whole << 8n) | BigInt(byte)
  return BigInt.asIntN(8 * value.length, whole)
}

function decimalText(whole: bigint, scale: number, precision: number): string {
  if (scale === 0) return whole.toString()
  const sign = whole < 0n ? '-' : ''
  const digits = (whole < 0n ? -whole : whole).toString().padStart(precision > scale ? scale + 1 : scale, '0')
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The shortest digits that read back to the value; an exponent below 1e-4 and from 1e16 on. */
function floatText(value: number, single: boolean): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  const [mantissa, exponent] = (single ? shortestSingle(value) : value.toExponential()).split('e')
  const sign = Object.is(value, -0) || value < 0 ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  const power = Number(exponent)
  if (power < -4 || power >= 16) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${sign}${digits[0]}${rest}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  }
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`
  return `${sign}${digits.slice(0, power + 1).padEnd(power + 1, '0')}.${digits.slice(power + 1) || '0'}`
}

function shortestSingle(value: number): string {
  let text = value.toExponential(0)
  for (let decimals = 1; Math.fround(Number(text)) !== value; decimals++) text = value.toExponential(decimals)
  return text
}

const digitsOfSecond = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const
const greatestDay = 2n ** 31n - 1n
const greatestTime = 2n ** 63n - 1n

function dateText(days: bigint): string {
  if (days === greatestDay) return 'infinity'
  return days === -greatestDay ? '-infinity' : civilDate(days)
}

/** `count` parts of a second since 1970, each ten to the minus `digits`, and the zone that they are told in. */
function timestampText(count: bigint, digits: number, zone: string): string {
  if (count === greatestTime) return 'infinity'
  if (count === -greatestTime) return '-infinity'
  const day = 86_400n * 10n ** BigInt(digits)
  const days = floorDivided(count, day)
  return `${civilDate(days)} ${clockText(count - days * day, digits)}${zone}`
}

/** The time of day after `inDay` parts of a second. */
function clockText(inDay: bigint, digits: number): string {
  const second = 10n ** BigInt(digits)
  const seconds = Number(inDay / second)
  const part = (inDay % second).toString().padStart(digits, '0').replace(/0+$/, '')
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((each) => String(each).padStart(2, '0'))
  return `${clock.join(':')}${part === '' ? '' : `.${part}`}`
}

/** Days since 1970 in the Gregorian calendar, which repeats every 400 years of 146097 days. */
function civilDate(days: bigint): string {
  const era = floorDivided(days, 146_097n)
  const within = new Date(Number(days - era * 146_097n) * 86_400_000)
  const year = BigInt(within.getUTCFullYear()) + 400n * era
  const [month, day] = [within.getUTCMonth() + 1, within.getUTCDate()].map((each) => String(each).padStart(2, '0'))
  const shown = (year > 0n ? year : 1n - year).toString().padStart(4, '0')
  return `${shown}-${month}-${day}${year > 0n ? '' : ' (BC)'}`
}

function floorDivided(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
