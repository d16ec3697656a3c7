/** Small cases from the tests of XGBoost, Rax and ir_measures; where they come from: SOURCE.md of their folders. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluate, evaluateRun } from '@rankwright/core'
import { parseQrels, parseRun } from '@rankwright/core/data'
import { averagePrecision, dcg, ndcg, pairwiseAccuracy, precision, recall, reciprocalRank } from '@rankwright/core/metrics'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

interface XgboostCase {
  readonly metric: string
  readonly gain?: string
  readonly scores: readonly number[]
  readonly labels: readonly number[]
  readonly groups?: readonly number[]
  readonly expected: number
  readonly tol: number
}

interface RaxCase<Numbers, Value> {
  readonly scores: Numbers
  readonly labels: Numbers
  readonly expected: Readonly<Record<string, Value>>
}

interface RaxCases {
  readonly single: RaxCase<readonly number[], number>
  readonly batch: RaxCase<readonly number[][], readonly number[]>
}

interface TopicCases {
  readonly qrels: string
  readonly run: string
  readonly cases: readonly TopicCase[]
  readonly cases_other_input: readonly TopicCase[]
}

interface TopicCase {
  readonly measure: string
  readonly qrels?: string
  readonly run?: string
  readonly per_query: Readonly<Record<string, number>>
  readonly aggregate: number
}

const raxMetrics: Readonly<Record<string, (scores: readonly number[], labels: readonly number[]) => number | undefined>> = {
  mrr: reciprocalRank,
  recall,
  'recall@3': (scores, labels) => recall(scores, labels, { cutoff: 3 }),
  precision,
  'precision@3': (scores, labels) => precision(scores, labels, { cutoff: 3 }),
  ap: averagePrecision,
  dcg,
  ndcg,
  opa: pairwiseAccuracy,
}

describeWithRealData('golden-metric-cases', (folder) => {
  test('the 16 cases of XGBoost', () => {
    const { cases }: { readonly cases: readonly XgboostCase[] } = read(folder, 'xgboost_rank_metric.json')
    expect(cases).toHaveLength(16)
    for (const { metric, gain, scores, labels, groups = [0, scores.length], expected, tol } of cases) {
      const name = metric.replace(/^pre/, 'p').replace(/-$/, '')
      const { metrics } = evaluate(
        scores,
        { labels: Float64Array.from(labels), offsets: Uint32Array.from(groups), listIds: groups.slice(1).map(String) },
        {
          metrics: [name],
          profile: 'xgboost',
          ...(gain === 'linear' && { gain }),
          ...(metric.endsWith('-') && { emptyLists: 'zero' as const }),
        },
      )
      expect(Math.abs(metrics[name] - expected), `${metric} of ${labels} by ${scores}`).toBeLessThanOrEqual(tol)
    }
  })

  test('the 9 metrics of Rax, on one list and on a batch', () => {
    const { single, batch }: RaxCases = read<{ cases: RaxCases }>(folder, 'rax_metrics.json').cases
    expect(Object.keys(single.expected).sort()).toEqual(Object.keys(raxMetrics).sort())
    for (const [name, measure] of Object.entries(raxMetrics)) {
      // Rax computes in single precision.
      expect(measure(single.scores, single.labels), name).toBeCloseTo(single.expected[name], 6)
      for (const [list, expected] of batch.expected[name].entries()) {
        expect(measure(batch.scores[list], batch.labels[list]), name).toBeCloseTo(expected, 6)
      }
    }
  })
})

describeWithRealData('golden-ir-measures', (folder) => {
  for (const [file, profile, count] of [
    ['pytrec_eval_cases.json', 'trec_eval', 25],
    ['gdeval_cases.json', 'gdeval', 4],
  ] as const) {
    test(`the ${count} cases of ${file} whose metrics we have`, () => {
      const golden: TopicCases = read(folder, file)
      let checked = 0
      for (const { measure, qrels = golden.qrels, run = golden.run, per_query, aggregate } of [
        ...golden.cases,
        ...golden.cases_other_input,
      ]) {
        const parts = /^(AP|infAP|SetP|SetR|SetF|SetAP|Success|IPrec|Bpref|Rprec|RR|P|R|nDCG|ERR)(?:\(rel=(\d)\))?(@[\d.]+)?$/.exec(measure)
        if (parts === null) continue
        checked++
        const name = `${parts[1].replace(/^Set/, 'set_').replace('_R', '_recall').replace('_AP', '_map').toLowerCase()}${parts[3] ?? ''}`
        const bytes = (text: string) => new TextEncoder().encode(text)
        const report = evaluateRun(parseQrels('qrels', bytes(qrels)), parseRun('run', bytes(run)), {
          metrics: [name],
          profile,
          perList: true,
          ...(profile === 'trec_eval' && { relevantFrom: Number(parts[2] ?? 1) }),
        })
        expect(report.perList?.map(({ id }) => id)).toEqual(Object.keys(per_query))
        for (const { id, metrics } of report.perList ?? []) expect(Math.abs(metrics[name] - per_query[id]), measure).toBeLessThan(1e-4)
        expect(Math.abs(report.metrics[name] - aggregate), measure).toBeLessThan(1e-4)
      }
      expect(checked).toBe(count)
    })
  }
})

function read<Shape>(folder: string, file: string): Shape {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}
