import { type DateOrder, dateOrderBy, dateOrderCounts, dayOf, dayOrVersion, mayBeSeason, orderIsOpen, showDays } from '../cells/cellDate.ts'
import { plainVectorLength } from '../cells/cellVector.ts'
import { WordReader } from '../cells/wordReader.ts'
import { type NumberEncoder, unitText } from '../encoders/numberEncoder.ts'
import { type DecimalMark, type NumberForm, readNumber } from '../text/formattedNumber.ts'
import { inUnit, readUnitNumber } from '../text/numberWithUnit.ts'

/** The cells of a column that are looked at: each different text with how often it occurs, and how many cells are missing. */
export interface ColumnSample {
  readonly texts: ReadonlyMap<string, number>
  /** Cells that are numbers by their type, as in JSON, in the same way: they say nothing of how texts write numbers. */
  readonly numbers: ReadonlyMap<string, number>
  readonly missing: number
}

/** Takes the cells of a column one by one. */
export class SampledCells implements ColumnSample {
  readonly texts = new Map<string, number>()
  readonly numbers = new Map<string, number>()
  missing = 0

  add(cell: string | number | undefined): void {
    if (cell === undefined) this.missing++
    else {
      const [cells, text] = typeof cell === 'number' ? [this.numbers, String(cell)] : [this.texts, cell]
      cells.set(text, (cells.get(text) ?? 0) + 1)
    }
  }
}

/** What the cells of a column look like. `id`: nearly every row has a value of its own. */
export type GuessedRole =
  | ({ readonly role: 'number'; readonly reason: string } & NumberWriting)
  | { readonly role: 'date'; readonly reason: string; readonly order: DateOrder }
  | { readonly role: 'category' | 'text' | 'vector' | 'ignored' | 'id'; readonly reason: string }

/** How the numbers of a column are written. */
export type NumberWriting = Pick<NumberEncoder, 'decimals' | 'unit'>

/** From this share of numbers on, a column is one of numbers; what is none is then a fault. */
const numberShare = 0.5
/** Dates and vectors are rarely written by accident, and rarely mixed with anything else. */
const otherShare = 0.9
/** From this share of codes with leading zeros on, a column of digits is one of codes. */
const paddedShare = 0.01
/** Below so many rows nobody can tell an id from a category. */
const fewRows = 20

/** Why a column is ignored. */
export const noRowHasAValue = 'no row has a value'

/** `order` is that of dates which do not show it, if it is given. */
export function guessRole({ texts, numbers, missing }: ColumnSample, order?: DateOrder): GuessedRole {
  const typed = sum(numbers.values())
  const written = sum(texts.values())
  const rows = written + typed
  if (rows === 0) return { role: 'ignored', reason: missing === 0 ? 'there are no rows' : noRowHasAValue }
  const cells = typed === 0 ? texts : together(texts, numbers)
  return (
    vectorGuess(cells, rows) ??
    dateGuess(cells, rows, order) ??
    unitGuess(texts, written) ??
    codeGuess(cells, rows) ??
    numberGuess(texts, rows, typed) ??
    wordGuess(cells, rows)
  )
}

function together(texts: ColumnSample['texts'], numbers: ColumnSample['numbers']): ColumnSample['texts'] {
  const cells = new Map(texts)
  for (const [number, times] of numbers) cells.set(number, (cells.get(number) ?? 0) + times)
  return cells
}

function vectorGuess(texts: ColumnSample['texts'], rows: number): GuessedRole | undefined {
  const lengths = new Map<number, number>()
  for (const [text, times] of texts) {
    const length = plainVectorLength(text)
    // (1,200) is a negative number.
    if (length !== undefined && (text[0] === '[' || !isNumber(text))) lengths.set(length, (lengths.get(length) ?? 0) + times)
  }
  const [length, times] = [...lengths].sort((a, b) => b[1] - a[1])[0] ?? [0, 0]
  return times >= otherShare * rows ? { role: 'vector', reason: `arrays of ${length} numbers` } : undefined
}

