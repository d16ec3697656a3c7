import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import { refit, tuneFold, tuneResult } from '../library/tune.ts'
import { tunePlan } from '../library/tunePlan.ts'
import { modelFingerprint } from '../models/modelFingerprint.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { seededRandom } from '../numeric/random.ts'
import { finish } from '../runtime/training.ts'
import { bound } from '../theory/bound.ts'
import type { Certificate } from './certificate.ts'
import { type Certified, certify } from './certify.ts'

const lists = someLists(60, 1)
const fixed = { scale: 'none', missing: 'zero', featureBall: 'l2' } as const
const onBall = { ...fixed, ball: 'l2', radius: 1 } as const

describe('which theorems apply', () => {
  const names = ({ certificates }: Certified) => certificates.map(({ theorem }) => theorem)
  test('a smooth convex minimiser over the L2 ball: Theorem 9 with its second half, Theorem 17, Chapelle and Wu', () => {
    const certified = certify(train(lists, { method: 'listnet', ...onBall }), { train: lists })
    expect(names(certified)).toEqual(['q-t9', 'q-t9-excess', 'q-t17', 'q-t17-excess', 'q-cw'])
    expect(certified.notApplicable.map(({ theorem }) => theorem).filter((theorem) => !theorem.startsWith('a-'))).toEqual([
      'q-martingale',
      'q-ogd',
      'q-ogd-smooth',
      'q-t5',
      'q-eq8',
      'q-t6',
      'q-t12',
      'q-t12-excess',
      'e-stability',
      'e-stability-item',
    ])
  })

  test('with a penalty Theorem 6 joins and the second halves leave', () => {
    const onlyPenalty = certify(train(lists, { method: 'listnet', ...fixed, lambda: 0.1 }), { train: lists })
    expect(names(onlyPenalty)).toEqual(['q-t6', 'q-t9', 'q-t17', 'q-cw'])
    expect(names(certify(train(lists, { method: 'ranksvm', ...onBall, hinge: 'plain', lambda: 0.1 }), { train: lists }))).toEqual([
      'q-t6',
      'q-t9',
      'q-cw',
    ])
  })

  test('on the L1 ball Theorem 12, and those on the L2 ball that holds it', () => {
    expect(names(certify(train(lists, { method: 'listnet', ...fixed, ball: 'l1', radius: 1 }), { train: lists }))).toEqual([
      'q-t9',
      'q-t12',
      'q-t12-excess',
      'q-t17',
      'q-cw',
    ])
  })

  test('online gradient descent: Theorem 5 for the step of the theory, (8) for the smooth step with a given least loss', () => {
    const ogd = (options: Record<string, unknown>) => certify(train(lists, { method: 'ogd', ...onBall, ...options }), { train: lists })
    expect(names(ogd({}))).toContain('q-t5')
    expect(names(ogd({ step: 0.1 }))).not.toContain('q-t5')
    expect(names(ogd({ step: 'smooth' }))).not.toContain('q-eq8')
    expect(names(ogd({ step: 'smooth', leastLoss: 0.5 }))).toContain('q-eq8')
  })

  test('a model that training began at is recorded, and fails what begins at zero', () => {
    const assumption = ({ assumptions }: Certificate, text: string) => assumptions.find((each) => each.text.includes(text))
    const online = { method: 'ogd', ...onBall } as const
    const cold = train(lists, online)
    expect(cold.training.start).toBeUndefined()
    expect(assumption(find(certify(cold, { train: lists }), 'q-t5'), 'started at zero')?.holds).toBe(true)
    const { scale: _, missing: __, featureBall: ___, ...ball } = online
    const warm = train(lists, { ...ball, start: cold })
    expect(warm.training.start).toBe(modelFingerprint(cold))
    expect(train(lists, { ...ball, start: warm }).training.start).not.toBe(warm.training.start)
    expect(assumption(find(certify(warm, { train: lists }), 'q-t5'), 'started at zero')?.holds).toBe(false)
    expect(parsedModel(modelToJson(warm), 'warm.json')).toEqual(warm)
    const fitted = train(lists, { method: 'listnet', featureBall: 'l2', ball: 'l2', radius: 1 })
    const onto = train(lists, { method: 'listnet', ball: 'l2', radius: 1, start: fitted })
    expect(assumption(find(certify(fitted, { train: lists }), 'q-t9'), 'The feature map was fixed')?.holds).toBe(false)
    expect(assumption(find(certify(onto, { train: lists }), 'q-t9'), 'The feature map was fixed')?.holds).toBe('unknown')
  })

  test('a loss that is not convex has no second half', () => {
    const certified = certify(train(lists, { method: 'smoothed-dcg', cutoff: 1, ...onBall }), { train: lists })
    expect(names(certified)).toEqual(['q-t9', 'q-t17', 'q-cw'])
    expect(certified.notApplicable.find(({ theorem }) => theorem === 'q-t9-excess')?.reason).toContain('not convex')
  })

  test('a loss without constants, weights without limits, least squares and missing training lists are given as reasons', () => {
    const reasons = (certified: Certified) => [...new Set(certified.notApplicable.map(({ reason }) => reason))].join('\n')
    const weighted = certify(train(lists, { method: 'ranknet', lambdaWeights: 'ndcg', ...onBall }), { train: lists })
    expect(weighted.certificates).toEqual([])
    expect(reasons(weighted)).toContain('G is not finite')
    const free = certify(train(lists, { method: 'listnet', ...fixed, lambda: 0 }), { train: lists })
    expect(free.certificates).toEqual([])
    expect(reasons(free)).toContain('Neither a ball nor a penalty')
    expect(reasons(certify(train(lists, { method: 'least-squares' }), { train: lists }))).toContain('no loss of whole lists')
    expect(reasons(certify(train(lists, { method: 'listnet', ...onBall }), { heldOut: someLists(20, 9) }))).toContain('not given')
  })
})

