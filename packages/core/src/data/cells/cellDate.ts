/** Dates as tables write them, as days since 1970-01-01 (UTC) with the time of day as a part. */

/** In which order day, month and year stand where all are numbers and the year is last. */
export type DateOrder = 'day-first' | 'month-first'

/** Hours before UTC of zones whose names mean one thing in most exports. */
const namedZones: Readonly<Record<string, number>> = {
  CEST: 2,
  CET: 1,
  EEST: 3,
  EET: 2,
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
  JST: 9,
}

/** Hours, minutes, seconds, `a` or `p` of am and pm, and a zone. */
const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?\s*(Z|UTC|GMT|${Object.keys(namedZones).join('|')}|[+-]\d{2}(?::?\d{2})?)?`
const maybeClock = `(?:(?:[T ,]+| at )${clock})?$`
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${maybeClock}`, 'i')
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${maybeClock}`, 'i')
const shortYear = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{2})${maybeClock}`, 'i')
/** Between points or dashes, day and month have two digits: `1.10.12` may be a version. */
const likeVersion = /^(?=\d{1,2}([.-])\d{1,2}\1\d{2}(?!\d))(?!\d\d.\d\d)/
/** Of these two centuries alone, as other digits are parts of codes. */
const yearAndMonth = /^((?:19|20)\d{2})[-/](\d{2})$/
const eastAsian = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?$/
/** `3 Dec 2024`, and years of two digits between dashes: `03-DEC-24`. */
const dayMonthWord = new RegExp(
  String.raw`^(\d{1,2})(?:(?:st|nd|rd|th|er|\.)?(?:[ -]| de )([a-zà-ÿ]{3,10})\.?,?(?:[ -]| de )(\d{4})|-([a-z]{3})-(\d{2}))${maybeClock}`,
  'i',
)
const monthWordDay = new RegExp(String.raw`^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${maybeClock}`, 'i')
/** `Dec 2018`, `Dec-2018`, `déc. 2018`, `diciembre de 2018`. */
const monthWordYear = /^([a-zà-ÿ]{3,10})\.?,?(?:[ -]| de )(\d{4})$/i
const wordAndComma = /^([a-zà-ÿ]{2,10})\.?, /i
/** The days of the week in the languages of the months; they may stand before a date, with a comma. */
const weekdayWords: ReadonlySet<string> = new Set(
  [
    'mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday',
    'mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag',
    'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo',
    'lunedì martedì mercoledì giovedì venerdì sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  ].flatMap((words) => words.split(' ')),
)
/** In English, German, French, Spanish, Italian, Portuguese and Dutch, January first. */
const monthWords = [
  'jan january januar jänner janvier janv enero ene gennaio gen janeiro januari',
  'feb february februar février févr fév febrero febbraio fevereiro fev februari',
  'mar march märz mär mrz mars marzo março maart mrt',
  'apr april avril avr abril abr aprile',
  'may mai mayo maggio mag maio mei',
  'jun june juni juin junio giugno giu junho',
  'jul july juli juillet juil julio luglio lug julho',
  'aug august août aoû agosto ago augustus',
  'sep sept september septembre septiembre settembre set setembro',
  'oct october oktober okt octobre octubre ottobre ott outubro out',
  'nov november novembre noviembre novembro',
  'dec december dezember dez décembre déc diciembre dicembre dic dezembro',
]
const monthsByWord: ReadonlyMap<string, number> = new Map(
  monthWords.flatMap((words, month) => words.split(' ').map((word) => [word, month + 1] as const)),
)
const digitsOnly = /^\d+$/
const epochSeconds = /^\d{9,10}$/
const epochMilliseconds = /^\d{12,13}$/

const [dash, zero, nine] = [45, 48, 57]

/** No date that we read is longer. */
const longest = 40

/** The day of a date, or undefined where the text is none or may be a version. A month without a day begins on its first. */
export function dayOf(text: string, order: DateOrder): number | undefined {
  return likeVersion.test(text) ? undefined : dayOrVersion(text, order)
}

/** The same, and `1.10.12` is a date: for columns whose other texts show it. */
export function dayOrVersion(text: string, order: DateOrder): number | undefined {
  if (text.length > longest) return undefined
  if (text.length === 10 && text.charCodeAt(4) === dash && text.charCodeAt(7) === dash) {
    const year = digitsIn(text, 0, 4)
    const month = digitsIn(text, 5, 7)
    const date = digitsIn(text, 8, 10)
    if (year >= 0 && month >= 0 && date >= 0) return civilDay(year, month, date)
  }
  const first = yearFirst.exec(text)
  if (first !== null) {
    const day = civilDay(Number(first[1]), Number(first[3]), Number(first[4]))
    return withTime(day, first, 5)
  }
  const last = yearLast.exec(text)
  if (last !== null) {
    const [day, month] = order === 'day-first' ? [last[1], last[3]] : [last[3], last[1]]
    return withTime(civilDay(Number(last[4]), Number(month), Number(day)), last, 5)
  }
  return withShortYear(text, order) ?? monthIn(text) ?? inWords(text)
}

function monthIn(text: string): number | undefined {
  const found = yearAndMonth.exec(text)
  return found === null ? undefined : civilDay(Number(found[1]), Number(found[2]), 1)
}

/** Whether `2011-12` may be the season from 2011 to 2012. */
export function mayBeSeason(text: string): boolean {
  const found = yearAndMonth.exec(text)
  return found !== null && (Number(found[1]) + 1) % 100 === Number(found[2])
}

/** Years of two digits: 69 is 1969, and 68 is 2068. */
function withShortYear(text: string, order: DateOrder): number | undefined {
  const found = shortYear.exec(text)
  if (found === null) return undefined
  const [day, month] = order === 'day-first' ? [found[1], found[3]] : [found[3], found[1]]
  return withTime(civilDay(wholeYear(found[4]), Number(month), Number(day)), found, 5)
}

function wholeYear(ofTwoDigits: string): number {
  return Number(ofTwoDigits) + (Number(ofTwoDigits) < 69 ? 2000 : 1900)
}

/** The same again, and a whole number is seconds or milliseconds since 1970, or `20241203`: for columns that are said to be dates. */
export function dayOrEpoch(text: string, order: DateOrder): number | undefined {
  if (text.length === 8 && digitsOnly.test(text)) return civilDay(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))
  const isEpoch = text.length >= 9 && text.length <= 13 && text.charCodeAt(4) !== dash
  if (isEpoch && epochSeconds.test(text)) return Number(text) / 86_400
  if (isEpoch && epochMilliseconds.test(text)) return Number(text) / 86_400_000
  return dayOrVersion(text, order)
}

