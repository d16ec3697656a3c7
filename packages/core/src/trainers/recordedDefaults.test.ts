import { describe, expect, test } from 'vitest'
import { applyFeatureMap } from '../data/features/featureMapApply.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { listCount, type RankingLists } from '../data/lists/rankingLists.ts'
import { listLoss } from '../losses/lossSpec.ts'
import { optionOrigin } from '../models/common/optionOrigin.ts'
import type { TrainedModel } from '../models/model.ts'
import { modelToJson } from '../models/modelJson.ts'
import { isRule } from '../options/defaultRule.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { resolveOptionsOn } from '../options/resolveOptions.ts'
import { finish } from '../runtime/training.ts'
import { type MethodName, methodNames, methodOf, methods } from './methods.ts'
import { modelFromJson } from './modelFromJson.ts'

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
  ['ranksvm', { hinge: 'plain' }, few],
  ['ranksvm', { ball: 'l2' }, few],
  ['ranknet', { pairs: 'mean' }, few],
  ['ranknet', { lambdaWeights: 'ndcg' }, few],
  ['ranknet', { ball: 'l2' }, few],
  ['ogd', { featureRadius: 3 }, few],
  ['ogd', { featureBall: 'none', step: 0.1 }, few],
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

/** The scales that defaults are measured in, pair by pair. */
function scalesOf(model: TrainedModel, lists: RankingLists) {
  if (!('featureMap' in model))
    return { penaltyScale: Number.NaN, lists: listCount(lists), featureRadius: Number.NaN, variancePerRow: Number.NaN }
  const { method, options, featureMap } = model
  const rows = lists.labels.length
  const { values } = applyFeatureMap(featureMap, lists)
  const { width } = featureMap
  const at = (row: number, column: number) => values[row * width + column]
  const columns = Array.from({ length: width }, (_, column) => column)
  const squares = (row: number, other: number) => columns.reduce((sum, j) => sum + (at(row, j) - at(other, j)) ** 2, 0)
  const loss = methodOf(method).certifiedLoss(options)
  let spread = 0
  let atZero = 0
  for (let list = 0; list < listCount(lists); list++) {
    const own = Array.from({ length: lists.offsets[list + 1] - lists.offsets[list] }, (_, item) => lists.offsets[list] + item)
    const pairs = own.flatMap((row) => own.filter((other) => other < row).map((other) => squares(row, other)))
    spread += pairs.reduce((sum, square) => sum + square, 0) / pairs.length / listCount(lists)
    const labels = Float64Array.from(own, (row) => lists.labels[row])
    if (!('none' in loss))
      atZero += listLoss(loss).evaluate(new Float64Array(own.length), labels, new Float64Array(own.length)) / listCount(lists)
  }
  const all = Array.from({ length: rows }, (_, row) => row)
  const variance = (column: number) => {
    const mean = all.reduce((sum, row) => sum + at(row, column), 0) / rows
    return all.reduce((sum, row) => sum + (at(row, column) - mean) ** 2, 0) / rows
  }
  return {
    penaltyScale: atZero * spread * Math.sqrt(width / rows),
    lists: listCount(lists),
    featureRadius: featureMap.ball.norm === 'none' ? 1 : featureMap.ball.radius,
    variancePerRow: columns.reduce((sum, column) => sum + variance(column), 0) / rows,
  }
}

const seen = new Set<string>()

describe.each([false, true])('with validation data: %s', (validated) => {
  test.each(calls)('%s %o records what the rules of its table say, or what was chosen', (method, options, lists) => {
    const table: OptionTable = methods[method].options
    const given = { ...options, ...(options['hypothesis'] === 'network' && { iterations: 3 }) }
    const { model } = finish(methodOf(method).train(lists, { ...given, ...(validated && { valid }) }))
    expect(modelFromJson(modelToJson(model), 'm.json')).toEqual(model)
    const leftOut = lists.labels.length < 50 * lists.width // and five lists or more
    const facts = { valid: validated, leftOut, rows: lists.labels.length, inUnitBall: () => lists !== far, ...scalesOf(model, lists) }
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

test.each([
  ['ranksvm', { hinge: 'plain' }, 'lambda', 'fitted'],
  ['ranknet', { lambdaWeights: 'ndcg' }, 'lambda', 'fitted'],
  ['smoothed-dcg', {}, 'lambda', 'fitted'],
  ['least-squares', {}, 'lambda', 'fitted'],
  ['listnet', { lambda: 0.1 }, 'lambda', 'given'],
  ['least-squares', { lambda: 0.1 }, 'lambda', 'given'],
  ['listnet', { ball: 'l2' }, 'lambda', 'declared'],
  ['listnet', { ball: 'l2' }, 'radius', 'declared'],
  ['ogd', {}, 'radius', 'declared'],
] as const)(
  '%s %o: where %s came from is %s; where it was chosen, the record says where the values came from',
  (method, options, option, from) => {
    const trained = (data: object) => finish(methodOf(method).train(few, { ...options, ...data })).model
    expect(optionOrigin(trained({}), option)).toEqual({ from })
    const chosen = trained({ valid }).training.tuned.find((tuned) => tuned.option === option)
    expect(chosen?.triedFrom).toBe(from === 'fitted' ? 'fitted' : undefined)
  },
)

test.each(['listnet', 'listmle', 'ranksvm', 'ranknet'] as const)('%s: with few rows, lambda was chosen on the training lists', (method) => {
  expect(optionOrigin(finish(methodOf(method).train(few, {})).model, 'lambda')).toMatchObject({
    from: 'chosen',
    on: 'train',
    tuned: { triedFrom: 'fitted' },
  })
  expect(optionOrigin(finish(methodOf(method).train(made(120, 5), {})).model, 'lambda')).toEqual({ from: 'fitted' })
})

test('the number of iterations follows the hypothesis', () => {
  const { model } = finish(methodOf('abstaining').train(few, {}))
  expect(model.options['iterations']).toBe(3000)
  const table = methods.abstaining.options
  expect(resolveOptionsOn(table, { hypothesis: 'network' }, { valid: false, inUnitBall: () => true }).iterations).toBe(1000)
})

test('up to 10,000 rows every row is in the basis, and the fit is exact; beyond, 5000 are', () => {
  const basisFor = (rows: number) => resolveOptionsOn(methods.rankrls.options, {}, { valid: false, rows }).basis
  const { model } = finish(methodOf('rankrls').train(few, {}))
  expect([model.options['solver'], model.options['basis'], basisFor(48)]).toEqual(['exact', undefined, 48])
  expect([basisFor(10_000), basisFor(10_001)]).toEqual([10_000, 5000])
})

test('every rule of every method was compared with a record', () => {
  const rules = methodNames.flatMap((method) => {
    const table: OptionTable = methods[method].options
    return Object.entries(table).flatMap(([option, spec]) => (spec.kind !== 'flag' && isRule(spec.default) ? [`${method} ${option}`] : []))
  })
  const unseen = rules.filter((rule) => !seen.has(rule) && rule !== 'rankrls basis')
  expect(unseen, 'add calls above in which these rules decide, and look that the trainer records what they say').toEqual([])
})
