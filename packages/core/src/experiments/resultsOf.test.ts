import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import type { ExperimentFold, FinishedPart } from './experimentDocuments.ts'
import { experimentOf } from './experimentJson.ts'
import { experimentResults } from './resultsOf.ts'

const experiment = experimentOf({
  format: 'rankwright-experiment',
  version: 1,
  data: [{ file: 'd.txt', folds: 2 }],
  methods: ['listnet', 'ranksvm', 'listmle'],
  metrics: ['ndcg@10'],
})

const size = 60
const lists = { lists: size, rows: size, fingerprint: '' }
const fold = (name: string): ExperimentFold => {
  const ids = Array.from({ length: size }, (_, list) => `${name}-${list}`)
  return { data: 'd', fold: name, train: lists, test: lists, ids, notes: [] }
}
const folds = [fold('Fold1'), fold('Fold2')]

function part(name: string, method: string, values: Float64Array, more: Partial<FinishedPart['measured']> = {}): FinishedPart {
  const all = Uint32Array.from(values.keys())
  const measured = { values: [values], unseen: all, first: all, notes: [], ...more }
  return { data: 'd', fold: name, method, seed: 1, share: 1, lists: size, seconds: 1, measured }
}

/** ranksvm is the best, listnet hardly worse, listmle clearly. */
function parts(more?: Partial<FinishedPart['measured']>): FinishedPart[] {
  const random = seededRandom(5)
  return folds.flatMap(({ fold: name }) => {
    const base = Float64Array.from({ length: size }, () => 0.4 + 0.3 * random.uniform())
    return [
      part(
        name,
        'listnet',
        base.map((value) => value + 0.02 * random.normal()),
        more,
      ),
      part(
        name,
        'ranksvm',
        base.map((value) => value + 0.001),
        more,
      ),
      part(
        name,
        'listmle',
        base.map((value) => value - 0.1),
        more,
      ),
    ]
  })
}

test('the best comes first, and letters say which methods cannot be told apart', () => {
  const { leaderboard, data } = experimentResults(experiment, folds, parts())
  expect(leaderboard.map(({ group }) => group)).toEqual(['a', 'a', 'b'])
  expect(leaderboard[2].method).toBe('listmle')
  expect(leaderboard[2].againstBest).toMatchObject({ wins: 0, losses: 2 * size })
  expect(leaderboard[0].againstBest).toBeUndefined()
  expect(data[0]).toMatchObject({ lists: 2 * size, skipped: 0, seen: 0, repeated: 0 })
  expect(data[0].pairs).toHaveLength(3)
  const means = data[0].folds.map(({ values }) => values['ranksvm'])
  expect((means[0] + means[1]) / 2).toBeCloseTo(leaderboard.find(({ method }) => method === 'ranksvm')!.value, 12)
})

test('the order in which parts and folds were finished changes nothing', () => {
  const shuffled = seededRandom(1).shuffle(parts())
  expect(JSON.stringify(experimentResults(experiment, folds, shuffled))).toBe(JSON.stringify(experimentResults(experiment, folds, parts())))
})

test('lists that some model has seen do not count, and repeated ones count once', () => {
  const first = Uint32Array.from({ length: size }, (_, list) => (list === 1 ? 0 : list))
  const unseen = Uint32Array.from({ length: size - 10 }, (_, list) => list)
  const { data } = experimentResults(experiment, folds, parts({ first, unseen }))
  expect(data[0]).toMatchObject({ lists: 2 * (size - 11), seen: 20, repeated: 2 })
  expect(data[0].perList.lists).toHaveLength(2 * (size - 11))
})

test('where a comparison would not be fair, nothing is tested, and there are no letters', () => {
  const { leaderboard, data } = experimentResults(experiment, folds, parts({ untested: 'copies' }))
  expect(data[0].untested).toBe('copies')
  expect(leaderboard.map(({ group }) => group)).toEqual([null, null, null])
})

test('one list has no test; equal methods tie on every list', () => {
  const one = [{ ...folds[0], ids: ['x'] }]
  const same = ['listnet', 'ranksvm', 'listmle'].map((method) => part('Fold1', method, Float64Array.of(0.5)))
  expect(experimentResults(experiment, one, same).data[0].untested).toMatch(/One list/)
  const equal = folds.flatMap(({ fold: name }) =>
    experiment.methods.map(({ name: method }) => part(name, method, new Float64Array(size).fill(0.5))),
  )
  const { leaderboard } = experimentResults(experiment, folds, equal)
  expect(leaderboard.map(({ group, againstBest }) => [group, againstBest?.ties])).toEqual([
    ['a', undefined],
    ['a', 2 * size],
    ['a', 2 * size],
  ])
})

test('a method that failed has its reason, one that is not finished its name', () => {
  const [first, ...rest] = parts()
  const { measured: _, ...without } = first
  const failed = experimentResults(experiment, folds, [{ ...without, failed: 'no solution' }, ...rest])
  expect(failed.failed).toEqual([{ data: 'd', method: 'listnet', reason: 'no solution' }])
  expect(failed.leaderboard.map(({ method }) => method)).toEqual(['ranksvm', 'listmle'])
  const unfinished = experimentResults(experiment, folds, rest)
  expect(unfinished.unfinished).toEqual(['listnet'])
  expect(unfinished.leaderboard).toHaveLength(2)
})

test('among methods that do not differ, one is set apart no more often than the level says', () => {
  const random = seededRandom(11)
  const runs = 100
  let apart = 0
  for (let run = 0; run < runs; run++) {
    const drawn = [folds[0]].flatMap(({ fold: name }) =>
      experiment.methods.map(({ name: method }) =>
        part(
          name,
          method,
          Float64Array.from({ length: 10 }, () => Math.round(4 * random.uniform()) / 4),
        ),
      ),
    )
    const { leaderboard } = experimentResults(experiment, [{ ...folds[0], ids: folds[0].ids.slice(0, 10) }], drawn)
    if (leaderboard.some(({ group }) => group !== 'a')) apart++
  }
  expect(apart / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs))
})
