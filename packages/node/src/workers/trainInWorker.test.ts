import { type Progress, type RankingLists, RankwrightError, rankingLists, seededRandom, train } from '@rankwright/core'
// The built package: a worker runs compiled files.
import { sharedLists, sharedStopFlag, trainAsync, trainInWorker } from '@rankwright/node'
import { expect, test } from 'vitest'

function sample(rows: number, width: number, seed = 1): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: rows }, () => Float64Array.from({ length: width }, () => random.uniform()))
  return rankingLists({
    features,
    labels: features.map((row) => Math.round(3 * row[0])),
    lists: features.map((_, row) => Math.floor(row / 10)),
  })
}

const small = sample(200, 5)
const options = { method: 'least-squares', lambda: 0.1 } as const

test('a worker trains the same model as this thread, on any number of threads', async () => {
  const steps: Progress[] = []
  const { model, iterations } = await trainInWorker(small, options, { onProgress: (step) => steps.push(step) })
  expect(model).toEqual(train(small, options))
  expect(iterations).toBe(1)
  expect(steps.length).toBeGreaterThan(0)
  expect(await trainAsync(small, options, { threads: 2 })).toEqual(model)
  expect(small.labels).toHaveLength(200)
})

test('validation data comes along', async () => {
  const valid = sample(100, 5, 2)
  const model = await trainAsync(small, { method: 'least-squares', valid })
  expect(model).toEqual(train(small, { method: 'least-squares', valid }))
  expect(model.training.tuned.map(({ option }) => option)).toEqual(['lambda'])
})

test('shared memory is read where it is, moved memory is gone afterwards', async () => {
  const shared = sharedLists(small)
  const moved = sample(200, 5)
  const models = await Promise.all([trainAsync(shared, options), trainAsync(moved, options, { data: 'move' })])
  expect(models[0]).toEqual(models[1])
  expect(shared.labels).toHaveLength(200)
  expect([moved.labels.length, moved.features.values.length]).toEqual([0, 0])
})

test('a problem comes back as the problem it was', async () => {
  const refused = trainInWorker(small, { method: 'least-squares', lambda: -1 })
  await expect(refused).rejects.toThrow(RankwrightError)
  await expect(refused).rejects.toMatchObject({ problems: [{ code: 'option-out-of-range', option: 'lambda' }] })
})

test('an abort ends it in the middle of the sums', async () => {
  const large = sample(3000, 600)
  const controller = new AbortController()
  const reason = new Error('enough')
  const training = trainInWorker(large, options, { signal: controller.signal, onProgress: () => controller.abort(reason) })
  await expect(training).rejects.toBe(reason)
  await expect(trainInWorker(small, options, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('a raised stop flag ends it at the next block', async () => {
  const stop = sharedStopFlag()
  stop.raise()
  await expect(trainInWorker(small, options, { stop })).rejects.toMatchObject({ problems: [{ code: 'training-stopped' }] })
})
