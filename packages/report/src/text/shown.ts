/** Numbers and names as a page shows them. */

/** Four significant digits, grouped; exponents only far from 1. */
export function readable(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'n/a' : value > 0 ? '∞' : '−∞'
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e9 || size < 1e-4) return withMinus(value.toExponential(digits - 1).replace(/\.?0+e/, 'e'))
  if (Number.isInteger(value)) return grouped(value)
  const [whole, decimals] = String(Number(value.toPrecision(Math.max(digits, String(Math.trunc(size)).length)))).split('.')
  return withMinus(`${separated(whole)}${decimals === undefined ? '' : `.${decimals}`}`)
}

/** A fixed number of decimals, so that a column of them lines up. */
export function decimals(value: number | undefined, count = 3): string {
  if (value === undefined || Number.isNaN(value)) return 'n/a'
  return Number.isFinite(value) ? withMinus(withoutSignOfZero(value.toFixed(count))) : readable(value)
}

/** The same, grouped: 1234.5 as 1,234.50. */
export function fixed(value: number, count: number): string {
  const [whole, digits] = withoutSignOfZero(value.toFixed(count)).split('.')
  return withMinus(`${separated(whole)}${digits === undefined ? '' : `.${digits}`}`)
}

/** A column of numbers with the same decimals: the greatest has four significant digits. Very great and very small ones are as by themselves. */
export function column(values: readonly number[]): string[] {
  const greatest = Math.max(0, ...values.filter((value) => Number.isFinite(value)).map((value) => Math.abs(value)))
  if (greatest >= 1e9 || greatest < 1e-4) return values.map((value) => readable(value))
  const places = Math.max(0, 3 - Math.floor(Math.log10(greatest)))
  return values.map((value) => (Number.isFinite(value) ? fixed(value, places) : readable(value)))
}

/** A lower bound is rounded down. */
export function atLeast(bound: number, count = 3): string {
  return decimals(Math.floor(bound * 10 ** count) / 10 ** count, count)
}

export function between([low, high]: readonly [number, number], count = 3): string {
  return Number.isNaN(low) ? 'too few lists' : `${decimals(low, count)} to ${decimals(high, count)}`
}

/** A difference, with its sign. */
export function signed(value: number, count = 3): string {
  const shown = decimals(value, count)
  return value > 0 && /[1-9∞]/.test(shown) ? `+${shown}` : shown
}

/** 0.5 as 50 %. */
export function percent(share: number, count = 1): string {
  return Number.isNaN(share) ? 'n/a' : `${withMinus(withoutSignOfZero((100 * share).toFixed(count)))} %`
}

/** 1234567 as 1,234,567. */
export function grouped(count: number): string {
  return withMinus(separated(String(count)))
}

/** 3 lists, 1 list. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`
}

/** A name without characters that a page cannot hold: control characters and halves of pairs become a replacement mark. */
export function cleaned(text: string): string {
  return text.replaceAll(/[\p{Control}\p{Surrogate}\ufffe\uffff]/gu, '\ufffd')
}

/** A long name is cut in the middle: both ends tell names apart. */
export function shortened(text: string, most = 60): string {
  const letters = Array.from(cleaned(text))
  if (letters.length <= most) return letters.join('')
  const half = Math.floor((most - 1) / 2)
  return `${letters.slice(0, most - 1 - half).join('')}…${letters.slice(letters.length - half).join('')}`
}

function separated(whole: string): string {
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** What rounds to 0 has no sign. */
function withoutSignOfZero(text: string): string {
  return /[1-9]/.test(text) ? text : text.replace('-', '')
}

function withMinus(text: string): string {
  return text.replace(/^-/, '−').replace('e-', 'e−').replace('e+', 'e')
}

/** A name within a sentence: one that is written from right to left stays by itself, or the words and numbers after it change their places. */
export function inSentence(name: string): string {
  return fromRight.test(name) ? `\u2068${name}\u2069` : name
}

const fromRight = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
