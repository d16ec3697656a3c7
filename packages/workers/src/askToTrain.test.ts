// The messages between the two sides, with a worker that is played in this thread. Real workers are tested in `node` and in a browser.
import { getEventListeners } from 'node:events'
import { type Progress, plainRuntime, type RankingLists, RankwrightError, rankingLists, train } from '@rankwright/core'
import { expect, test } from 'vitest'
import { askToTrain } from './askToTrain.ts'
import type { Answer, Order } from './messages.ts'
import { sharedStopFlag } from './sharedStopFlag.ts'
import type { StartWorker } from './startWorker.ts'
import { takeOrders } from './takeOrders.ts'

const rows = Array.from({ length: 60 }, (_, row) => row)
const sample = (): RankingLists =>
  rankingLists({
    features: rows.map((row) => [(row * 7) % 11, (row * 5) % 13, row % 3]),
    labels: rows.map((row) => ((row * 7) % 11 > 5 ? 1 : 0)),
    lists: rows.map((row) => Math.floor(row / 6)),
  })
const lists = sample()
const options = { method: 'listnet', iterations: 5 } as const

/** Posts by copying, as between threads. `ended` counts the workers that were ended. */
function playedWorkers() {
  const played = { orders: [] as Order[], ended: 0 }
  const start: StartWorker = ({ onAnswer, onLost }) => {
    const take = takeOrders(
      (answer) => onAnswer(structuredClone(answer) as Answer<never>),
      (threads, { stop }) => ({ runtime: { ...plainRuntime, threads, ...(stop && { stop }) }, close() {} }),
    )
    return {
      post(order, moved = []) {
        const received = structuredClone(order, { transfer: [...moved] })
        played.orders.push(received)
        setTimeout(() => {
          try {
            take(received)
          } catch (error) {
            onLost(error)
          }
        })
      },
      end: () => played.ended++,
    }
  }
  return { start, played }
}

test('the model is that of train, and the worker is ended', async () => {
  const { start, played } = playedWorkers()
  const steps: Progress[] = []
  const { model } = await askToTrain(start, lists, options, 2, { onProgress: (step) => steps.push(step) })
  expect(model).toEqual(train(lists, options))
  expect(steps.length).toBeGreaterThan(0)
  expect(played.orders.map((order) => 'threads' in order && order.threads)).toEqual([2])
  expect(played.ended).toBe(1)
})

test('wrong options are refused before a worker starts', async () => {
  const { start, played } = playedWorkers()
  const refused = askToTrain(start, lists, { method: 'listnet', iterations: -1 }, 1, {})
  await expect(refused).rejects.toThrow(RankwrightError)
  await expect(refused).rejects.toMatchObject({ problems: [{ code: 'option-out-of-range', option: 'iterations' }] })
  expect(played.ended).toBe(0)
})

test('what the trainer refuses comes back as the problem it was', async () => {
  const { start, played } = playedWorkers()
  const refused = askToTrain(start, rankingLists({ features: [], labels: [], lists: [] }), options, 1, {})
  await expect(refused).rejects.toThrow(RankwrightError)
  expect(played.ended).toBe(1)
})

test('what a listener throws ends the training with that error', async () => {
  const { start, played } = playedWorkers()
  const own = new Error('the listener is broken')
  const onProgress = () => {
    throw own
  }
  await expect(askToTrain(start, lists, options, 1, { onProgress })).rejects.toBe(own)
  expect(played.ended).toBe(1)
})

test('lists that were moved before are refused', async () => {
  const { start } = playedWorkers()
  const moved = sample()
  await askToTrain(start, moved, options, 1, { data: 'move' })
  await expect(askToTrain(start, moved, options, 1, {})).rejects.toThrow('whose memory was moved away')
  // @ts-expect-error there is no such way to hand data over
  await expect(askToTrain(start, lists, options, 1, { data: 'steal' })).rejects.toThrow(
    'how.data is the text "steal"; give one of share, move',
  )
})

test('moved lists are gone here and whole there', async () => {
  const { start } = playedWorkers()
  const moved = sample()
  const { model } = await askToTrain(start, moved, options, 1, { data: 'move' })
  expect(model).toEqual(train(lists, options))
  expect([moved.labels.length, moved.features.values.length]).toEqual([0, 0])
})

test('an abort ends the worker with the reason of the signal, and leaves no listener', async () => {
  const { start, played } = playedWorkers()
  const control = new AbortController()
  const reason = new Error('enough')
  await askToTrain(start, lists, options, 1, { signal: control.signal })
  expect(getEventListeners(control.signal, 'abort')).toEqual([])
  const attempt = askToTrain(start, lists, options, 1, { signal: control.signal, onProgress: () => control.abort(reason) })
  await expect(attempt).rejects.toBe(reason)
  expect(getEventListeners(control.signal, 'abort')).toEqual([])
  await expect(askToTrain(start, lists, options, 1, { signal: control.signal })).rejects.toBe(reason)
  expect([played.orders.length, played.ended]).toEqual([2, 2])
})

test('a raised flag ends the trainer where memory is shared, and the worker where it is not', async () => {
  const shared = playedWorkers()
  const flag = sharedStopFlag()
  flag.raise()
  await expect(askToTrain(shared.start, lists, options, 1, { stop: flag })).rejects.toMatchObject({
    problems: [{ code: 'training-stopped' }],
  })
  expect(shared.played.orders).toHaveLength(1)

  const unshared = playedWorkers()
  const ownFlag = { ...sharedStopFlag(), memory: undefined }
  const attempt = askToTrain(unshared.start, lists, options, 1, { stop: ownFlag })
  ownFlag.raise()
  await expect(attempt).rejects.toMatchObject({ problems: [{ code: 'training-stopped' }] })
  expect(unshared.played).toMatchObject({ ended: 1 })
  expect(unshared.played.orders.map((order) => 'stop' in order)).toEqual([false])
})
