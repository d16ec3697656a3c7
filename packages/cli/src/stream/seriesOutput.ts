import { type PredictedReport, predictedReport, seriesReport } from '@rankwright/core/reports'
import type { FeedOutcome, RankingStream, SkipReason } from '@rankwright/core/streaming'
import type { Surroundings } from '../command.ts'
import { jsonText } from '../terminal/jsonText.ts'
import type { StreamChart } from '../terminal/streamChart.ts'
import { terminalText } from '../terminal/terminalText.ts'

/** Prints series as they are done: a line for each, or a chart. Says in the end which series were passed over. */
export class SeriesOutput {
  readonly #around: Surroundings
  #known = 0
  /** Rankings of series without labels, to be printed in the end. */
  readonly #predicted: PredictedReport[] = []
  readonly #skipped: { readonly id: string; readonly reason: string }[] = []
  #skippedCount = 0
  #sameId: { readonly first: string; count: number } | undefined

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** The rankings that were not printed as they came. */
  get predicted(): { readonly predicted?: readonly PredictedReport[] } {
    return this.#printsLater && this.#predicted.length > 0 ? { predicted: this.#predicted } : {}
  }

  get #printsLater(): boolean {
    return this.#around.json || this.#around.look.terminal
  }

  async lines(outcomes: readonly { readonly key?: string; readonly outcome: FeedOutcome }[]): Promise<void> {
    let text = ''
    for (const { key, outcome } of outcomes) {
      this.#count(outcome, key)
      if (outcome.kind === 'known' || this.#around.look.terminal) continue
      for (const piece of jsonText(seriesReport(outcome, key))) text += piece
    }
    if (!this.#around.json && text !== '') await this.#around.output(terminalText(text))
  }

  async chart(chart: StreamChart, outcomes: readonly FeedOutcome[], stream: RankingStream): Promise<void> {
    for (const outcome of outcomes) this.#count(outcome)
    const drawn = chart.update(outcomes, stream)
    if (drawn !== '') await this.#around.output(drawn)
  }

  end(): void {
    const { note } = this.#around
    if (this.#known > 0) note(`note: ${this.#known} series had been learned before; the stream went on after them.`)
    for (const { id, reason } of this.#skipped) note(`note: series ${id} was left out: ${reason}.`)
    if (this.#skippedCount > this.#skipped.length) note(`note: and ${this.#skippedCount - this.#skipped.length} more series.`)
    if (this.#sameId !== undefined) {
      const { count, first } = this.#sameId
      note(
        `note: ${count === 1 ? 'one series has' : `${count} series have`} the id of an earlier one with other content (the first: ${first}), and each was learned. If the rows of a series are scattered in the file, sort it first, or use --order-by.`,
      )
    }
  }

  #count(outcome: FeedOutcome, key?: string): void {
    if (outcome.kind === 'known') this.#known++
    else if (outcome.kind === 'predicted') {
      if (this.#printsLater) this.#predicted.push(predictedReport(outcome, key))
    } else if (outcome.sameId && outcome.kind === 'learned') {
      this.#sameId ??= { first: outcome.id, count: 0 }
      this.#sameId.count++
    }
    if (outcome.kind !== 'skipped') return
    this.#skippedCount++
    if (this.#skipped.length < 3) this.#skipped.push({ id: outcome.id, reason: skipReasons[outcome.reason] })
  }
}

const skipReasons: Readonly<Record<SkipReason, string>> = {
  'learned-before': 'the same series was learned before',
  'fewer-than-two-items': 'it has fewer than two items, so there is nothing to rank',
}