describe('what a certificate says', () => {
  const model = train(lists, { method: 'listnet', ...onBall })
  const { certificates } = certify(model, { train: lists, delta: 0.1 })
  const [uniform] = certificates

  test('is the bound of its constants', () => {
    const inputs = Object.fromEntries(Object.entries(uniform.constants).map(([name, { value }]) => [name, value]))
    expect(inputs).toMatchObject({ G: 2, W: 1, R: 1, n: 60, m: 8, delta: 0.1, B: (2 + 2) ** 2 / 8 })
    expect(uniform.bound).toBeCloseTo(bound('q-t9', inputs).value, 12)
    expect(uniform.terms['empirical']).toBeCloseTo(inputs['empirical'], 12)
    for (const { origin } of Object.values(uniform.constants)) expect(origin.length).toBeGreaterThan(4)
  })

  test('is measured against what scores that are all equal lose, however large the ball', () => {
    const equal = equalScoresLoss(lists)
    expect(uniform.trivial).toBeCloseTo(equal, 12)
    expect(uniform).toMatchObject({ side: 'below', verdict: 'vacuous', trivialIs: 'all-equal scores lose' })
    const wide = find(certify(train(lists, { method: 'listnet', ...onBall, radius: 50 }), { train: lists }), 'q-t9')
    expect(wide.trivial).toBeCloseTo(equal, 12)
    expect(wide.constants['B'].value).toBeGreaterThan(100)
    const many = someLists(12000, 3)
    const certified = certify(train(many, { method: 'ogd', ...onBall }), { train: many })
    const online = find(certified, 'q-t5')
    expect(online).toMatchObject({ verdict: 'informative', delta: 0 })
    expect(online.bound).toBeCloseTo(2 * Math.sqrt(2 / 12000), 12)
    expect(find(certified, 'q-ogd').bound).toBeCloseTo((3 / (2 * Math.SQRT2)) * 2 * Math.sqrt(1 / 12000), 12)
  })

  test('of an excess over the least loss in the ball is measured against the excess of scores that are all equal: a small ball proves nothing', () => {
    const excess = ['q-ogd', 'q-t5', 'q-t6', 'q-t9-excess', 'q-t17-excess']
    for (const options of [
      { method: 'ogd', ...onBall },
      { method: 'listnet', ...onBall },
      { method: 'listnet', ...onBall, lambda: 1 },
    ] as const) {
      for (const radius of [1e-4, 1e-2, 1]) {
        const found = certify(train(lists, { ...options, radius }), { train: lists })
        const whole = certify(train(lists, { method: 'listnet', ...onBall }), { train: lists }).certificates[0]
        for (const each of found.certificates.filter(({ theorem }) => excess.includes(theorem))) {
          expect(each, `${each.theorem} ${radius}`).toMatchObject({ verdict: 'vacuous' })
          expect(each.trivial).toBeLessThan(whole.trivial)
          expect(each.trivialIs).toContain('above the model')
        }
      }
    }
  })

  test('with a least loss that no weights of the ball reach says that the assumption fails', () => {
    const given = { method: 'ogd', ...onBall, step: 'smooth', leastLoss: 0 } as const
    const assumption = (radius: number) =>
      find(certify(train(lists, { ...given, radius }), { train: lists }), 'q-eq8').assumptions.find(({ text }) =>
        text.includes('Some weights'),
      )
    expect(assumption(1e-3)).toEqual({ text: expect.stringContaining('on the training lists none has less than'), holds: false })
    expect(assumption(10)?.holds).toBe('unknown')
  })

  test('of online gradient descent is the sharper bound for the step that was taken', () => {
    const ogd = (options: Record<string, unknown>) => certify(train(lists, { method: 'ogd', ...onBall, ...options }), { train: lists })
    expect(find(ogd({ step: 'sharp' }), 'q-ogd').bound).toBeCloseTo(2 / Math.sqrt(60), 12)
    expect(find(ogd({ step: 0.05 }), 'q-ogd').bound).toBeCloseTo(1 / (2 * 0.05 * 60) + (0.05 * 4) / 2, 12)
    const smooth = find(ogd({ step: 'sharp', leastLoss: 0.1 }), 'q-ogd-smooth')
    const a = 1 / 120
    expect(smooth.bound).toBeCloseTo(0.1 + 2 * a + 2 * Math.sqrt(a * a + a * 0.1), 12)
    expect(find(ogd({ step: 'smooth', leastLoss: 0.1 }), 'q-ogd-smooth').bound).toBeLessThan(
      find(ogd({ step: 'smooth', leastLoss: 0.1 }), 'q-eq8').bound,
    )
    const reason = (options: Record<string, unknown>, theorem: string) =>
      ogd(options).notApplicable.find((each) => each.theorem === theorem)?.reason
    expect(reason({ step: 'smooth' }, 'q-ogd')).toContain('steps of one length')
    expect(reason({ step: 'sharp' }, 'q-ogd-smooth')).toContain('needs a least loss')
    expect(reason({ step: 'sharp', loss: 'ranksvm' }, 'q-ogd-smooth')).toContain('not smooth')
    expect(() => ogd({ step: 'sharp', loss: 'ranksvm', leastLoss: 0.1 })).toThrow('this loss is not smooth')
  })

  test('as printed takes the paper’s formulas and constants', () => {
    const small = train(lists, { method: 'listnet', ...onBall, radius: 0.05 })
    const smooth = (printed: boolean) => find(certify(small, { train: lists, printed }), 'q-t17')
    expect(smooth(false).constants['H'].value).toBe(1)
    expect(smooth(true).constants['H']).toEqual({ value: 2, origin: 'as printed in the paper' })
  })

  test('as printed leaves ours as they are where no paper prints one', () => {
    const online = train(lists, { method: 'ogd', ...onBall })
    const bounds = (printed: boolean) => find(certify(online, { train: lists, printed }), 'q-ogd').bound
    expect(bounds(true)).toBe(bounds(false))
  })

  test('where a printed formula does not hold, it is not stated, and the reason is', () => {
    const { certificates: stated, notApplicable } = certify(model, { train: someLists(3, 4), printed: true })
    for (const { bound: value, terms } of stated)
      for (const number of [value, ...Object.values(terms)]) expect(number).toBeGreaterThanOrEqual(0)
    for (const theorem of ['q-t9', 'q-t9-excess', 'q-t17', 'q-cw'])
      expect(notApplicable.find((each) => each.theorem === theorem)?.reason).toContain('The printed formula does not hold here')
  })

  test('of Theorem 17’s second half bounds the excess for every least loss there can be', () => {
    const excess = certificates.find(({ theorem }) => theorem === 'q-t17-excess')!
    const { best, delta, gap, ...others } = Object.fromEntries(Object.entries(excess.constants).map(([name, { value }]) => [name, value]))
    expect(delta).toBe(0.05)
    expect(gap).toBe(model.training.optimality * model.training.objective)
    expect(best).toBe(Math.min(others['B'], bound('q-t17', { ...others, delta, empirical: uniform.constants['empirical'].value }).value))
    const at = (least: number) => bound('q-t17-excess', { ...others, delta, gap, best: least }).value - least
    expect(excess.bound).toBeCloseTo(at(best), 12)
    fc.assert(fc.property(fc.double({ min: 0, max: best, noNaN: true }), (least) => at(least) <= excess.bound * (1 + 1e-12)))
    expect(find(certify(model, { train: lists }), 'q-t17-excess').statement).toContain('above the least in the ball')
    expect(
      certify(model, { train: lists, printed: true }).notApplicable.find(({ theorem }) => theorem === 'q-t17-excess')?.reason,
    ).toContain('errata')
  })

  test('of the second half shares delta between its two inequalities and counts how far training was from the minimum', () => {
    const excess = certificates[1]
    expect(excess.theorem).toBe('q-t9-excess')
    expect(excess.constants['delta'].value).toBe(0.05)
    expect(excess.delta).toBe(0.1)
    expect(excess.terms['optimisation']).toBe(model.training.optimality * model.training.objective)
  })

  test('of Theorem 6 takes the theory’s lambda as printed and any other by its own formula', () => {
    const theory = find(certify(train(lists, { method: 'listnet', ...onBall, lambda: 'theory' }), { train: lists }), 'q-t6')
    expect(theory.bound).toBeCloseTo(2 * 2 * (8 / 60 + Math.sqrt(2 / 60)), 12)
    const other = find(certify(train(lists, { method: 'listnet', ...onBall, lambda: 0.3 }), { train: lists }), 'q-t6')
    expect(other.bound).toBeCloseTo(0.3 / 2 + (4 * (0.3 + 2) ** 2) / (0.3 * 60), 12)
  })

  test('without a ball takes the radius that the penalty implies', () => {
    const penalised = train(lists, { method: 'ranksvm', hinge: 'plain', pairs: 'mean', ...fixed, lambda: 0.1 })
    const { constants, assumptions } = find(certify(penalised, { train: lists }), 'q-t9')
    expect(constants['W'].value).toBeCloseTo(Math.sqrt(2 / 0.1), 12) // the mean hinge is 1 at zero weights
    expect(assumptions.find(({ text }) => text.startsWith('The weights lie within W'))?.holds).toBe(true)
  })
})

