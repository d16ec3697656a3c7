import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import type { ElmRankOptions } from '../trainers/elmRank/elmRankOptions.ts'
import type { RankRlsOptions } from '../trainers/rankRls/rankRlsOptions.ts'
import { certify } from './certify.ts'

function someLists(count: number, size: number): RankingLists {
  const random = seededRandom(4)
  const features = Array.from({ length: count * size }, () => [random.uniform(), random.uniform()])
  return rankingLists({
    features,
    labels: features.map(([x]) => Math.round(2 * x + 0.3 * random.normal())),
    lists: features.map((_, row) => `q${Math.floor(row / size)}`),
  })
}

const lists = someLists(40, 5)
const fixed = { scale: 'none', missing: 'zero', kernel: 'rbf', kernelWidth: 1, lambda: 1 } as const satisfies RankRlsOptions

function certified(data: RankingLists, options: Omit<RankRlsOptions, 'valid'>) {
  const model = train(data, { method: 'rankrls', ...options })
  const { certificates, notApplicable } = certify(model, { train: data })
  return { model, certificate: certificates.find(({ theorem }) => theorem.startsWith('e-')), notApplicable }
}

test('the constants come from the labels, the kernel and the penalty', () => {
  const { model, certificate } = certified(lists, fixed)
  const range = Math.max(...lists.labels) - Math.min(...lists.labels)
  const reach = 1 + Math.SQRT2
  expect(certificate?.theorem).toBe('e-stability')
  const { sigma, kappa, B, n, empirical } = certificate!.constants
  expect([kappa.value, n.value]).toEqual([1, 40])
  expect(sigma.value).toBeCloseTo(2 * range * reach, 12)
  expect(B.value).toBeCloseTo((range * reach) ** 2, 12)
  const scores = score(model, lists)
  let loss = 0
  for (let list = 0; list < 40; list++)
    for (let j = 5 * list; j < 5 * list + 5; j++)
      for (let k = 5 * list; k < 5 * list + 5; k++) loss += (lists.labels[j] - lists.labels[k] - (scores[j] - scores[k])) ** 2 / 25 / 40
  expect(empirical.value).toBeCloseTo(loss, 10)
  expect(certificate!.assumptions.some(({ holds }) => holds === false)).toBe(false)
  expect(certificate!.bound).toBeGreaterThan(empirical.value)
})

test('what was made from the training lists counts as an assumption that is not met', () => {
  const broken = (options: RankRlsOptions) =>
    certified(lists, options)
      .certificate!.assumptions.filter(({ holds }) => holds === false)
      .map(({ text }) => text)
  expect(broken(fixed)).toEqual([])
  expect(broken({ ...fixed, kernelWidth: undefined }).join()).toContain('median distance between training rows')
  expect(broken({ ...fixed, basis: 20 }).join()).toContain('basis is made of training rows')
  expect(broken({ ...fixed, scale: 'min-max' }).join()).toContain('min-max scale')
  expect(broken({ scale: 'none', missing: 'zero', kernel: 'linear', lambda: 1 }).join()).toContain('sample radius only')
})

test('a lambda chosen on lists left out divides delta among all that were tried', () => {
  const { certificate } = certified(lists, { ...fixed, lambda: 'auto' })
  expect(certificate!.constants['delta'].value).toBeCloseTo(0.05 / 30, 12)
})

test('a linear kernel takes kappa from the ball of features, a polynomial one from its value there', () => {
  const ball = { scale: 'none', missing: 'zero', featureBall: 'l2', featureRadius: 2, lambda: 1 } as const
  expect(certified(lists, { ...ball, kernel: 'linear' }).certificate!.constants['kappa'].value).toBe(2)
  const polynomial = certified(lists, { ...ball, kernel: 'polynomial', kernelWidth: 1, degree: 2 }).certificate!
  expect(polynomial.constants['kappa'].value).toBeCloseTo(5, 12) // √(1 + 4)²
})

test('elmrank: kappa comes from its nodes, and what follows the data is reported', () => {
  const certifiedElm = (options: Omit<ElmRankOptions, 'valid'>) =>
    certify(train(lists, { method: 'elmrank', scale: 'none', missing: 'zero', nodes: 9, lambda: 1, ...options }), {
      train: lists,
    }).certificates.find(({ theorem }) => theorem === 'e-stability')!
  const fourier = certifiedElm({ node: 'fourier', nodeScale: 1 })
  expect(fourier.constants['kappa'].value).toBe(3)
  expect(fourier.assumptions.some(({ holds }) => holds === false)).toBe(false)
  expect(certifiedElm({ node: 'sigmoid', nodeScale: 1 }).constants['kappa'].value).toBe(3)
  // In a ball, no sigmoid gets to 1, and ReLUs are bounded at all.
  expect(certifiedElm({ node: 'sigmoid', nodeScale: 1, featureBall: 'l2' }).constants['kappa'].value).toBeLessThan(2.8)
  const relu = certifiedElm({ node: 'relu', nodeScale: 1, featureBall: 'l2', featureRadius: 2 })
  expect(relu.constants['kappa'].value).toBeGreaterThan(
    certifiedElm({ node: 'relu', nodeScale: 1, featureBall: 'l2' }).constants['kappa'].value,
  )
  const broken = (options: ElmRankOptions) =>
    certifiedElm(options)
      .assumptions.filter(({ holds }) => holds === false)
      .map(({ text }) => text)
      .join()
  expect(broken({ node: 'relu', nodeScale: 1 })).toContain('sample radius only')
  expect(broken({})).toContain('follows the spread of their features')
  expect(broken({ nodeScale: 1, lambda: undefined })).toContain('follow the size of the nodes')
})

test('a single list is certified item by item; other methods, and pairs across lists, are given the reason why not', () => {
  const one = certified(someLists(1, 60), fixed)
  expect(one.certificate).toMatchObject({ theorem: 'e-stability-item', constants: { n: { value: 60 } } })
  expect(one.notApplicable.find(({ theorem }) => theorem === 'e-stability')?.reason).toContain('many lists')
  const across = certified(lists, { ...fixed, centre: 'global' })
  expect(across.certificate).toBeUndefined()
  expect(across.notApplicable.find(({ theorem }) => theorem === 'e-stability')?.reason).toContain('centre global')
  const listnet = certify(train(lists, { method: 'listnet' }), { train: lists })
  expect(listnet.notApplicable.find(({ theorem }) => theorem === 'e-stability')?.reason).toContain('trained by listnet')
})

test('with many lists and a strong penalty it is below the ceiling, but not below what all-equal scores lose', () => {
  const random = seededRandom(9)
  const features = Array.from({ length: 60_000 }, () => [random.uniform() - 0.5])
  const many = rankingLists({
    features,
    labels: features.map(([x]) => (x > 0 ? 1 : 0)),
    lists: features.map((_, row) => `q${row >> 1}`),
  })
  const options = { scale: 'none', missing: 'zero', featureBall: 'l2', featureRadius: 0.5, kernel: 'linear', lambda: 1 } as const
  const { bound: value, trivial, trivialIs, verdict, constants } = certified(many, options).certificate!
  expect(value).toBeLessThan(constants['B'].value)
  const apart = many.listIds.filter((_, list) => many.labels[2 * list] !== many.labels[2 * list + 1]).length
  expect(trivial).toBeCloseTo(apart / 2 / many.listIds.length, 12) // half for each list of two different labels
  expect(trivialIs).toBe('all-equal scores lose')
  expect(verdict).toBe(value < trivial ? 'informative' : 'vacuous')
})
