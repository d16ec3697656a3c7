import { expect, expectTypeOf, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { train } from '../library/train.ts'
import type { ElmModel } from '../models/elm/elm.ts'
import type { KernelModel } from '../models/kernel/kernel.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import type { NetworkModel } from '../models/network/network.ts'
import { finish } from '../runtime/training.ts'
import { methodNames, methodOf } from './methods.ts'

const lists = rankingLists({
  features: Array.from({ length: 24 }, (_, row) => [Math.sin(row), Math.cos(3 * row)]),
  labels: Array.from({ length: 24 }, (_, row) => (row * row) % 3),
  lists: Array.from({ length: 24 }, (_, row) => row >> 2),
})

test.each(methodNames)('%s makes models of the kinds that its row names, each of them with some options', (method) => {
  const { makes, train: fit } = methodOf(method)
  const ways = [{}, ...(method === 'rankrls' ? [{ kernel: 'linear' }] : []), ...(method === 'abstaining' ? [network] : [])]
  const kinds = ways.map((options) => finish(fit(lists, options)).model.kind)
  expect(kinds.toSorted()).toEqual([...makes].toSorted())
})

test.each(methodNames)('%s takes a seed and records it, whether or not it draws', (method) => {
  expect(finish(methodOf(method).train(lists, { seed: 7 })).model.options).toMatchObject({ seed: 7 })
})

const network = { hypothesis: 'network', hidden: 4, batch: 8, iterations: 5 }

test('train returns the kind of model that the method makes', () => {
  expectTypeOf(train(lists, { method: 'listnet', lambda: 'theory', ball: 'l2', radius: 1, featureBall: 'l2' })).toEqualTypeOf<LinearModel>()
  expectTypeOf(train(lists, { method: 'elmrank', nodes: 5 })).toEqualTypeOf<ElmModel>()
  expectTypeOf(train(lists, { method: 'rankrls' })).toEqualTypeOf<LinearModel | KernelModel>()
  expectTypeOf(train(lists, { method: 'abstaining' })).toEqualTypeOf<LinearModel | NetworkModel>()
})

test('options that the method does not have do not compile', () => {
  // @ts-expect-error: nodes belongs to elmrank
  expect(() => train(lists, { method: 'listnet', nodes: 3 })).toThrow('There is no option nodes here.')
  // @ts-expect-error: a word that lambda does not take
  expect(() => train(lists, { method: 'listnet', lambda: 'auto' })).toThrow('`lambda` is auto')
})