/** What texts say about the order of their days and months. Counts of some texts can be added to those of others. */
export interface DateOrderCounts {
  /** Dates of numbers with the year last, and those of them without a slash. */
  readonly all: number
  readonly points: number
  /** Those that can only be read in one order. */
  readonly dayFirst: number
  readonly monthFirst: number
}

/** Undefined for a text that says nothing: its date is the same in either order. */
export function dateOrderIn(text: string): DateOrderCounts | undefined {
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2/.exec(text)
  if (parts === null || !(yearLast.test(text) || shortYear.test(text))) return undefined
  return {
    all: 1,
    points: Number(parts[2] !== '/'),
    dayFirst: Number(Number(parts[1]) > 12),
    monthFirst: Number(Number(parts[3]) > 12),
  }
}

/** The order that fits most texts, or the one that is given where they do not agree on one; of two that fit equally, the one that is usual with the separator. */
export function dateOrderBy({ all, points, dayFirst, monthFirst }: DateOrderCounts, given?: DateOrder): DateOrder {
  if (given !== undefined && dayFirst > 0 === monthFirst > 0) return given
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day-first' : 'month-first'
  return 2 * points > all ? 'day-first' : 'month-first'
}

/** Whether so many texts can only be read in one order that short years such as `13.1.99` are no versions: of all days, three in five are above 12. */
export function showDays({ all, dayFirst, monthFirst }: DateOrderCounts): boolean {
  return 3 * (dayFirst + monthFirst) >= all
}

