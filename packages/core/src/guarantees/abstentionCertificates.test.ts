import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { train } from '../library/train.ts'
import { seededRandom } from '../numeric/random.ts'
import { bound } from '../theory/bound.ts'
import { certify } from './certify.ts'

const random = seededRandom(1)
const features = Array.from({ length: 80 }, () => [random.uniform(), random.uniform()])
const lists = rankingLists({
  features,
  labels: features.map(([x, y]) => (x - y + 0.1 * random.normal() > 0 ? 1 : 0)),
  lists: features.map((_, row) => row >> 3),
})

test('a model that abstains gets the theorem of its setting and surrogate, with what bounds its gap on the training lists', () => {
  const model = train(lists, { method: 'abstaining', setting: 'bipartite', norm: 'inf', radius: 20 })
  const { certificates, notApplicable } = certify(model, { train: lists, abstainRadius: 0.2 })
  const found = certificates.find(({ theorem }) => theorem.startsWith('a-'))
  expect(found).toMatchObject({ theorem: 'a-bipartite-exponential', side: 'below' })
  const t = found?.constants['t'].value ?? Number.NaN
  expect(t).toBeGreaterThan(0)
  expect(t).toBeLessThan(model.training.objective)
  expect(found?.constants['t'].origin).toContain(`the whole loss is ${Number(model.training.objective.toPrecision(4))}`)
  expect(found?.bound).toBeCloseTo(bound('a-bipartite-exponential', { t, W: 20, gamma: 0.2 }).value, 12)
  expect(found?.assumptions.map(({ holds }) => holds)).toEqual([true, true, true, 'unknown', true])
  const others = notApplicable.filter(({ theorem }) => theorem.startsWith('a-'))
  expect(others.map(({ theorem }) => theorem)).toEqual([
    'a-pairwise-hinge',
    'a-pairwise-exponential',
    'a-pairwise-sigmoid',
    'a-bipartite-hinge',
    'a-bipartite-sigmoid',
  ])
  for (const { reason } of others) expect(reason).toContain('the model was trained for a-bipartite-exponential')
})

test('the verdict compares with what all-equal scores get wrong, half of the pairs that are answered', () => {
  const share = (radius: number) => {
    let sum = 0
    for (let list = 0; list < 10; list++) {
      let [far, different] = [0, 0]
      for (let i = 8 * list; i < 8 * list + 8; i++) {
        for (let j = 8 * list; j < 8 * list + 8; j++) {
          if (!(lists.labels[i] > lists.labels[j])) continue
          different++
          if (Math.max(...[0, 1].map((k) => Math.abs(features[i][k] - features[j][k]))) > radius) far++
        }
      }
      sum += different === 0 ? 0 : far / different
    }
    return sum / 10
  }
  const certificateOf = (options: Partial<Parameters<typeof train>[1]>, abstainRadius: number) =>
    certify(train(lists, { method: 'abstaining', norm: 'inf', scale: 'none', ...options } as Parameters<typeof train>[1]), {
      train: lists,
      abstainRadius,
    }).certificates.find(({ theorem }) => theorem.startsWith('a-'))
  const good = certificateOf({ radius: 300 }, 0.4)
  expect(good?.trivial).toBeCloseTo(share(0.4) / 2, 10)
  expect(good?.statement).toContain(
    `${Number(share(0.4).toPrecision(4))} of the pairs are further apart; all-equal scores get half of these wrong`,
  )
  expect(good?.verdict).toBe('informative')
  // A network that has hardly been trained, at a radius that hardly leaves anything to answer: its bound is below 1, and says nothing.
  const untrained = { hypothesis: 'network', hidden: 2, iterations: 1, batch: 4 } as const
  const empty = certificateOf({ ...untrained, radius: 1 }, 0.9)
  expect(share(0.9)).toBeLessThan(0.02)
  expect(empty?.bound).toBeLessThan(1)
  expect(empty).toMatchObject({ verdict: 'vacuous', trivialIs: 'all-equal scores get wrong' })
})

test('without a radius, or with biases that fall short, it says why there is none', () => {
  const reasonFor = (model: Parameters<typeof certify>[0], abstainRadius?: number) =>
    certify(model, { train: lists, ...(abstainRadius !== undefined && { abstainRadius }) }).notApplicable.find(
      ({ theorem }) => theorem === 'a-pairwise-exponential',
    )?.reason
  const linear = train(lists, { method: 'abstaining' })
  expect(reasonFor(linear)).toContain('give the abstention radius')
  expect(reasonFor(linear, 0)).toContain('Theorems 4.1 and 4.3')
  const few = { method: 'abstaining', hypothesis: 'network', hidden: 3, iterations: 3, batch: 8 } as const
  expect(reasonFor(train(lists, { ...few, biasRadius: 0.5 }), 0.2)).toContain('bias radius')
  const network = certify(train(lists, few), { train: lists, abstainRadius: 0.2 }).certificates.find(({ theorem }) =>
    theorem.startsWith('a-'),
  )
  expect(network?.constants['Lambda'].value).toBe(50)
  expect(network?.assumptions[0].holds).toBe(true)
})

test('of a model that was not trained to abstain each of the six theorems says that it is about others', () => {
  const { certificates, notApplicable } = certify(train(lists, { method: 'listnet' }), { train: lists })
  expect(certificates.some(({ theorem }) => theorem.startsWith('a-'))).toBe(false)
  const reasons = notApplicable.filter(({ theorem }) => theorem.startsWith('a-')).map(({ reason }) => reason)
  expect(reasons).toHaveLength(6)
  for (const reason of reasons) expect(reason).toContain('the model was trained by listnet')
})

test('a radius for a model that was not trained to abstain is refused', () => {
  const model = train(lists, { method: 'least-squares' })
  expect(() => certify(model, { train: lists, abstainRadius: 0.2 })).toThrow('it only works with a model of the method abstaining')
})
