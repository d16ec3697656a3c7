import { expect, test } from 'vitest'
import { rankingLists } from '../data/plainRows.ts'
import { train } from '../library/train.ts'
import { seededRandom } from '../numeric/random.ts'
import { bound } from './bound.ts'
import { certify } from './certify.ts'

const random = seededRandom(1)
const features = Array.from({ length: 80 }, () => [random.uniform(), random.uniform()])
const lists = rankingLists({
  features,
  labels: features.map(([x, y]) => (x - y + 0.1 * random.normal() > 0 ? 1 : 0)),
  lists: features.map((_, row) => row >> 3),
})

test('a model that abstains gets the theorem of its setting and surrogate, with the training risk for its gap', () => {
  const model = train(lists, { method: 'abstaining', setting: 'bipartite', norm: 'inf', radius: 20 })
  const { certificates, notApplicable } = certify(model, { train: lists, abstainRadius: 0.2 })
  const found = certificates.find(({ theorem }) => theorem.startsWith('a-'))
  expect(found).toMatchObject({ theorem: 'a-bipartite-exponential', side: 'below', trivial: 1 })
  expect(found?.constants['t'].value).toBeCloseTo(model.training.objective, 10)
  const t = model.training.objective
  expect(found?.bound).toBeCloseTo(bound('a-bipartite-exponential', { t, W: 20, gamma: 0.2 }).value, 12)
  expect(found?.assumptions.map(({ holds }) => holds)).toEqual([true, true, true, 'unknown', true])
  expect(notApplicable.some(({ theorem }) => theorem.startsWith('a-'))).toBe(false)
})

test('without a radius, or with biases that fall short, it says why there is none', () => {
  const reasonFor = (model: Parameters<typeof certify>[0], abstainRadius?: number) =>
    certify(model, { train: lists, ...(abstainRadius !== undefined && { abstainRadius }) }).notApplicable.find(({ theorem }) =>
      theorem.startsWith('a-'),
    )?.reason
  const linear = train(lists, { method: 'abstaining' })
  expect(reasonFor(linear)).toContain('say within which radius')
  expect(reasonFor(linear, 0)).toContain('Theorems 4.1 and 4.3')
  const few = { method: 'abstaining', hypothesis: 'network', hidden: 3, iterations: 3, batch: 8 } as const
  expect(reasonFor(train(lists, { ...few, biasRadius: 0.5 }), 0.2)).toContain('biases')
  const network = certify(train(lists, few), { train: lists, abstainRadius: 0.2 }).certificates.find(({ theorem }) =>
    theorem.startsWith('a-'),
  )
  expect(network?.constants['Lambda'].value).toBe(50)
  expect(network?.assumptions[0].holds).toBe(true)
})

test('a radius for a model that was not trained to abstain is refused', () => {
  const model = train(lists, { method: 'least-squares' })
  expect(() => certify(model, { train: lists, abstainRadius: 0.2 })).toThrow('it only works with a model of the method abstaining')
})
