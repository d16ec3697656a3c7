import { type Model, rankingLists, score, seededRandom, train } from '@rankwright/core'
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import { expect, test } from 'vitest'
import { wasmCompute } from './wasmCompute.ts'

const random = seededRandom(1)
const lists = rankingLists({
  features: Array.from({ length: 60 }, () => Array.from({ length: 9 }, () => random.normal())),
  labels: Array.from({ length: 60 }, (_, row) => row % 3),
  lists: Array.from({ length: 60 }, (_, row) => Math.floor(row / 6)),
})

const models: readonly (readonly [string, Model])[] = [
  ['linear', train(lists, { method: 'least-squares', lambda: 0.1 })],
  ['elm', train(lists, { method: 'elmrank', nodes: 30, lambda: 0.1 })],
  ['mixed elm', train(lists, { method: 'elmrank', nodes: 30, lambda: 0.1, precision: 'mixed' })],
  ['rbf kernel', train(lists, { method: 'rankrls', kernel: 'rbf', lambda: 0.1 })],
  ['laplace kernel', train(lists, { method: 'rankrls', kernel: 'laplace', lambda: 0.1 })],
  ['polynomial kernel', train(lists, { method: 'rankrls', kernel: 'polynomial', lambda: 0.1 })],
  ['network', train(lists, { method: 'abstaining', hypothesis: 'network', hidden: 20, iterations: 5 })],
  ['trees', train(lists, { method: 'rankboost', iterations: 20 })],
]

/** Counts what is laid out: at once for many calls, and in products of a single call. */
function counting(compute: Compute): { readonly compute: Compute; readonly laid: string[] } {
  const laid: string[] = []
  const counted: Compute = {
    ...compute,
    prepare(n, k, values, rows) {
      laid.push('a matrix')
      return compute.prepare(n, k, values, rows)
    },
    prepareTrees(trees) {
      laid.push('trees')
      return compute.prepareTrees(trees)
    },
    gemm(m, n, k, a, b, into) {
      laid.push('a product')
      compute.gemm(m, n, k, a, b, into)
    },
  }
  return { compute: counted, laid }
}

test.each(models)('a model of the kind %s lays out what it needs once, and its scores keep the bits of the plain build', (_, model) => {
  const wanted = score(model, lists)
  for (const build of [plainCompute, wasmCompute()]) {
    const { compute, laid } = counting(build)
    const runtime = { compute, threads: 1 }
    expect(score(model, lists, runtime)).toEqual(wanted)
    const first = laid.length
    expect(first).toBe(model.kind === 'linear' ? 0 : 1)
    for (let call = 0; call < 3; call++) expect(score(model, lists, runtime)).toEqual(wanted)
    expect(laid.slice(first)).toEqual([])
    // Another model with the same numbers is laid out by itself.
    expect(score({ ...model } as Model, lists, runtime)).toEqual(wanted)
  }
})