/** Whether nothing but the slash says the order: `08/09/2024` is one day in America and another one elsewhere. */
export function orderIsOpen({ all, points, dayFirst, monthFirst }: DateOrderCounts): boolean {
  return dayFirst === 0 && monthFirst === 0 && 2 * points < all
}

/** Counts with so many texts more that say the same. */
export function withDateOrder(counts: DateOrderCounts, added: DateOrderCounts, times: number): DateOrderCounts {
  return {
    all: counts.all + times * added.all,
    points: counts.points + times * added.points,
    dayFirst: counts.dayFirst + times * added.dayFirst,
    monthFirst: counts.monthFirst + times * added.monthFirst,
  }
}

export const noDateOrder: DateOrderCounts = { all: 0, points: 0, dayFirst: 0, monthFirst: 0 }

/** What these texts say about their order. */
export function dateOrderCounts(texts: Iterable<string>): DateOrderCounts {
  let counts = noDateOrder
  for (const text of texts) {
    const found = dateOrderIn(text)
    if (found !== undefined) counts = withDateOrder(counts, found, 1)
  }
  return counts
}

/** The order of these texts, as `dateOrderBy` finds it. */
export function dateOrderOf(texts: Iterable<string>, given?: DateOrder): DateOrder {
  return dateOrderBy(dateOrderCounts(texts), given)
}

/** The number that digits from start to end are, -1 if there are others: what most dates consist of is read without a pattern. */
function digitsIn(text: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code < zero || code > nine) return -1
    number = 10 * number + (code - zero)
  }
  return number
}

function inWords(text: string): number | undefined {
  const word = wordAndComma.exec(text)
  const date = word !== null && weekdayWords.has(word[1].toLowerCase()) ? text.slice(word[0].length) : text
  const dayFirst = dayMonthWord.exec(date)
  if (dayFirst !== null) {
    const [, day, month = dayFirst[4], year] = dayFirst
    return withTime(civilDay(year === undefined ? wholeYear(dayFirst[5]) : Number(year), monthOf(month), Number(day)), dayFirst, 6)
  }
  const inSigns = eastAsian.exec(date)
  if (inSigns !== null) return civilDay(Number(inSigns[1]), Number(inSigns[2]), Number(inSigns[3] ?? 1))
  const monthFirst = monthWordDay.exec(date)
  if (monthFirst !== null) return withTime(civilDay(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2])), monthFirst, 4)
  const monthAlone = monthWordYear.exec(text)
  return monthAlone === null ? undefined : civilDay(Number(monthAlone[2]), monthOf(monthAlone[1]), 1)
}

function monthOf(word: string): number {
  return monthsByWord.get(word.toLowerCase()) ?? 0
}

/** The day with the time that was found from a place on: hours, minutes, seconds, `a` or `p`, and the zone. */
function withTime(day: number | undefined, found: RegExpExecArray, from: number): number | undefined {
  const [hours = '0', minutes = '0', seconds = '0', half, zone] = found.slice(from, from + 5)
  const [clockHour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  if (day === undefined || clockHour > 24 || minute > 59 || second > 60) return undefined
  if (half !== undefined && (clockHour < 1 || clockHour > 12)) return undefined
  const hour = half === undefined ? clockHour : (clockHour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const offset = zone === undefined ? 0 : zoneMinutes(zone)
  return day + (hour * 3600 + minute * 60 + second - offset * 60) / 86_400
}

function zoneMinutes(zone: string): number {
  if (!/^[+-]/.test(zone)) return 60 * (namedZones[zone.toUpperCase()] ?? 0)
  const digits = zone.slice(1).replace(':', '')
  return (zone[0] === '-' ? -1 : 1) * (60 * Number(digits.slice(0, 2)) + Number(digits.slice(2)))
}

/** Days since 1970-01-01 in the calendar of today, or undefined if there is no such day. Hinnant's days_from_civil. */
function civilDay(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The month of a day, from 1. */
export function monthOfDay(day: number): number {
  const shifted = Math.floor(day) + 719_468
  const dayOfEra = shifted - Math.floor(shifted / 146_097) * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  return shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
}

/** The day of the week, 0 for Monday. */
export function weekdayOf(day: number): number {
  return (((Math.floor(day) + 3) % 7) + 7) % 7
}
