/**
 * Prequential tau over the stream, drawn anew on the terminal as series come: the mean over the latest ones as a line, a mark under
 * the series at which drift was seen.
 */
import type { RankingStream, SeriesOutcome } from '@rankwright/core'
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
  #lines = 0
  #last = Number.NEGATIVE_INFINITY

  constructor(columns: number) {
    this.#width = Math.max(20, columns - margin)
  }

  /** What to write so that the picture shows the series that came; nothing when the last picture is too fresh. */
  update(outcomes: readonly SeriesOutcome[], stream: RankingStream): string {
    for (const outcome of outcomes) {
      if (outcome.kind !== 'learned') continue
      if (outcome.drifted) this.#drifts.push(outcome.number)
    }
    const tau = stream.evaluation.windowMeans()['kendall-tau']
    if (!Number.isNaN(tau)) this.#points.push([stream.evaluation.series, tau])
    // Twice as many points as columns are thinned out: every other one goes.
    if (this.#points.length > 2 * this.#width) this.#points = this.#points.filter((_, index) => index % 2 === 1)
    const now = performance.now()
    if (this.#points.length < 2 || now - this.#last < frame) return ''
    this.#last = now
    return this.#drawn(this.picture(stream))
  }

  picture(stream: RankingStream): string {
    const { series } = stream.evaluation
    const tau = this.#points[this.#points.length - 1]?.[1] ?? Number.NaN
    const chart = plot(this.#points, { width: this.#width, height, yRange: [-1, 1], hideXAxisTicks: true }).trimEnd()
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
