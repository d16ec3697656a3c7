/**
 * Prequential tau over the stream, drawn anew on the terminal as series come: the mean over the latest ones as a line, a mark under
 * the series at which drift was seen.
 */
import type { FeedOutcome, RankingStream } from '@rankwright/core/streaming'
import { boundText, expertsText } from '../stream/streamText.ts'
import { type ChartPoint, lineChart } from './lineChart.ts'

/** At most ten pictures a second. */
const frame = 100
const height = 11
const leastColumns = 30

export class StreamChart {
  readonly #columns: number
  readonly #delta: number
  #points: ChartPoint[] = []
  #drifts: number[] = []
  #latest: number[] = []
  #lines = 0
  #last = Number.NEGATIVE_INFINITY

  constructor(columns: number, delta: number) {
    this.#delta = delta
    this.#columns = Math.max(leastColumns, columns)
  }

  /** What to write so that the picture shows the series that came; nothing when the last picture is too fresh. */
  update(outcomes: readonly FeedOutcome[], stream: RankingStream): string {
    for (const outcome of outcomes) if (outcome.kind === 'learned') this.#add(outcome, stream.options.window)
    const now = performance.now()
    if (this.#points.length < 2 || now - this.#last < frame) return ''
    this.#last = now
    return this.#drawn(this.#picture(stream))
  }

  /** The last picture. */
  end(stream: RankingStream): string {
    return this.#points.length < 2 ? '' : `${this.#drawn(this.#picture(stream))}\n`
  }

  #add({ number, metrics, drifted }: Extract<FeedOutcome, { kind: 'learned' }>, window: number): void {
    if (drifted) this.#drifts.push(number)
    const tau = metrics['kendall-tau']
    if (Number.isNaN(tau)) return
    this.#latest.push(tau)
    if (this.#latest.length > window) this.#latest.shift()
    this.#points.push({ x: number, y: this.#latest.reduce((total, value) => total + value, 0) / this.#latest.length })
    // Twice as many points as columns are thinned out: every other one goes.
    if (this.#points.length > 2 * this.#columns) this.#points = this.#points.filter((_, index) => index % 2 === 1)
  }

  #picture(stream: RankingStream): string {
    const { series } = stream.evaluation
    const { window } = stream.options
    const tau = this.#points[this.#points.length - 1].y
    const chart = lineChart(this.#points, { columns: this.#columns, height, marks: this.#drifts })
    const drifts = this.#drifts.slice(-8).join(', ')
    const seen = drifts === '' ? '' : `, drift (▲) at ${drifts}`
    const lines = [
      `  series ${series}: ${tau.toFixed(3)}${seen}`,
      `  ${boundText(stream.evaluation.lowerAccuracy(this.#delta), this.#delta)}`,
    ]
    if (stream.mixture !== undefined) lines.push(`  experts: ${expertsText(stream.mixture)}`)
    return `Tau of the latest ${window} series\n${chart}\n${lines.join('\n')}\n`
  }

  /** Over what stood there before. */
  #drawn(picture: string): string {
    const back = this.#lines === 0 ? '' : `\x1b[${this.#lines}A\x1b[0J`
    this.#lines = picture.split('\n').length - 1
    return back + picture
  }
}
