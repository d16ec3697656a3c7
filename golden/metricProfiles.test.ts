/** Our profiles against the tools they are named after, on lists with ties and on degenerate lists; see metricProfiles.py. */
import { readFileSync } from 'node:fs'
import { evaluate, evaluateRun } from '@rankwright/core'
import type { ProfileName } from '@rankwright/core/metrics'
import { describe, expect, test } from 'vitest'

interface List {
  readonly scores: readonly number[]
  readonly labels: readonly number[]
  readonly weight?: number
}
type Values = Readonly<Record<string, number | null>>
type Topics<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>
type Sets = 'graded' | 'binary' | 'weighted'
interface Answers extends Partial<Record<Sets, { readonly perList?: readonly Values[]; readonly all?: Values }>> {
  readonly software: string
  readonly tolerance: number
}

const golden: {
  readonly data: Readonly<Record<Sets, readonly List[]>> & { readonly qrels: Topics<number>; readonly run: Topics<number> }
  readonly tools: Readonly<Record<string, Answers>>
  readonly runs: {
    readonly trec_eval: {
      readonly software: string
      readonly level1: Topics<number>
      readonly level3: Topics<number>
      readonly tolerance: number
    }
    readonly gdeval: { readonly software: string; readonly at: Readonly<Record<string, Topics<number>>>; readonly tolerance: number }
  }
} = JSON.parse(readFileSync(new URL('metricProfiles.json', import.meta.url), 'utf8'))

for (const [profile, { software, tolerance, ...sets }] of Object.entries(golden.tools)) {
  describe(`profile ${profile} gives what ${software} gives`, () => {
    for (const set of ['graded', 'binary', 'weighted'] as const) {
      const answers = sets[set]
      if (answers === undefined) continue
      if (answers.perList !== undefined) {
        test(`on each of the ${set} lists`, () => {
          const given = answers.perList ?? []
          expect(given).toHaveLength(golden.data[set].length)
          for (const [index, expected] of given.entries()) check([golden.data[set][index]], expected)
        })
      }
      if (answers.all !== undefined) test(`averaged over the ${set} lists`, () => check(golden.data[set], answers.all ?? {}))
    }
  })

  function check(lists: readonly List[], expected: Values): void {
    const names = Object.keys(expected).filter((name) => expected[name] !== null)
    const { scores, judged } = flat(lists)
    const { metrics } = evaluate(scores, judged, { metrics: names, profile: profile as ProfileName, confidence: 0 })
    for (const name of names)
      expect(Math.abs(metrics[name] - (expected[name] ?? 0)), `${name} of ${JSON.stringify(lists)}`).toBeLessThanOrEqual(tolerance)
  }
}

describe(`profile trec_eval gives what ${golden.runs.trec_eval.software} gives`, () => {
  for (const [relevantFrom, answers] of [
    [1, golden.runs.trec_eval.level1],
    [3, golden.runs.trec_eval.level3],
  ] as const) {
    test(`where documents are relevant from grade ${relevantFrom}`, () => {
      const metrics = Object.keys(Object.values(answers)[0])
      const report = evaluateRun(maps(golden.data.qrels), maps(golden.data.run), {
        metrics,
        profile: 'trec_eval',
        relevantFrom,
        perList: true,
        confidence: 0,
      })
      expect(report.perList?.map(({ id }) => id).sort()).toEqual(Object.keys(answers).sort())
      for (const { id, metrics: values } of report.perList ?? []) {
        for (const name of metrics) expect(values[name], `${name} of ${id}`).toBeCloseTo(answers[id][name], 12)
      }
    })
  }

  test('scores that single precision cannot tell apart are tied', () => {
    const qrels = maps({ topic: { a: 1, b: 0 } })
    const at = (score: number, scorePrecision?: 'double') =>
      evaluateRun(qrels, maps({ topic: { a: score, b: 0.5 } }), {
        metrics: ['mrr'],
        profile: 'trec_eval',
        ...(scorePrecision && { scorePrecision }),
      }).metrics['mrr']
    expect(at(0.5 + 1e-7)).toBe(1)
    expect(at(0.5 + 1e-9)).toBe(1 / 2) // RelevanceEvaluator({'q': {'a': 1, 'b': 0}}, {'recip_rank'}) gives 0.5 too
    expect(at(0.5 + 1e-9, 'double')).toBe(1)
  })
})

describe(`profile gdeval gives what ${golden.runs.gdeval.software} gives`, () => {
  for (const [cutoff, answers] of Object.entries(golden.runs.gdeval.at)) {
    test(`at cut-off ${cutoff}, leaving topics without relevant documents out`, () => {
      const metrics = [`ndcg@${cutoff}`, `err@${cutoff}`]
      const report = evaluateRun(maps(golden.data.qrels), maps(golden.data.run), {
        metrics,
        profile: 'gdeval',
        perList: true,
        confidence: 0,
      })
      const counted = report.perList?.filter(({ metrics: values }) => !Number.isNaN(values[metrics[0]])) ?? []
      expect(counted.map(({ id }) => id).sort()).toEqual(Object.keys(answers).sort())
      for (const { id, metrics: values } of counted) {
        for (const name of metrics) expect(Math.abs(values[name] - answers[id][name])).toBeLessThanOrEqual(golden.runs.gdeval.tolerance)
      }
    })
  }
})

function flat(lists: readonly List[]) {
  const offsets = new Uint32Array(lists.length + 1)
  for (const [index, { labels }] of lists.entries()) offsets[index + 1] = offsets[index] + labels.length
  return {
    scores: lists.flatMap(({ scores }) => scores),
    judged: {
      labels: Float64Array.from(lists.flatMap(({ labels }) => labels)),
      offsets,
      listIds: lists.map((_, index) => String(index)),
      ...(lists[0].weight !== undefined && { listWeights: Float64Array.from(lists, ({ weight = 1 }) => weight) }),
    },
  }
}

function maps(topics: Topics<number>): Map<string, Map<string, number>> {
  return new Map(Object.entries(topics).map(([topic, documents]) => [topic, new Map(Object.entries(documents))]))
}
