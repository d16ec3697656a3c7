import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { isRule } from '../options/defaultRule.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { resolveOptionsOn } from '../options/resolveOptions.ts'
import { finish } from '../runtime/training.ts'
import { type MethodName, methodNames, methodOf, methods } from './methods.ts'

/** Rows in [-1, 1], or further out. */
function made(rows: number, seed: number, reach = 0.5): RankingLists {
  return rankingLists({
    features: Array.from({ length: rows }, (_, row) => [reach * Math.sin(row * seed), reach * Math.cos(3 * row + seed)]),
    labels: Array.from({ length: rows }, (_, row) => (row * row * seed) % 3),
    lists: Array.from({ length: rows }, (_, row) => row >> 3),
  })
}

const few = made(48, 5)
const valid = made(32, 7)
const far = made(48, 5, 3)
const network = { hypothesis: 'network', hidden: 4, batch: 8 }

type Call = readonly [method: MethodName, options: Record<string, unknown>, lists: RankingLists]

/** Every method with its defaults and with what its rules need to decide; then enough calls that every rule decides in each of its ways. */
const calls: readonly Call[] = [
  ...methodNames.flatMap((method) => [{}, ...neededByRules(methods[method].options)].map((options): Call => [method, options, few])),
  ['listnet', { ball: 'l2' }, few],
  ['listmle', { ball: 'l1' }, few],
  ['smoothed-dcg', { ball: 'l2' }, few],
  ['ranksvm', { pairs: 'mean' }, few],
  ['ranksvm', { ball: 'l2' }, few],
  ['ranknet', { pairs: 'mean' }, few],
  ['ranknet', { lambdaWeights: 'ndcg' }, few],
  ['ranknet', { ball: 'l2' }, few],
  ['elmrank', { lambda: 1 }, few],
  ['elmrank', { lambda: 1, node: 'sigmoid' }, few],
  ['elmrank', { lambda: 1 }, made(5008, 3)],
  ['elmrank', { nodes: 5, node: 'sigmoid' }, few],
  ['abstaining', {}, far],
  ['abstaining', { norm: 'inf' }, few],
  ['abstaining', network, few],
  ['abstaining', { ...network, optimiser: 'adam', radius: 2 }, few],
]

/** For each rule that only decides under a condition, options that meet it. */
function neededByRules(table: OptionTable): Record<string, unknown>[] {
  const conditions = Object.values(table).flatMap((spec) =>
    spec.kind !== 'flag' && isRule(spec.default) && spec.with !== undefined ? [spec.with] : [],
  )
  return conditions.map((condition) =>
    Object.fromEntries(Object.entries(condition).map(([option, values]) => [option, [values].flat()[0]])),
  )
}

const seen = new Set<string>()

describe.each([false, true])('with validation data: %s', (validated) => {
  test.each(calls)('%s %o records what the rules of its table say, or what was chosen', (method, options, lists) => {
    const table: OptionTable = methods[method].options
    const given = { ...options, ...(options['hypothesis'] === 'network' && { iterations: 3 }) }
    const { model } = finish(methodOf(method).train(lists, { ...given, ...(validated && { valid }) }))
    const facts = { valid: validated, rows: lists.labels.length, inUnitBall: () => lists !== far }
    const resolved: Readonly<Record<string, unknown>> = resolveOptionsOn(table, given, facts)
    for (const [option, spec] of Object.entries(table)) {
      const recorded = model.options[option]
      if (spec.kind === 'flag' || !isRule(spec.default) || option in given || recorded === undefined) continue
      const chosen = model.training.tuned.some((tuned) => tuned.option === option)
      expect(chosen, option).toBe(resolved[option] === undefined || resolved[option] === 'auto')
      if (!chosen) expect(recorded, option).toBe(resolved[option])
      seen.add(`${method} ${option}`)
    }
  })
})

test('the number of iterations follows the hypothesis', () => {
  const { model } = finish(methodOf('abstaining').train(few, {}))
  expect(model.options['iterations']).toBe(3000)
  const table = methods.abstaining.options
  expect(resolveOptionsOn(table, { hypothesis: 'network' }, { valid: false, inUnitBall: () => true }).iterations).toBe(1000)
})

test('up to 10,000 rows every row is in the basis, and the fit is exact; beyond, 1024 are', () => {
  const basisFor = (rows: number) => resolveOptionsOn(methods.rankrls.options, {}, { valid: false, rows }).basis
  const { model } = finish(methodOf('rankrls').train(few, {}))
  expect([model.options['solver'], model.options['basis'], basisFor(48)]).toEqual(['exact', undefined, 48])
  expect([basisFor(10_000), basisFor(10_001)]).toEqual([10_000, 1024])
})

test('every rule of every method was compared with a record', () => {
  const rules = methodNames.flatMap((method) => {
    const table: OptionTable = methods[method].options
    return Object.entries(table).flatMap(([option, spec]) => (spec.kind !== 'flag' && isRule(spec.default) ? [`${method} ${option}`] : []))
  })
  const unseen = rules.filter((rule) => !seen.has(rule) && rule !== 'rankrls basis')
  expect(unseen, 'add calls above in which these rules decide, and look that the trainer records what they say').toEqual([])
})
