import { curvedSeries, driftingSeries } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { kendallTau } from '../metrics/kendallTau.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { requireStream } from '../models/requireModel.ts'
import { streamModel } from '../models/stream/streamModel.ts'
import { cholesky, choleskySolve } from '../numeric/compute/cholesky.ts'
import { streamLearnerNames } from './learners.ts'
import { RankingStream } from './rankingStream.ts'
import { RecursiveLeastSquaresLearner } from './recursiveLeastSquaresLearner.ts'
import type { RankedSeries } from './series.ts'
import { centredUtilities } from './series.ts'

const fileOf = (stream: RankingStream) => modelToJson(streamModel(stream, 5))
const meanTau = (stream: RankingStream) => stream.evaluation.means()['kendall-tau']
const run = (stream: RankingStream, series: readonly RankedSeries[]) => {
  for (const one of series) stream.learn(one)
  return stream
}

describe.each(streamLearnerNames)('%s', (learner) => {
  test('goes on from its stored state to the bit', () => {
    const series = driftingSeries(30)
    const straight = run(new RankingStream({ options: { learner } }), series)
    let stored = new RankingStream({ options: { learner } })
    for (const one of series) {
      stored.learn(one)
      stored = RankingStream.resumed(requireStream(parsedModel(fileOf(stored), 'state.json')).state)
    }
    expect(fileOf(stored)).toBe(fileOf(straight))
    expect(stored.rank(series[3])).toEqual(straight.rank(series[3]))
  })

  test('does not look ahead: what comes later changes no earlier answer', () => {
    const series = driftingSeries(20)
    const changed = [...series.slice(0, 12), ...driftingSeries(20, { seed: 9 }).slice(12)]
    const answers = (all: readonly RankedSeries[]) => {
      const stream = new RankingStream({ options: { learner } })
      return all.map((one) => {
        const outcome = stream.learn(one)
        return outcome.kind === 'learned' ? outcome.scores : undefined
      })
    }
    expect(answers(changed).slice(0, 13)).toEqual(answers([...series.slice(0, 12), changed[12]]))
  })

  test('keeps a state whose size does not grow with the stream, but for the record of its series', () => {
    const series = driftingSeries(400)
    const size = (count: number) => {
      const stream = run(new RankingStream({ options: { learner } }), series.slice(0, count))
      const { seen, seenUnnamed } = stream.state()
      for (const record of [seen, seenUnnamed]) expect(record).toMatchObject({ lists: count, share: 1, words: { length: 6 * count } })
      return fileOf(stream).length - 2 * 32 * count
    }
    expect(size(400)).toBeLessThan(1.25 * size(120))
  })
})

test.each(['linear', 'kernel', 'conjugate', 'rls', 'ogd'] as const)(
  '%s tracks a turning utility better than a model that stopped learning',
  (learner) => {
    const series = driftingSeries(150)
    const learning = new RankingStream({ options: { learner } })
    const frozen = run(new RankingStream({ options: { learner } }), series.slice(0, 30))
    let [ahead, behind] = [0, 0]
    for (const [n, one] of series.entries()) {
      const outcome = learning.learn(one)
      if (n < 60 || outcome.kind !== 'learned') continue
      ahead += outcome.metrics['kendall-tau']
      behind += kendallTau(frozen.rank(one)!, one.utilities) ?? 0
    }
    expect(ahead / 90).toBeGreaterThan(behind / 90 + 0.2)
  },
)

test('a kernel learns what no linear utility can', () => {
  const series = curvedSeries(60)
  const linear = meanTau(run(new RankingStream({ options: { learner: 'linear' } }), series))
  for (const learner of ['kernel', 'conjugate'] as const) {
    const curved = meanTau(run(new RankingStream({ options: { learner, kernel: 'rbf', clusters: 24, kernelWeight: 0.01 } }), series))
    expect(curved).toBeGreaterThan(linear + 0.3)
  }
})

test('with clusters left to it, a stream that needs many gets many', () => {
  const series = curvedSeries(60)
  const stream = new RankingStream({ options: { learner: 'kernel', kernel: 'rbf', clusters: 'auto' } })
  const auto = meanTau(run(stream, series))
  const few = meanTau(run(new RankingStream({ options: { learner: 'kernel', kernel: 'rbf', clusters: 4 } }), series))
  expect(auto).toBeGreaterThan(few + 0.1)
  expect(stream.chosenClusters).toBeGreaterThan(4)
})

