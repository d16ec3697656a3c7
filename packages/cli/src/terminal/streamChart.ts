/**
 * Prequential tau over the stream, drawn anew on the terminal as series come: the mean over the latest ones as a line, a mark under
 * the series at which drift was seen.
 */
import type { FeedOutcome, RankingStream } from '@rankwright/core'
import plot from 'simple-ascii-chart'

/** At most ten pictures a second. */
const frame = 100
const height = 10
/** Room that the numbers beside the chart take. */
const margin = 12

export class StreamChart {
  readonly #width: number
  #points: [number, number][] = []
  #drifts: number[] = []
  #latest: number[] = []
  #lines = 0
  #last = Number.NEGATIVE_INFINITY

  constructor(columns: number) {
    this.#width = Math.max(20, columns - margin)
  }

  /** What to write so that the picture shows the series that came; nothing when the last picture is too fresh. */
  update(outcomes: readonly FeedOutcome[], stream: RankingStream): string {
    for (const outcome of outcomes) if (outcome.kind === 'learned') this.#add(outcome, stream.options.window)
    const now = performance.now()
    if (this.#points.length < 2 || now - this.#last < frame) return ''
    this.#last = now
    return this.#drawn(this.#picture(stream))
  }

  /** The last picture, whatever stood there before. */
  end(stream: RankingStream): string {
    return this.#points.length < 2 ? '' : this.#drawn(this.#picture(stream))
  }

  #add({ number, metrics, drifted }: Extract<FeedOutcome, { kind: 'learned' }>, window: number): void {
    if (drifted) this.#drifts.push(number)
    const tau = metrics['kendall-tau']
    if (Number.isNaN(tau)) return
    this.#latest.push(tau)
    if (this.#latest.length > window) this.#latest.shift()
    this.#points.push([number, this.#latest.reduce((total, value) => total + value, 0) / this.#latest.length])
    // Twice as many points as columns are thinned out: every other one goes.
    if (this.#points.length > 2 * this.#width) this.#points = this.#points.filter((_, index) => index % 2 === 1)
  }

  #picture(stream: RankingStream): string {
    const { series } = stream.evaluation
    const tau = this.#points[this.#points.length - 1]?.[1] ?? Number.NaN
    const chart = plot(this.#points, {
      width: this.#width,
      height,
      formatter: (value, { axis }) => (axis === 'y' ? value.toFixed(2) : value),
    }).trimEnd()
    const drifts = this.#drifts.slice(-8).join(', ')
    return `${chart}\n  series ${series}, tau of the latest ${stream.options.window}: ${tau.toFixed(3)}${drifts === '' ? '' : `, drift at ${drifts}`}\n`
  }

  /** Over what stood there before. */
  #drawn(picture: string): string {
    const back = this.#lines === 0 ? '' : `\x1b[${this.#lines}A\x1b[0J`
    this.#lines = picture.split('\n').length - 1
    return back + picture
  }
}