describe('what a certificate assumes', () => {
  const holds = ({ assumptions }: Certificate, start: string) => assumptions.find(({ text }) => text.startsWith(start))?.holds
  const uniform = (options: Record<string, unknown>, given: RankingLists = lists, data: RankingLists = lists) =>
    find(certify(train(given, { method: 'listnet', ...options }), { train: data }), 'q-t9')

  test('a fixed map on a ball of given radius: nothing that fails', () => {
    const { assumptions, statement } = uniform(onBall)
    expect(assumptions.filter(({ holds: known }) => known === false)).toEqual([])
    expect(statement).toMatch(/^The expected/)
    expect(holds(uniform(onBall), 'The radius of the L2 ball')).toBe('unknown')
    expect(holds(uniform({ ...fixed, ball: 'l2' }), 'The radius of the L2 ball')).toBe(true)
  })

  test('a map fitted on the training lists fails, and the statement says so', () => {
    const fitted = uniform({ ball: 'l2', radius: 1 })
    expect(holds(fitted, 'The feature map was fixed')).toBe(false)
    expect(fitted.statement).toMatch(/^If its assumptions held/)
  })

  test('a map that bounds nothing has a sample radius only', () => {
    const free = uniform({ scale: 'none', missing: 'zero', ball: 'l2', radius: 1 })
    expect(holds(free, 'Every future row lies within R')).toBe(false)
    expect(free.constants['R'].origin).toContain('greatest ‖x‖₂ among the training rows')
    expect(free.constants['R'].value).toBeGreaterThan(1)
  })

  test('a radius chosen on validation lists costs a share of delta, and an expectation its ground', () => {
    const tuned = train(lists, { method: 'listnet', ...fixed, ball: 'l2', valid: someLists(30, 5) })
    const tried = tuned.training.tuned[0].tried.length
    expect(tried).toBeGreaterThan(1)
    expect(find(certify(tuned, { train: lists }), 'q-t9').constants['delta'].value).toBeCloseTo(0.05 / tried, 12)
    const online = train(lists, { method: 'ogd', ...fixed, valid: someLists(30, 5) })
    expect(holds(find(certify(online, { train: lists }), 'q-t5'), 'The radius was fixed')).toBe(false)
  })

  test('options tuned together in cross-validation cost a share of delta for each combination', () => {
    const plan = tunePlan(lists, {
      method: 'smoothed-dcg',
      folds: 2,
      fixed: { ...fixed, ball: 'l2' },
      grid: { radius: [0.5, 1], sigma: [1, 2, 4] },
    })
    const result = tuneResult(
      lists,
      plan,
      plan.folds.map((_, fold) => finish(tuneFold(lists, plan, fold))),
    )
    const { model } = finish(refit(lists, plan, result))
    expect(find(certify(model, { train: lists }), 'q-t9').constants['delta'].value).toBeCloseTo(0.05 / (2 * 3), 12)
    // Also where the radius itself was given and only the loss was chosen.
    const onlySigma = { ...model, training: { ...model.training, tuned: model.training.tuned.filter(({ option }) => option === 'sigma') } }
    expect(find(certify(onlySigma, { train: lists }), 'q-t9').constants['delta'].value).toBeCloseTo(0.05 / 3, 12)
  })

  test('constants that grow with the list are good for lists as long as those seen', () => {
    expect(holds(uniform(onBall), 'Future lists may have any length')).toBe(true)
    const sums = train(lists, { method: 'ranksvm', pairs: 'sum', hinge: 'plain', ...onBall })
    expect(holds(find(certify(sums, { train: lists }), 'q-t9'), 'No future list has more than m = 8 items')).toBe('unknown')
  })

  test('other lists than those of the training, weights of lists, and a training that ended early are reported', () => {
    expect(holds(uniform(onBall, lists, someLists(60, 2)), 'The training lists given are those')).toBe(false)
    const weighted = { ...lists, listWeights: Float64Array.from(lists.listIds, (_, list) => 1 + (list % 2)) }
    expect(holds(uniform(onBall, weighted, weighted), 'All training lists count the same')).toBe(false)
    const hasty = train(lists, { method: 'listnet', ...fixed, lambda: 0.001, iterations: 1 })
    expect(holds(find(certify(hasty, { train: lists }), 'q-t6'), 'The model is the minimiser')).toBe(false)
  })
})

