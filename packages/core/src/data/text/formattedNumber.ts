/** Numbers as people write them in tables: with a currency, a percent sign, thousands separators, or as a word for true or false. */

import { usualNumber } from './usualNumber.ts'

/** What stands before the decimals. */
export type DecimalMark = 'point' | 'comma'

/** How a number was written; `plain` for a decimal such as -1.5e3. */
export type NumberForm = 'plain' | 'percent' | 'currency' | 'brackets' | 'thousands' | 'words' | 'about'

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const plainWithComma = /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/
/** By thousands, or as in India: 12,34,567. */
const groupedByComma = /^[1-9](?:\d{0,2}(?:[,'’_\u00a0\u202f ]\d{3})+|\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/
const groupedByPoint = /^[1-9]\d{0,2}(?:[.'’_\u00a0\u202f ]\d{3})+(?:,\d+)?$/
const separators = { point: /[,'’_\u00a0\u202f ]/g, comma: /[.'’_\u00a0\u202f ]/g }

const signs = '[$€£¥￥₹₩₽₺₪฿₫₴₦¢円元원]'
const codes = '(?:US|CA|AU|NZ|HK|R)?\\$|USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|KRW|RUB|TRY|ZAR'
const currencyBefore = new RegExp(`^(?:${codes}|${signs})\\s*`)
const currencyAfter = new RegExp(`\\s*(?:${codes}|${signs})$`)

/** In English, and what spreadsheets and forms write in German, French, Spanish and Italian. */
const truths: ReadonlyMap<string, number> = new Map([
  ...['true', 'yes', 'y', 'on', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'sí', 'sì', 'si', 'vero'].map((word) => [word, 1] as const),
  ...['false', 'no', 'n', 'off', 'falsch', 'nein', 'faux', 'non', 'falso'].map((word) => [word, 0] as const),
])

/** Digits and marks of full width, as they are typed in East Asia. */
const fullWidth = /[\uff05\uff0b-\uff0e\uff10-\uff19]/g

/** No number that we read is longer. */
const longest = 60

/** The value of such a text, or undefined where it is none. `11%` is 0.11, `yes` is 1, `~5` is 5, `(5.00)`, `($5.00)` and `$(5.00)` are -5. */
export function formattedNumber(text: string, decimals: DecimalMark = 'point'): number | undefined {
  const usual = decimals === 'point' ? usualNumber(text) : Number.NaN
  return Number.isNaN(usual) ? readNumber(text, decimals)?.value : usual
}

/** A number, and how it was written. */
export interface WrittenNumber {
  readonly value: number
  readonly form: NumberForm
  /** Brackets make it negative, whatever else stands there: `($12)`. */
  readonly inBrackets?: boolean
}

/** The same with the form that the number had. */
export function readNumber(text: string, decimals: DecimalMark = 'point'): WrittenNumber | undefined {
  if (text.length > longest || text === '') return undefined
  if (decimals === 'point' && plain.test(text)) return { value: Number(text), form: 'plain' }
  if (decimals === 'comma' && plainWithComma.test(text)) return { value: Number(text.replace(',', '.')), form: 'plain' }
  const truth = truths.get(text.toLowerCase())
  if (truth !== undefined) return { value: truth, form: 'words' }
  if (beginsAsWord(text)) return undefined
  const narrow = text.replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
  if (narrow !== text) return readNumber(narrow, decimals)
  if (!/^[~≈]/.test(text)) return decorated(text, decimals)
  const number = readNumber(text.slice(1).trimStart(), decimals)
  return number === undefined || number.form === 'words' || number.form === 'about' ? undefined : { ...number, form: 'about' }
}

const letter = /^[A-Za-z]/

/** Whether a text begins with a letter that is of no currency: no number does, apart from words for true and false. Most texts are told by this look. */
export function beginsAsWord(text: string): boolean {
  return letter.test(text) && !currencyBefore.test(text)
}

function decorated(text: string, decimals: DecimalMark): WrittenNumber | undefined {
  let rest = text
  let sign = 1
  let inBrackets = false
  const openBrackets = () => {
    const bracketed = /^\((.*)\)$/.exec(rest)
    if (bracketed === null) return
    rest = bracketed[1]
    sign = -1
    inBrackets = true
  }
  openBrackets()
  const signed = /^[+\-−]\s*/.exec(rest)
  if (signed !== null) {
    if (inBrackets) return undefined
    rest = rest.slice(signed[0].length)
    if (signed[0][0] !== '+') sign = -1
  }
  const before = currencyBefore.exec(rest)
  const after = before === null ? currencyAfter.exec(rest) : null
  if (before !== null) rest = rest.slice(before[0].length)
  else if (after !== null) rest = rest.slice(0, after.index)
  if (!inBrackets && signed === null && (before !== null || after !== null)) openBrackets() // $(12)
  let form: NumberForm = before !== null || after !== null ? 'currency' : inBrackets ? 'brackets' : 'plain'
  const percent = /\s*%$/.exec(rest)
  if (percent !== null) {
    if (form === 'currency') return undefined
    rest = rest.slice(0, percent.index)
    form = 'percent'
  }
  if (before !== null && !inBrackets && /^-/.test(rest)) {
    rest = rest.slice(1)
    sign = -sign
  }
  if (form === 'currency') rest = rest.replace(/[.,][-–—]{1,2}$/, '') // CHF 12.-
  const value = unsigned(rest, decimals)
  if (value === undefined) return undefined
  if (form === 'plain' && value.grouped) form = 'thousands'
  return { value: (sign * value.number) / (percent === null ? 1 : 100), form, inBrackets }
}

function unsigned(text: string, decimals: DecimalMark): { readonly number: number; readonly grouped: boolean } | undefined {
  if (/^[+-]/.test(text)) return undefined
  if (decimals === 'point' && plain.test(text)) return { number: Number(text), grouped: false }
  if (decimals === 'comma' && plainWithComma.test(text)) return { number: Number(text.replace(',', '.')), grouped: false }
  const grouped = decimals === 'point' ? groupedByComma : groupedByPoint
  if (!grouped.test(text)) return undefined
  const digits = text.replace(separators[decimals], '')
  return { number: Number(decimals === 'comma' ? digits.replace(',', '.') : digits), grouped: true }
}
