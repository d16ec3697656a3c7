import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { finish } from '../runtime/training.ts'
import { type MethodName, methodNames, methodOf } from '../trainers/methods.ts'
import { certifiedLoss } from './certifiedLoss.ts'

const lists = rankingLists({
  features: Array.from({ length: 24 }, (_, row) => [Math.sin(row), Math.cos(3 * row)]),
  labels: Array.from({ length: 24 }, (_, row) => (row * row) % 3),
  lists: Array.from({ length: 24 }, (_, row) => row >> 2),
})

const quick: Partial<Record<MethodName, Record<string, unknown>>> = { elmrank: { nodes: 10 } }
const withoutLoss: readonly string[] = ['least-squares', 'rankrls', 'elmrank', 'rankboost', 'lambdamart']

test.each(methodNames)('%s: the loss is found from what its model records, or a sentence says why there is none', (method) => {
  const { model } = finish(methodOf(method).train(lists, quick[method] ?? {}))
  const loss = certifiedLoss(model)
  if (withoutLoss.includes(method)) expect(loss).toMatch(/^\S.*\.$/)
  else expect(loss).toMatchObject({ loss: { name: expect.any(String) } })
})

const at = { greatestLabel: 4, labelRange: 4, longestList: 12, scoreBound: 1 }

test.each([
  ['ranksvm', { hinge: 'plain', pairs: 'sum' }, 3 * 66],
  ['ranksvm', { hinge: 'squared', pairs: 'mean' }, 9],
  ['ranknet', { lambdaWeights: 'ndcg', pairs: 'mean' }, Math.log1p(Math.exp(2))],
  ['ogd', { loss: 'ranksvm' }, 3],
  ['abstaining', { surrogate: 'hinge' }, 3],
  ['abstaining', { surrogate: 'exponential' }, Math.exp(2)],
  ['abstaining', { surrogate: 'sigmoid', steepness: 3 }, 2],
] as const)('%s %o is the loss of these options', (method, options, ceiling) => {
  const loss = certifiedLoss({ method, options })
  expect(typeof loss === 'string' ? loss : loss.ceiling(at).value).toBeCloseTo(ceiling, 12)
})

test.each([
  ['smoothed-dcg', { sigma: 'wide', cutoff: 3 }, '`sigma` is the text "wide"'],
  ['smoothed-dcg', { sigma: -1, cutoff: 3 }, '`sigma` is -1'],
  ['ogd', { loss: 'something' }, '`loss` is something; give one of listnet'],
  ['abstaining', { surrogate: 'hinge', steepness: 2 }, '`steepness` would change nothing'],
])('%s with the recorded options %o is refused', (method, options, message) => {
  expect(() => certifiedLoss({ method, options })).toThrow(message)
})

test('a model of no method has no loss to certify', () => {
  expect(certifiedLoss({ method: 'kernel', options: {} })).toContain('kernel is none')
})
