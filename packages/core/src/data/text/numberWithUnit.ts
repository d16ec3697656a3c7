/** Numbers with a unit behind them: `3.4 km`, `12 kg`, `5 min`, `1 h 20 min`, `4.5/5`, `1.2k`, `120 reviews`. */
import { beginsAsWord, type DecimalMark, formattedNumber } from './formattedNumber.ts'

/** The unit of `2h 15m`: minutes, and `45m` beside such texts is minutes, too. */
export const minutesAfterHours = 'h m'

/** Units that can be converted, by how much of the first each is. A unit without a name is the number itself. */
const families: readonly Readonly<Record<string, number>>[] = [
  { '': 1, k: 1e3, K: 1e3, M: 1e6, mn: 1e6, B: 1e9, bn: 1e9 },
  {
    m: 1,
    mm: 0.001,
    cm: 0.01,
    km: 1000,
    metre: 1,
    meter: 1,
    in: 0.0254,
    inch: 0.0254,
    ft: 0.3048,
    yd: 0.9144,
    mi: 1609.344,
    mile: 1609.344,
  },
  { kg: 1, mg: 1e-6, g: 0.001, t: 1000, lb: 0.45359237, lbs: 0.45359237, oz: 0.028349523125 },
  {
    s: 1,
    ms: 0.001,
    sec: 1,
    second: 1,
    min: 60,
    minute: 60,
    [minutesAfterHours]: 60,
    h: 3600,
    hr: 3600,
    hour: 3600,
    d: 86_400,
    day: 86_400,
    week: 604_800,
  },
  { month: 1, mo: 1, year: 12, yr: 12 },
  { l: 1, L: 1, ml: 0.001, cl: 0.01, litre: 1, liter: 1 },
  { mb: 1, kb: 0.001, gb: 1000, tb: 1e6 },
  { 'm²': 1, m2: 1, sqm: 1, 'ft²': 0.09290304, ft2: 0.09290304, sqft: 0.09290304 },
]

const sizes: ReadonlyMap<string, { readonly family: number; readonly size: number }> = new Map(
  families.flatMap((family, place) => Object.entries(family).map(([unit, size]) => [unit, { family: place, size }] as const)),
)

/** A number, then the unit: a word without digits, or `/5`, `out of 5` and `out of 5 stars`. */
const form = /^(\S.*?)(\s*)(?:(?:\/|out of|von)\s*(\d{1,4})(?:\s+(?:stars?|points?|sternen?))?|([^\s\d.,'’_()%+\-−/$€£¥]{1,16})\.?)$/
/** `14:25` and `1:02:03`: how long something takes, or the time of day. Sixty of a part are one of the part before it. */
const clock = /^(?:(\d{1,3}):(?=[0-5]\d:))?(\d{1,3}):([0-5]\d(?:[.,]\d+)?)$/
/** Several parts of a time, the greater ones first: `1 h 20 min`, `2h 15m`, `1 hour and 5 minutes`, `3d 4h`. */
const partsOfTime =
  /^(?:(\d{1,6})\s*(?:d|days?)(?:[\s,.]|and)*)?(?:(\d{1,6})\s*(?:h|hrs?|hours?)(?:[\s,.]|and)*)?(?:(\d{1,6})\s*(m|mins?|minutes?)(?:[\s,.]|and)*)?(?:(\d{1,6})\s*(?:s|secs?|seconds?)\.?)?$/i

/** The unit of texts on a clock: how many of the last part there are. */
export const clockUnit = 'clock'

/** A word of letters that we do not know as a unit stands apart from its number: `1001A` is rather the name of something. */
const glued = /^[a-z]/i

export interface UnitNumber {
  readonly value: number
  /** As it is compared: `km`, `review`, `/5`; empty for a number alone. */
  readonly unit: string
}

/** A number and its unit, or undefined where the text is something else. */
export function readUnitNumber(text: string, decimals: DecimalMark): UnitNumber | undefined {
  if (text.length > 60 || beginsAsWord(text)) return undefined
  const alone = /\d/.test(text) ? formattedNumber(text, decimals) : undefined
  if (alone !== undefined) return { value: alone, unit: '' }
  const parts = clock.exec(text)
  if (parts !== null)
    return { value: 3600 * Number(parts[1] ?? 0) + 60 * Number(parts[2]) + Number(parts[3].replace(',', '.')), unit: clockUnit }
  const time = readTime(text)
  if (time !== undefined) return time
  const found = form.exec(text)
  if (found === null || !/[\d.,]$/.test(found[1])) return undefined
  const unit = found[4] === undefined ? `/${Number(found[3])}` : unitOf(found[4])
  if (found[2] === '' && glued.test(unit) && !sizes.has(unit)) return undefined
  const value = formattedNumber(found[1], decimals)
  return value === undefined ? undefined : { value, unit }
}

/** How many of the smallest part there are; undefined where there are not several. */
function readTime(text: string): UnitNumber | undefined {
  const [, days, hours, minutes, minuteWord, seconds] = partsOfTime.exec(text) ?? []
  const parts = [
    { count: days, unit: 'd', size: 86_400 },
    { count: hours, unit: 'h', size: 3600 },
    { count: minutes, unit: minuteWord?.toLowerCase() === 'm' ? minutesAfterHours : 'min', size: 60 },
    { count: seconds, unit: 's', size: 1 },
  ].filter(({ count }) => count !== undefined)
  if (parts.length < 2) return undefined
  const { unit, size } = parts[parts.length - 1]
  return { value: parts.reduce((sum, part) => sum + Number(part.count) * part.size, 0) / size, unit }
}

/** In singular, and in lower case where case says nothing. */
function unitOf(word: string): string {
  if (sizes.has(word)) return word
  const lower = word.toLowerCase()
  if (sizes.has(lower)) return lower
  return lower.length > 2 && lower.endsWith('s') ? lower.slice(0, -1) : lower
}

/** What a number with a unit is in another one; a number alone already is. Undefined where the one cannot become the other. */
export function inUnit({ value, unit }: UnitNumber, wanted: string): number | undefined {
  if (unit === wanted || unit === '' || (unit === 'm' && wanted === minutesAfterHours)) return value
  if (unit.startsWith('/') && wanted.startsWith('/')) return outOf(value, Number(unit.slice(1)), Number(wanted.slice(1)))
  const [from, to] = [sizes.get(unit), sizes.get(wanted)]
  return from === undefined || from.family !== to?.family ? undefined : value * (from.size / to.size)
}

function outOf(value: number, most: number, wanted: number): number | undefined {
  return most === 0 ? undefined : (value * wanted) / most
}

/** The value of a text in a unit, or undefined where it is none. */
export function numberInUnit(text: string, decimals: DecimalMark, wanted: string): number | undefined {
  const found = readUnitNumber(text, decimals)
  return found && inUnit(found, wanted)
}
