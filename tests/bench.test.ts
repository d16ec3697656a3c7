// The benchmarks' harness: figures that are wrong in our favour would be worse than none.
import { expect, test } from 'vitest'
import { compareEntrants, type Entrant } from '../bench/harness/comparison.mjs'
import { measure } from '../bench/harness/measure.mjs'
import { runWithPeakMemory } from '../bench/harness/peakMemory.mjs'

const ours: Entrant = { name: 'ours', ours: true, threads: 1, samples: [1, 2, 4], answer: 10 }
const peer: Entrant = { name: 'peer', ours: false, threads: 1, samples: [3, 4, 20], answer: 10 }

test('a ratio is the median of the ratios within each round, with the least and the greatest', () => {
  const [{ ratio, ratioRange }] = compareEntrants([ours, peer])
  expect(ratio).toBe(3)
  expect(ratioRange).toEqual([2, 5])
})

test('a ratio of processor time is shown if both have one for every round', () => {
  const both = [
    { ...ours, processorSamples: [1, 1, 2] },
    { ...peer, processorSamples: [2, 3, 8] },
  ]
  expect(compareEntrants(both)[0].processorRatio).toBe(3)
  expect(compareEntrants([both[0], peer])[0].processorRatio).toBeUndefined()
})

test('a least ratio is reached from that ratio upwards', () => {
  const withLeast = (leastRatio: number) => compareEntrants([{ ...ours, leastRatios: { peer: leastRatio } }, peer])[0].met
  expect([withLeast(3), withLeast(3.01)]).toEqual([true, false])
})

test('entrants meet at the same number of threads, unless they name each other', () => {
  const twoThreads = { ...peer, threads: 2 }
  expect(compareEntrants([ours, twoThreads])).toEqual([])
  expect(compareEntrants([{ ...ours, against: ['peer'] }, twoThreads])).toHaveLength(1)
})

test('an absent peer stays in the table with its reason, and its least ratio counts as missed', () => {
  const absent = { ...peer, samples: [], absent: 'not installed' }
  expect(compareEntrants([{ ...ours, leastRatios: { peer: 2 } }, absent])).toMatchObject([
    { peer: 'peer', absent: 'not installed', met: false },
  ])
})

test('answers further apart than the tolerance end the comparison', () => {
  const other = { ...peer, answer: 10.001 }
  expect(compareEntrants([ours, other], 1e-3)[0].difference).toBeCloseTo(0.001 / 10.001, 12)
  expect(() => compareEntrants([ours, other], 1e-6)).toThrow('The answers differ: ours 10, the peer')
})

test('every entrant runs once a round, each first in turn', async () => {
  const order: string[] = []
  const entry = (name: string) => ({
    name,
    run: () => {
      order.push(name)
      return { seconds: 1 }
    },
  })
  await measure('harness', { title: '', warmUp: false, variants: [entry('a')], peers: [entry('b'), entry('c')] }, { rounds: 3 })
  expect(order.join('')).toBe('abcbcacab')
})

test('a peer that fails is reported, our own failure is not hidden', async () => {
  const fails = () => {
    throw new Error('broken')
  }
  const runs = () => ({ seconds: 1 })
  const benchmark = (variant: () => { seconds: number }, other: () => { seconds: number }) =>
    measure(
      'harness',
      { title: '', warmUp: false, variants: [{ name: 'ours', run: variant }], peers: [{ name: 'peer', run: other }] },
      { rounds: 5 },
    )
  expect((await benchmark(runs, fails)).cases[0].comparisons).toMatchObject([{ peer: 'peer', absent: 'broken' }])
  await expect(benchmark(fails, runs)).rejects.toThrow('broken')
})

test('the peak memory of a program is seen although it was given back before the end', async () => {
  const size = 300_000_000
  const program = (bytes: number) => `let held = Buffer.alloc(${bytes}, 1); held = undefined; gc()`
  const peakOf = async (bytes: number) => (await runWithPeakMemory(process.execPath, ['--expose-gc', '-e', program(bytes)])).peakBytes!
  const more = (await peakOf(size)) - (await peakOf(1))
  expect(more).toBeGreaterThan(0.95 * size)
  expect(more).toBeLessThan(1.1 * size)
})
