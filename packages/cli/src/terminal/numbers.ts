/** A readable number: a given number of significant digits, no exponent unless it is far from 1. */
export function readable(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'n/a' : String(value)
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e6 || size < 1e-4) return value.toExponential(digits - 1).replace(/\.?0+e/, 'e')
  if (Number.isInteger(value)) return String(value)
  return String(Number(value.toPrecision(digits)))
}

/** A share or a metric: four decimals, so that a column of them lines up. */
export function decimals(value: number | null | undefined, count = 4): string {
  return value === undefined || value === null || Number.isNaN(value) ? 'n/a' : value.toFixed(count)
}

/** A lower bound is rounded down. */
export function atLeast(bound: number): string {
  return decimals(Math.floor(bound * 1e4) / 1e4)
}

/** 1234567 as 1,234,567. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** 3 lists, 1 list. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

export function seconds(value: number): string {
  return value < 10 ? `${value.toFixed(2)} s` : value < 120 ? `${value.toFixed(0)} s` : `${(value / 60).toFixed(1)} min`
}
