import type { Progress } from '@rankwright/core'
import { grouped, readable, seconds } from './numbers.ts'

interface Screen {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Work this short needs no bar. */
const patience = 1000
const frame = 100
/** Without a terminal, the least time between two lines: for a new stage, and for the same one. */
const quietForStages = 2000
const quietEvery = 10_000

/**
 * Shows how far the work is: a bar on a terminal, redrawn ten times a second, and a line now and then elsewhere. Nothing
 * at all for work of less than a second.
 */
export class ProgressLine {
  readonly #screen: Screen
  readonly #timer: NodeJS.Timeout
  readonly #start: number = performance.now()
  #step: Progress | undefined
  #stageStart: number = performance.now()
  #drawn = false
  #lastQuiet = Number.NEGATIVE_INFINITY
  #lastStage = ''

  constructor(screen: Screen, silent = false) {
    this.#screen = screen
    this.#timer = setInterval(() => silent || this.#show(), frame)
    this.#timer.unref()
  }

  update(step: Progress): void {
    if (step.stage !== this.#step?.stage) this.#stageStart = performance.now()
    this.#step = step
  }

  /** Wipes the bar, so that other text can be written. It comes back with the next frame. */
  clear(): void {
    if (this.#drawn) this.#screen.write('\r\x1b[K')
    this.#drawn = false
  }

  close(): void {
    clearInterval(this.#timer)
    this.clear()
  }

  #show(): void {
    const now = performance.now()
    if (this.#step === undefined || now - this.#start < patience) return
    if (this.#screen.isTTY) {
      this.#screen.write(`\r${barText(this.#step, (now - this.#stageStart) / 1000, (this.#screen.columns || 80) - 1)}\x1b[K`)
      this.#drawn = true
    } else if (now - this.#lastQuiet >= (this.#step.stage === this.#lastStage ? quietEvery : quietForStages)) {
      this.#screen.write(`${quietText(this.#step, (now - this.#start) / 1000)}\n`)
      this.#lastQuiet = now
      this.#lastStage = this.#step.stage
    }
  }
}

/** `reading train.txt ████████░░░░░░ 57 %  3.1 s`, cut to the terminal's width. */
export function barText(step: Progress, elapsed: number, columns: number): string {
  const share = shareOf(step)
  const words = [step.stage]
  if (share === undefined) words.push(step.done > 0 ? grouped(step.done) : '…')
  else {
    const blocks = Math.round(share * 24)
    words.push(`${'█'.repeat(blocks)}${'░'.repeat(24 - blocks)}`, `${Math.floor(share * 100)} %`)
  }
  words.push(seconds(elapsed), ...extras(step))
  return words.join(' ').slice(0, columns)
}

export function quietText(step: Progress, elapsed: number): string {
  return [farText(step), `after ${seconds(elapsed)}`, ...extras(step)].join(' ')
}

/** `reading train.txt: 57 %`. */
function farText(step: Progress): string {
  const share = shareOf(step)
  return `${step.stage}${share !== undefined ? `: ${Math.floor(share * 100)} %` : step.done > 0 ? `: ${grouped(step.done)}` : ''}`
}

function shareOf({ done, total }: Progress): number | undefined {
  return total === undefined || total <= 0 ? undefined : Math.min(1, Math.max(0, done / total))
}

function extras({ objective, metrics, within }: Progress): string[] {
  const shown = Object.entries(metrics ?? {}).map(([name, value]) => `${name} ${readable(value)}`)
  return [...(objective === undefined ? [] : [`objective ${readable(objective)}`]), ...shown, ...(within ? [`(${farText(within)})`] : [])]
}