function isNumber(text: string): boolean {
  return readNumber(text, 'point') !== undefined || readNumber(text, 'comma') !== undefined
}

function dateGuess(texts: ColumnSample['texts'], rows: number, given: DateOrder | undefined): GuessedRole | undefined {
  const counts = dateOrderCounts(texts.keys())
  const order = dateOrderBy(counts, given)
  const dayIn = showDays(counts) ? dayOrVersion : dayOf
  const found = [...texts].filter(([text]) => dayIn(text, order) !== undefined)
  if (sum(found.map(([, times]) => times)) < otherShare * rows) return undefined
  if (found.every(([text]) => mayBeSeason(text))) return undefined
  const shown = counts.all === 0 ? 'dates' : `dates, ${order.replace('-', ' ')}`
  const isOpen = given === undefined && orderIsOpen(counts)
  return { role: 'date', reason: isOpen ? `${shown} (no day is above 12, so it may be otherwise)` : shown, order }
}

/** `00236`; of two digits it may be a month or an hour. */
const withLeadingZero = /^0\d{2,}$/

/** Digits with zeros before them are names of something: as numbers, `0012` and `12` would be the same. */
function codeGuess(texts: ColumnSample['texts'], rows: number): GuessedRole | undefined {
  const padded = [...texts].filter(([text]) => withLeadingZero.test(text) && Number(text) > 0)
  if (padded.length < 2 || sum(padded.map(([, times]) => times)) < paddedShare * rows) return undefined
  const digits = sum([...texts].map(([text, times]) => (/^\d+$/.test(text) ? times : 0)))
  if (digits < otherShare * rows) return undefined
  const guess = wordGuess(texts, rows)
  return { role: guess.role === 'id' ? 'id' : 'category', reason: `digits with leading zeros are no numbers; ${guess.reason}` }
}

/** `typed`: so many of the cells are numbers that are no texts. */
function numberGuess(texts: ColumnSample['texts'], rows: number, typed: number): GuessedRole | undefined {
  const point = formsOf(texts, 'point')
  const comma = formsOf(texts, 'comma')
  const [decimals, forms] = comma.read > point.read ? (['comma', comma] as const) : (['point', point] as const)
  const read = forms.read + typed
  if (read < numberShare * rows) return undefined
  // Words such as yes are truth values where all are; beside other words they are words.
  if (read < rows && read - (forms.forms.get('words') ?? 0) < numberShare * rows) return undefined
  const kinds = [...forms.forms].filter(([form]) => form !== 'plain').map(([form]) => formWords[form])
  const marked = decimals === 'comma' ? ['a decimal comma'] : []
  const how = [...kinds, ...marked]
  return { role: 'number', reason: how.length === 0 ? 'numbers' : `numbers with ${how.join(' and ')}`, decimals }
}

/** How most numbers of a column are written. */
export function numberFormOf({ texts }: ColumnSample): NumberWriting {
  const writing = unitIn(texts, sum(texts.values()), numberShare)
  if (writing !== undefined) return { decimals: writing.decimals, unit: writing.unit }
  return { decimals: formsOf(texts, 'comma').read > formsOf(texts, 'point').read ? 'comma' : 'point' }
}

function unitGuess(texts: ColumnSample['texts'], rows: number): GuessedRole | undefined {
  const writing = unitIn(texts, rows, otherShare)
  if (writing === undefined) return undefined
  const { decimals, unit, converted } = writing
  const comma = decimals === 'comma' ? ', with a decimal comma' : ''
  return { role: 'number', reason: `numbers${unitText(unit)}${converted ? ', others converted' : ''}${comma}`, decimals, unit }
}

/**
 * The unit that most numbers have, where so many cells are numbers in it or in units that can become it. Half of them must have a unit: numbers
 * alone are then taken for that one. Only k, M and B may be rare.
 */