test.each(['linear', 'kernel', 'conjugate', 'ogd', 'rls'] as const)('expert weights rank the first series too, for %s', (learner) => {
  const [first, second] = driftingSeries(2, { turn: 0, noise: 0 })
  const options = learner === 'linear' ? { learner, linearWeight: 1e6 } : { learner }
  const informed = new RankingStream({ options, initialWeights: Float64Array.of(1, 0.5, 0, 0, 0) })
  const before = fileOf(informed)
  expect(kendallTau(informed.rank(first)!, first.utilities)).toBeGreaterThan(0.8)
  expect(fileOf(informed)).toBe(before)
  const outcome = informed.learn(first)
  expect(outcome.kind === 'learned' && outcome.metrics['kendall-tau']).toBeGreaterThan(0.8)
  expect(informed.evaluation.scored).toBe(1)
  if (learner === 'linear') expect(kendallTau(informed.rank(second)!, second.utilities)).toBeGreaterThan(0.8)
})

test('recursive least squares equals one solve over all series, weighted by age', () => {
  const series = driftingSeries(12)
  const [forgetting, alpha] = [0.9, 0.5]
  const learner = new RecursiveLeastSquaresLearner({ centring: 'series', linearWeight: alpha, forgetting })
  for (const one of series) learner.learn(one)
  const { scaler, weights } = learner.state()
  const scale = Array.from(scaler.squares, (square, j) => 1 / Math.sqrt(square / scaler.counts[j]))
  const normal = new Float64Array(25)
  const right = new Float64Array(5)
  for (const [n, { features, utilities }] of series.entries()) {
    const age = forgetting ** (series.length - 1 - n)
    const targets = centredUtilities(utilities)
    const means = [0, 1, 2, 3, 4].map((j) => targets.reduce((total, _, item) => total + features[item * 5 + j], 0) / targets.length)
    for (let item = 0; item < targets.length; item++) {
      const row = [0, 1, 2, 3, 4].map((j) => (features[item * 5 + j] - means[j]) * scale[j])
      for (let i = 0; i < 5; i++) {
        right[i] += age * row[i] * targets[item]
        for (let j = 0; j < 5; j++) normal[i * 5 + j] += age * row[i] * row[j]
      }
    }
  }
  for (let i = 0; i < 5; i++) normal[i * 6] += alpha
  cholesky(5, normal)
  choleskySolve(5, normal, right)
  for (let j = 0; j < 5; j++) expect(weights[j]).toBeCloseTo(right[j], 10)
})

test('a series of one item is left out', () => {
  const [one] = driftingSeries(1, { items: 1 })
  expect(new RankingStream().learn(one)).toEqual({ kind: 'skipped', id: '1', reason: 'fewer-than-two-items' })
})

test('series of any length, unseen items, missing values and new features are taken as they come', () => {
  const stream = new RankingStream({ options: { learner: 'kernel', clusters: 8 } })
  for (const [n, one] of driftingSeries(12).entries()) {
    const items = 2 + n
    const features = Float64Array.from({ length: items * 5 }, (_, at) => (at % 7 === n % 7 ? Number.NaN : one.features[at]))
    stream.learn({ id: one.id, width: 5, features, utilities: one.utilities.slice(0, items), items: one.items!.slice(0, items) })
  }
  const wide = driftingSeries(1, { features: 7 })[0]
  expect(stream.learn({ ...wide, id: '99' }).kind).toBe('learned')
  expect(stream.rank(wide)!.every(Number.isFinite)).toBe(true)
  expect(stream.rank(driftingSeries(1)[0])!.every(Number.isFinite)).toBe(true)
})

test('an option that the learner would not heed is refused', () => {
  // @ts-expect-error the compiler refuses it too
  expect(() => new RankingStream({ options: { learner: 'elo', kernel: 'rbf' } })).toThrow(/kernel.*kernel, conjugate/)
  expect(() => new RankingStream({ options: { learner: 'elo' }, initialWeights: Float64Array.of(1) })).toThrow(/auto, linear.*rls/)
  expect(() => new RankingStream({ options: { learner: 'kernel', kernel: 'rbf', degree: 3 } })).toThrow(/degree/)
  expect(() => new RankingStream({ options: { learner: 'kernel', clusters: 2.5 } })).toThrow(/whole number/)
})

test.each(streamLearnerNames)('a utility too large to be squared is refused before %s learns anything from its series', (learner) => {
  const [first, second] = driftingSeries(2)
  for (const huge of [1e155, 1e300, Number.POSITIVE_INFINITY, Number.NaN]) {
    const stream = new RankingStream({ options: { learner } })
    stream.learn(first)
    const before = fileOf(stream)
    expect(() => stream.learn({ ...second, utilities: second.utilities.map((utility, item) => (item === 1 ? huge : utility)) })).toThrow(
      'too large to be squared',
    )
    expect(fileOf(stream)).toBe(before)
  }
})