test('training lists of another width are refused', () => {
  const wide = rankingLists({ features: [[1, 2, 3, 4]], labels: [1], lists: ['a'] })
  expect(() => certify(train(lists, { method: 'listnet', ...onBall }), { train: wide })).toThrow('4 features')
})

test('a ball of radius 0 holds one ranker, whose complexity is nothing', () => {
  const {
    terms,
    bound: value,
    verdict,
  } = find(certify(train(lists, { method: 'listnet', ...fixed, ball: 'l2', radius: 0 }), { train: lists }), 'q-t9')
  expect(terms['complexity']).toBe(0)
  expect(value).toBeGreaterThanOrEqual(equalScoresLoss(lists)) // that one ranker gives all items the same score
  expect(verdict).toBe('vacuous')
})

test('lists of one item and labels that are all equal are certified without a fault', () => {
  const single = rankingLists({ features: [[0.1], [0.2], [0.3]], labels: [1, 0, 2], lists: ['a', 'b', 'c'] })
  const even = rankingLists({ features: [[0.1], [0.2], [0.3], [0.4]], labels: [1, 1, 1, 1], lists: ['a', 'a', 'b', 'b'] })
  for (const data of [single, even]) {
    for (const method of ['listnet', 'ranksvm', 'listmle', 'ogd'] as const) {
      for (const { bound: value } of certify(train(data, { method, ...onBall }), { train: data }).certificates)
        expect(Number.isFinite(value)).toBe(true)
    }
  }
})

/** The KL divergence of the softmax of the labels from equal shares. */
function equalScoresLoss({ labels, offsets, listIds }: RankingLists): number {
  const losses = listIds.map((_, list) => {
    const own = Array.from(labels.subarray(offsets[list], offsets[list + 1]))
    const total = own.reduce((sum, label) => sum + Math.exp(label), 0)
    return own.reduce((sum, label) => sum + (Math.exp(label) / total) * Math.log((own.length * Math.exp(label)) / total), 0)
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

function find({ certificates }: Certified, theorem: string): Certificate {
  const found = certificates.find((each) => each.theorem === theorem)
  if (found === undefined) throw new Error(`${theorem} does not apply`)
  return found
}

function someLists(count: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * 8 }, () => [random.normal(), random.normal(), random.normal()])
  return rankingLists({
    features,
    labels: features.map(([x, y], row) => (row === 0 ? 2 : row === 1 ? 0 : x + 0.5 * y + random.normal() > 1 ? 1 : 0)),
    lists: features.map((_, row) => `${seed}-${Math.floor(row / 8)}`),
  })
}