function unitIn(
  texts: ColumnSample['texts'],
  rows: number,
  share: number,
): (Required<NumberWriting> & { readonly converted: boolean }) | undefined {
  let best: (Required<NumberWriting> & { readonly converted: boolean; readonly read: number }) | undefined
  for (const decimals of ['point', 'comma'] as const) {
    const found = [...texts].flatMap(([text, times]) => {
      const number = readUnitNumber(text, decimals)
      return number === undefined ? [] : [{ ...number, times }]
    })
    const units = new Map<string, number>()
    for (const { unit, times } of found) units.set(unit, (units.get(unit) ?? 0) + times)
    const named = [...units].filter(([unit]) => unit !== '').sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    if (named.length === 0) continue
    const unit = inUnit({ value: 1, unit: named[0][0] }, '') === undefined ? named[0][0] : ''
    if (unit !== '' && named[0][1] < numberShare * rows) continue
    const read = sum(found.map((number) => (inUnit(number, unit) === undefined ? 0 : number.times)))
    const converted = unit !== '' && named.slice(1).some(([other]) => inUnit({ value: 1, unit: other }, unit) !== undefined)
    if (read >= share * rows && read > (best?.read ?? 0)) best = { decimals, unit, converted, read }
  }
  return best && { decimals: best.decimals, unit: best.unit, converted: best.converted }
}

const formWords: Readonly<Record<NumberForm, string>> = {
  plain: 'digits',
  percent: 'percent signs (11% is read as 0.11)',
  currency: 'a currency',
  brackets: 'brackets for negative numbers ((12) is read as -12)',
  thousands: 'thousands separators',
  words: 'words for true and false (yes is read as 1)',
  about: 'a sign for about (~5 is read as 5)',
}

function formsOf(
  texts: ColumnSample['texts'],
  decimals: DecimalMark,
): { readonly read: number; readonly forms: ReadonlyMap<NumberForm, number> } {
  const forms = new Map<NumberForm, number>()
  let read = 0
  for (const [text, times] of texts) {
    const found = readNumber(text, decimals)
    if (found === undefined) continue
    read += times
    for (const form of new Set<NumberForm>([found.form, ...(found.inBrackets ? ['brackets' as const] : [])]))
      forms.set(form, (forms.get(form) ?? 0) + times)
  }
  return { read, forms }
}

/** No spaces, and a digit or a capital among plain letters: `P12-7`, `B00XYZ`. Writing without spaces has other letters. */
const codeLike = /^(?=.*[\dA-Z])[\dA-Za-z_.:/#-]+$/

/** Text has several words and many different values; a category has few; an id has one value for nearly every row. */
function wordGuess(texts: ColumnSample['texts'], rows: number): GuessedRole {
  const reader = new WordReader()
  const words = sum([...texts].map(([text, times]) => reader.read(text) * times)) / rows
  const different = texts.size
  const share = different / rows
  const isId =
    rows >= fewRows && share > otherShare && sum([...texts].map(([text, times]) => (codeLike.test(text) ? times : 0))) > otherShare * rows
  if (isId) return { role: 'id', reason: 'nearly every row has its own value, so it is an id' }
  const isText = (words >= 3 && different > 32) || (words >= 2 && share > 0.3 && different > 4)
  if (isText) return { role: 'text', reason: `texts of ${words.toFixed(1)} words on average` }
  if (rows >= fewRows && share > otherShare) return { role: 'id', reason: 'nearly every row has its own value, so it is an id' }
  return { role: 'category', reason: `${different} different ${different === 1 ? 'value' : 'values'}` }
}

/** Every so many ids of lists are looked at. */
export function stepOfIds(lists: number): number {
  return Math.max(1, Math.floor(lists / 2000))
}

/** Some ids of lists, spread evenly. */
export function sampledIds(ids: readonly string[]): readonly string[] {
  const step = stepOfIds(ids.length)
  return step === 1 ? ids : ids.filter((_, list) => list % step === 0)
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
