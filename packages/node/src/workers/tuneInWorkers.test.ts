import { type Progress, RankwrightError, rankingLists, tune } from '@rankwright/core'
// The built package: a worker runs compiled files.
import { tuneInWorkers } from '@rankwright/node'
import { expect, test } from 'vitest'

const rows = Array.from({ length: 60 }, (_, row) => row)
const lists = rankingLists({
  features: rows.map((row) => [(row * 7) % 11, (row * 5) % 13, row % 3]),
  labels: rows.map((row) => ((row * 7) % 11 > 5 ? 1 : 0)),
  lists: rows.map((row) => Math.floor(row / 6)),
})
const options = { method: 'listnet', folds: 3, grid: { lambda: [1, 0.01] } } as const

test.each([1, 2, 4])('on %d threads it finds what it finds on one', async (threads) => {
  const steps: Progress[] = []
  const { result, plan } = await tuneInWorkers(lists, options, { threads, onProgress: (step) => steps.push(step) })
  expect(result).toEqual(tune(lists, options))
  expect(plan.folds).toHaveLength(3)
  expect(steps.filter(({ within }) => within === undefined).map(({ done }) => done)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(new Set(steps.map(({ stage, total }) => `${stage} of ${total}`))).toEqual(new Set(['trials of 6']))
  const inside = steps.flatMap(({ within }) => within ?? [])
  expect(inside.map(({ stage }) => stage)).toContain('iteration')
  expect(inside.every(({ stage }) => stage !== 'trial')).toBe(true)
})

test('with rounds and with several trials in a fit, progress goes from nothing to all', async () => {
  const steps: Progress[] = []
  const grid = { leaves: [2, 3, 4, 5, 6], trees: [2, 4] }
  await tuneInWorkers(
    lists,
    { method: 'lambdamart', folds: 5, fixed: { minRows: 1, learningRate: 0.1 }, grid },
    { threads: 1, onProgress: (step) => steps.push(step) },
  )
  const done = steps.map((step) => step.done)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect([done[0], done.at(-1)]).toEqual([0, 2 * 10 + 1 * 4 + 2 * 2])
  expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([28]))
})

test('a trial that takes long tells how far it is before it is done', async () => {
  const steps: Progress[] = []
  const grid = { kernelWidth: [1] }
  await tuneInWorkers(lists, { method: 'rankrls', grid }, { threads: 1, onProgress: (step) => steps.push(step) })
  const first = steps.findIndex(({ done }) => done > 0)
  expect(steps.slice(1, first).map(({ within }) => within?.stage)).toContain('kernel')
})

test('what a trainer refuses is refused here, and no thread is left over', async () => {
  const attempt = tuneInWorkers(lists, { ...options, fixed: { earlyStop: 'map' } })
  await expect(attempt).rejects.toThrow(RankwrightError)
  await expect(attempt).rejects.toThrow('earlyStop')
})

test('an aborted signal ends it with its reason', async () => {
  const control = new AbortController()
  const attempt = tuneInWorkers(lists, options, {
    threads: 2,
    signal: control.signal,
    onProgress: () => control.abort(new Error('enough')),
  })
  await expect(attempt).rejects.toThrow('enough')
  await expect(tuneInWorkers(lists, options, { signal: control.signal })).rejects.toThrow('enough')
})
