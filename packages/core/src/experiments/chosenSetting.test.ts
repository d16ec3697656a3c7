import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { selectLists } from '../data/lists/rankingLists.ts'
import { tune, tuneFold, tuneOnValid } from '../library/tune.ts'
import { seededRandom } from '../numeric/random.ts'
import { finish } from '../runtime/training.ts'
import { type ChosenSetting, chooseSetting } from './chosenSetting.ts'
import type { ExperimentMethod } from './experiment.ts'

const random = seededRandom(3)
const features = Array.from({ length: 120 }, () => [random.normal(), random.normal()])
const lists = rankingLists({
  features,
  labels: features.map(([first]) => (first + random.normal() > 0 ? 1 : 0)),
  lists: features.map((_, row) => `q${Math.floor(row / 6)}`),
})
const aim = { metric: 'ndcg@10', profile: 'rankwright', seed: 1 } as const

function chosen(method: ExperimentMethod, valid?: typeof lists): ChosenSetting & { readonly steps: number } {
  const choosing = chooseSetting(lists, valid, method, aim)
  let round = choosing.next()
  let steps = 0
  while (round.done !== true) {
    steps += round.value.length
    round = choosing.next(
      round.value.map(({ plan, fold }) => finish(fold === undefined ? tuneOnValid(lists, valid!, plan) : tuneFold(lists, plan, fold))),
    )
  }
  return { ...round.value, steps }
}

const grid: ExperimentMethod = { name: 'svm', method: 'ranksvm', options: {}, search: 'grid', try: { lambda: [0.01, 1, 100] }, folds: 2 }

test('a method without a search has its options, with the seed of the part', () => {
  const options = { method: 'ranksvm', lambda: 1, seed: 1 }
  expect(chosen({ ...grid, options: { lambda: 1 }, search: 'none', try: {} })).toEqual({ options, steps: 0 })
})

test('step by step gives what tune gives', () => {
  const { options, steps, chosen: found } = chosen(grid)
  const whole = tune(lists, { method: 'ranksvm', grid: { lambda: [0.01, 1, 100] }, folds: 2, seed: 1 })
  expect(found?.result).toEqual(whole)
  expect(options).toMatchObject(whole.best.options)
  expect(steps).toBe(6)
})

test('validation lists choose where there are some, each list by models of the training lists', () => {
  const valid = selectLists(lists, [0, 1, 2, 3])
  const { steps, chosen: found } = chosen(grid, valid)
  expect(steps).toBe(3)
  expect(found?.on).toBe('valid')
  expect(chosen({ ...grid, halving: 'on' }, valid).chosen?.on).toBe('folds')
})

test('a random search draws so many settings, and the same ones each time', () => {
  const drawn = { ...grid, search: 'random', trials: 2 } as const
  const trials = (method: ExperimentMethod) => chosen(method).chosen!.plan.trials
  expect(trials(drawn)).toHaveLength(2)
  expect(trials({ ...drawn, trials: 9 })).toEqual([{ lambda: 0.01 }, { lambda: 1 }, { lambda: 100 }])
  const ranged: ExperimentMethod = { ...drawn, trials: 5, try: { lambda: { from: 0.1, to: 10, steps: 'log' } } }
  const found = trials(ranged)
  expect(found).toHaveLength(5)
  for (const { lambda } of found) expect(Number(lambda) >= 0.1 && Number(lambda) <= 10).toBe(true)
  expect(trials(ranged)).toEqual(found)
})
