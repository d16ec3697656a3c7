import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { barText, ProgressLine, quietText } from './progressLine.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 80, written, write: (text: string) => written.push(text) }
}

test('work of less than a second leaves no trace', () => {
  const terminal = screen(true)
  const line = new ProgressLine(terminal)
  line.update({ stage: 'reading', done: 1, total: 2 })
  vi.advanceTimersByTime(900)
  line.close()
  expect(terminal.written).toEqual([])
})

test('a terminal sees a bar, which is wiped before other text', () => {
  const terminal = screen(true)
  const line = new ProgressLine(terminal)
  line.update({ stage: 'reading', done: 1, total: 2 })
  vi.advanceTimersByTime(1500)
  expect(terminal.written.at(-1)).toContain(`${'█'.repeat(12)}${'░'.repeat(12)} 50 %`)
  line.close()
  expect(terminal.written.at(-1)).toBe('\r\x1b[K')
})

test('a log gets a line per stage, not too often, and then one in ten seconds', () => {
  const log = screen(false)
  const line = new ProgressLine(log)
  line.update({ stage: 'reading', done: 1, total: 4 })
  vi.advanceTimersByTime(5000)
  expect(log.written).toHaveLength(1)
  vi.advanceTimersByTime(8000)
  line.update({ stage: 'moving', done: 0 })
  vi.advanceTimersByTime(200)
  line.update({ stage: 'blinking', done: 0 })
  vi.advanceTimersByTime(200)
  line.update({ stage: 'solving', done: 0 })
  vi.advanceTimersByTime(2000)
  line.close()
  expect(log.written.map((text) => /^\w+/.exec(text)?.[0])).toEqual(['reading', 'reading', 'moving', 'solving'])
  expect(log.written.join('')).not.toContain('\x1b')
})

test('whoever asks for silence gets it', () => {
  const terminal = screen(true)
  const line = new ProgressLine(terminal, true)
  line.update({ stage: 'reading', done: 1, total: 2 })
  vi.advanceTimersByTime(60_000)
  line.close()
  expect(terminal.written).toEqual([])
})

test('a bar never wraps, and tells the objective and metrics that are known', () => {
  const step = { stage: 'iteration', done: 3, total: 10, objective: 0.5, metrics: { 'ndcg@10': 0.25 } }
  expect(barText(step, 2, 30)).toHaveLength(30)
  expect(quietText(step, 2)).toBe('iteration: 30 % after 2.00 s objective 0.5 ndcg@10 0.25')
})

test('a step that is work of its own tells how far it is', () => {
  const step = { stage: 'trials', done: 3, total: 6, within: { stage: 'kernel', done: 30, total: 120 } }
  expect(barText(step, 2, 80)).toMatch(/^trials █+░+ 50 % 2\S* s \(kernel: 25 %\)$/)
  expect(quietText(step, 20)).toMatch(/^trials: 50 % after 20\S* s \(kernel: 25 %\)$/)
})
