/** Numbers at an axis: round ones, all with the same decimals, as many as there is room for. */
import { fixed, percent, readable } from '../text/shown.ts'
import { textWidth } from '../text/textWidth.ts'
import { fontSize } from './plotted.ts'

export interface Ticks {
  readonly ticks: number[]
  /** Plot also says which tick it is, so this takes the number alone. */
  readonly tickFormat: (value: number) => string
}

export interface TickOptions {
  /** Whole numbers alone: counts, folds. */
  readonly whole?: boolean
  /** How numbers are written, where they are not plain: shares as per cent. */
  readonly format?: (value: number, decimals: number) => string
  readonly most?: number
}

/** Ticks along a domain that is `room` pixels long. */
export function ticksAlong([low, high]: readonly [number, number], room: number, options: TickOptions = {}): Ticks {
  const { most = 7 } = options
  for (let wanted = Math.max(2, Math.min(most, Math.floor(room / 48))); ; wanted--) {
    const found = ticksOf(low, high, wanted, options)
    const widest = Math.max(0, ...found.ticks.map((tick) => textWidth(found.tickFormat(tick))))
    const apart = found.ticks.length < 2 ? Infinity : (room * (found.ticks[1] - found.ticks[0])) / (high - low)
    if (wanted <= 2 || apart >= widest + 12) return found.ticks.length < 2 ? twoTicks(found, [low, high], options) : found
  }
}

/** One number alone gives no scale: finer steps, up to the first that gives two. */
function twoTicks(found: Ticks, [low, high]: readonly [number, number], options: TickOptions): Ticks {
  for (let wanted = 3; wanted <= 6; wanted++) {
    const finer = ticksOf(low, high, wanted, options)
    if (finer.ticks.length > 1) return finer
  }
  return found
}

/** Ticks along an axis of factors: powers of ten, where there are few with 2 and 5 between, where there are many every other one. */
export function powerTicks([low, high]: readonly [number, number], room: number): Ticks {
  const [first, last] = [Math.floor(Math.log10(low) + slack), Math.ceil(Math.log10(high) - slack)]
  const powers = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const widest = Math.max(...powers.map((power) => textWidth(readable(10 ** power)))) + 12
  const most = Math.max(2, Math.floor(room / widest))
  const within = (ticks: readonly number[]) => ticks.filter((tick) => tick >= low * (1 - slack) && tick <= high * (1 + slack))
  const fine = within(powers.flatMap((power) => [1, 2, 5].map((times) => Number(`${times}e${power}`))))
  const whole = within(powers.map((power) => Number(`1e${power}`)))
  const every = Math.ceil(whole.length / most)
  const ticks = whole.length < 3 && fine.length <= most ? fine : whole.filter((_, place) => place % every === 0)
  return { ticks, tickFormat: (value) => readable(value) }
}

/** Ticks up an axis, and its domain with round ends. */
export function ticksUp(
  [low, high]: readonly [number, number],
  options: TickOptions & { readonly nice?: boolean } = {},
): Ticks & { domain: [number, number] } {
  const { nice = true, most = 6 } = options
  const step = roundStep((high - low) / most, options.whole === true)
  const domain: [number, number] =
    nice && step > 0 ? [Math.floor(low / step + slack) * step, Math.ceil(high / step - slack) * step] : [low, high]
  return { domain, ...ticksOf(domain[0], domain[1], most, options) }
}

/** Ends of a step that are only off by rounding. */
const slack = 1e-9

function ticksOf(low: number, high: number, wanted: number, { whole = false, format = plain }: TickOptions): Ticks {
  const step = roundStep((high - low) / wanted, whole)
  const [first, last] = [Math.ceil(low / step - slack), Math.floor(high / step + slack)]
  if (!(step > 0 && last - first < 100)) return { ticks: [low, high], tickFormat: (value) => format(value, 4) }
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + slack))
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)))
  return { ticks, tickFormat: (value) => format(value, decimals) }
}

/** For an axis of shares. */
export function shareText(value: number, decimals: number): string {
  return percent(value, Math.max(0, decimals - 2))
}

/** The next of 1, 2, 5, 10 …, for bins and ticks. */
export function roundStep(step: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const found = [1, 2, 5, 10].find((times) => times * power >= step * (1 - slack)) ?? 10
  return whole ? Math.max(1, Math.ceil(found * power - slack)) : found * power
}

function plain(value: number, decimals: number): string {
  if (decimals > 6 || Math.abs(value) >= 1e9) return readable(value)
  return value === 0 ? '0' : fixed(value, decimals)
}

/** What an axis measures, in the middle below it; or at its right end, where the words are longer than the axis. */
export function axisLabel(label: string, room: number, left: number, right: number) {
  const over = textWidth(label) / 2 - room / 2
  return { label, labelAnchor: over > Math.min(left, right) ? 'right' : 'center', labelArrow: 'none', labelOffset: 38, fontSize } as const
}
