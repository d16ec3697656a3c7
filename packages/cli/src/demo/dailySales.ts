/** A made-up stream: the products of a shop in the order in which they sold each day. One day people stop looking at the price first. */
import { kendallTau } from '@rankwright/core/metrics'
import type { Random } from '@rankwright/core/numeric'
import { type RankedSeries, RankingStream, utilitiesOfRanks } from '@rankwright/core/streaming'

const days = 150
/** From this day on reviews count most. */
const turn = 76
const products = ['atlas', 'basket', 'candle', 'drill', 'easel', 'fan', 'globe', 'hammock', 'ink', 'jug', 'kettle', 'lamp']
const features = ['price', 'reviews', 'stock'] as const

/** Prices and reviews change slowly; how much a visitor likes a product on a day is random. */
export function dailySales(random: Random): RankedSeries[] {
  const usual = products.map(() => features.map(() => random.normal()))
  return Array.from({ length: days }, (_, day) => {
    const today = usual.map((values) => values.map((value) => rounded(value + 0.4 * random.normal())))
    const appeal = today.map(([price, reviews]) => (day + 1 < turn ? reviews / 3 - price : reviews - price / 3) + 0.4 * random.normal())
    return {
      id: String(day + 1),
      width: features.length,
      features: Float64Array.from(today.flat()),
      utilities: utilitiesOfRanks(Float64Array.from(appeal, (value) => -value)),
      items: products,
    }
  })
}

/** The stream as CSV text: day, place and product, then the features. */
export function salesTable(series: readonly RankedSeries[]): string {
  const rows = series.flatMap(({ id, utilities, features: values, width }) =>
    products.map((product, item) => {
      const place = products.length + 1 - Math.round(utilities[item] * products.length)
      return [id, place, product, ...values.subarray(item * width, (item + 1) * width)].join(',')
    }),
  )
  return `day,place,item,${features.join(',')}\n${rows.join('\n')}\n`
}

export interface StreamExample {
  readonly days: number
  readonly turn: number
  /** Mean tau-b before and from the turn on, each day ranked before its sales were known. */
  readonly tau: Readonly<Record<string, readonly [number, number]>>
  /** Tau-b of the learner, mean over the latest days. */
  readonly curve: readonly { readonly x: number; readonly y: number }[]
  readonly drifts: readonly number[]
}

/** A learner that keeps learning, the same one stopped the day before the change, and yesterday's order. */
export function streamExample(series: readonly RankedSeries[]): StreamExample {
  const learning = new RankingStream({ options: { drift: 'page-hinkley', window: 10 } })
  const stopped = new RankingStream()
  const yesterday = new RankingStream({ options: { learner: 'last' } })
  const taus: Record<string, [number[], number[]]> = { learning: [[], []], stopped: [[], []], yesterday: [[], []] }
  const curve: { x: number; y: number }[] = []
  for (const [index, day] of series.entries()) {
    const late = index + 1 < turn ? 0 : 1
    const seen = { learning: learning.rank(day), stopped: stopped.rank(day), yesterday: yesterday.rank(day) }
    for (const [name, scores] of Object.entries(seen))
      if (scores !== undefined) taus[name][late].push(kendallTau(scores, day.utilities) ?? 0)
    learning.learn(day)
    yesterday.learn(day)
    if (late === 0) stopped.learn(day)
    if (index > 0) curve.push({ x: index + 1, y: learning.evaluation.windowMeans()['kendall-tau'] })
  }
  const means = Object.entries(taus).map(([name, [before, after]]) => [name, [mean(before), mean(after)]] as const)
  return { days, turn, tau: Object.fromEntries(means), curve, drifts: learning.evaluation.drifts.map((drift) => drift.series) }
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100
}
