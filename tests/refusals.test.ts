// Every function of the entries below is called with each of its arguments replaced by what makes no sense. It refuses with a problem, or
// gives an answer; it never throws anything else. A new export needs a row here.
import * as core from '@rankwright/core'
import * as evaluation from '@rankwright/core/evaluation'
import * as metrics from '@rankwright/core/metrics'
import { describe, expect, test } from 'vitest'

const lists = core.rankingLists({ features: [[1], [2], [0], [4]], labels: [0, 2, 1, 0], lists: ['a', 'a', 'b', 'b'] })
const model = core.train(lists, { method: 'listnet' })
const scores = [0.1, 0.4, 0.3, 0.2]
const ranking = [[3, 1, 2], [0, 1, 2], { ties: 'expected' }] as const
const correlation = [
  [3, 1, 2],
  [0, 1, 2],
] as const
const qrels = new Map([['t', new Map([['d', 1]])]])

/** Arguments that make sense, for every function. */
const calls: Readonly<Record<string, readonly unknown[]>> = {
  abstain: [model, lists, { rule: 'margin' }, core.plainRuntime],
  calibrate: [model, lists, core.plainRuntime],
  certify: [model, { train: lists }, core.plainRuntime],
  compare: [{ a: model, b: scores }, lists, { metric: 'ndcg@3' }, core.plainRuntime],
  evaluate: [scores, lists, { metrics: ['map'] }, core.plainRuntime],
  evaluateRun: [qrels, qrels, { metrics: ['map'] }],
  explainer: [model, lists],
  explainItem: [model, lists, 0],
  explainPair: [model, lists, 0, 1],
  modelToJson: [model],
  modelFromJson: [core.modelToJson(model), 'a file'],
  rank: [model, lists, { top: 1 }, core.plainRuntime],
  rankEach: [model, lists, { top: 1 }, core.plainRuntime],
  rankingLists: [{ features: [[1]], labels: [1], lists: ['a'] }],
  score: [model, lists, core.plainRuntime],
  selectLists: [lists, [0]],
  splitLists: [lists, [1, 1], { seed: 1 }],
  train: [lists, { method: 'listnet' }, core.plainRuntime],
  tune: [lists, { method: 'listnet', folds: 2, grid: { lambda: [1] } }, core.plainRuntime],
  bootstrapInterval: [[0.1, 0.5, 0.3], { samples: 10 }],
  fisherRandomisation: [[0.1, -0.5, 0.3], { samples: 10 }],
  holm: [[0.1, 0.5]],
  pairedTTest: [[0.1, -0.5, 0.3]],
  pearson: correlation,
  auc: ranking,
  averagePrecision: ranking,
  dcg: ranking,
  expectedReciprocalRank: ranking,
  kendallTau: correlation,
  meanNdcg: ranking,
  meanOverLists: [Float64Array.of(0.1, 0.2), [1, 2]],
  measureLists: [scores, lists, { metrics: ['map'] }],
  ndcg: ranking,
  pairwiseAccuracy: ranking,
  parseMetric: ['ndcg@10'],
  lackingFor: ['ndcg@10'],
  precision: ranking,
  recall: ranking,
  reciprocalRank: ranking,
  spearman: correlation,
}

/** Functions that are given what other functions of the library make, and never data. */
const notCalled = ['RankwrightError', 'explain', 'finish', 'finishLater', 'obeying', 'seededRandom', 'training']

const hostile: readonly unknown[] = [null, Number.NaN, -1, 'x', true, [], {}, [Number.NaN], ['x'], Promise.resolve([1]), () => 1]

const functions: Readonly<Record<string, unknown>> = { ...core, ...evaluation, ...metrics }
const names = Object.keys(functions).filter((name) => typeof functions[name] === 'function')

test('every function has a row', () => {
  expect(names.filter((name) => !Object.hasOwn(calls, name) && !notCalled.includes(name))).toEqual([])
})

describe('arguments that make no sense are refused with a problem', () => {
  test.each(Object.keys(calls))('%s', (name) => {
    const call = functions[name] as (...given: readonly unknown[]) => unknown
    const answer = (given: readonly unknown[]) => {
      const found = call(...given)
      return typeof found === 'object' && found !== null && Symbol.iterator in found ? [...(found as Iterable<unknown>)] : found
    }
    if (name !== 'abstain') expect(() => answer(calls[name])).not.toThrow()
    const raw: string[] = []
    for (const [place, argument] of calls[name].entries()) {
      for (const wrong of [...hostile, undefined, JSON.parse(JSON.stringify(argument))]) {
        try {
          const given = [...calls[name]]
          given[place] = wrong
          const found = answer(given)
          if (Number.isNaN(found)) raw.push(`argument ${place} = ${String(wrong)}: NaN`)
        } catch (error) {
          if (!(error instanceof core.RankwrightError))
            raw.push(`argument ${place} = ${Array.isArray(wrong) ? `[${wrong}]` : String(wrong)}: ${error}`)
        }
      }
    }
    expect(raw).toEqual([])
  })
})
