import { finish, type MethodName, methodNames, rankingLists, training } from '@rankwright/core'
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import { expect, test } from 'vitest'
import { refuseIdleCompute } from './refuseIdleCompute.ts'

const dense = ['gemm', 'gemm32', 'gemm32Transposed', 'gemmPrepared', 'syrk', 'cholesky', 'choleskySolve'] as const
const sums = ['dot', 'gemv', 'gemvTransposed', 'listNetPass'] as const

test('a choice of compute is refused where the method calls none of its primitives, and nowhere else', () => {
  const rows = Array.from({ length: 400 }, (_, row) => [Math.sin(row), Math.cos(3 * row), Math.sin(row * row)])
  const lists = rankingLists({
    features: rows,
    labels: rows.map(([a, b]) => Math.round(a + b + 1)),
    lists: rows.map((_, row) => `${row % 20}`),
  })
  const quick: Partial<Record<MethodName, Record<string, unknown>>> = {
    elmrank: { nodes: 10, lambda: 0.1 },
    rankrls: { lambda: 0.1 },
    rankboost: { iterations: 3 },
    lambdamart: { trees: 3 },
    abstaining: { iterations: 3 },
  }
  const tried: (readonly [MethodName, Record<string, unknown>])[] = methodNames.map((method) => [method, quick[method] ?? {}])
  for (const [method, options] of [...tried, ['abstaining', { hypothesis: 'network', iterations: 3 }] as const]) {
    const called = new Set<string>()
    const counting = Object.fromEntries(
      [...dense, ...sums].map((name) => [
        name,
        (...given: never[]) => {
          called.add(name)
          return Reflect.apply(plainCompute[name], plainCompute, given)
        },
      ]),
    )
    const compute: Compute = { ...plainCompute, ...counting, own: () => compute }
    finish(training(lists, { ...options, method }, { compute, threads: 1 }))
    const refused = (choice: 'relaxed' | 'native') => {
      try {
        refuseIdleCompute(method, options, choice)
        return false
      } catch (problem) {
        expect(String(problem)).toContain('would change nothing')
        return true
      }
    }
    expect([method, refused('native')]).toEqual([method, !dense.some((name) => called.has(name))])
    expect([method, refused('relaxed')]).toEqual([method, called.size === 0])
    refuseIdleCompute(method, options, 'portable')
  }
})
