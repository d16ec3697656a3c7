/**
 * The outputs that trec_eval tests itself with, for the measures that we have, per topic and averaged. Commands and version:
 * SOURCE.md of golden-trec-eval.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluateRun } from '@rankwright/core'
import { readQrels, readRun } from '@rankwright/node'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

/** All but utilities, and a few variants of nDCG and R-precision. */
const ours =
  /^(num_q|num_ret|num_rel|num_rel_ret|ndcg|map|gm_map|recip_rank|Rprec|bpref|gm_bpref|infAP|11pt_avg|rbp|set_(P|recall|F|map|relative_P)|(ndcg_cut|map_cut|P|recall|relative_P|success)_\d+|iprec_at_recall_[\d.]+)$/

const outputs = [
  { output: 'out.test', qrels: 'qrels.test', level: 1, measures: 29 },
  { output: 'out.test.a', qrels: 'qrels.test', level: 1, measures: 78 },
  { output: 'out.test.aq', qrels: 'qrels.test', level: 1, measures: 78 },
  { output: 'out.test.aql', qrels: 'qrels.rel_level', level: 2, measures: 78 },
  { output: 'out.test.meas_params', qrels: 'qrels.test', level: 1, measures: 16 },
]

describeWithRealData('golden-trec-eval', (folder) => {
  for (const { output, qrels, level, measures } of outputs) {
    for (const scorePrecision of ['single', 'double'] as const) {
      test(`${output} is reproduced to its last digit, scores in ${scorePrecision} precision`, async () => {
        const printed = readFileSync(join(folder, output), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t'))
          .map(([measure, topic, value]) => ({ measure: measure.trim(), topic, value: Number(value) }))
          .filter(({ measure }) => ours.test(measure))
        const names = [...new Set(printed.map(({ measure }) => measure))]
        expect(names).toHaveLength(measures)
        const report = evaluateRun(await readQrels(join(folder, qrels)), await readRun(join(folder, 'results.test')), {
          metrics: names,
          profile: 'trec_eval',
          relevantFrom: level,
          scorePrecision,
          perList: true,
        })
        for (const { measure, topic, value } of printed) {
          const found = topic === 'all' ? report.metrics : report.perList?.find(({ id }) => id === topic)?.metrics
          expect(Math.abs((found?.[measure] ?? Number.NaN) - value), `${measure} of ${topic}`).toBeLessThan(0.00005 + 1e-12)
        }
      })
    }
  }

  test('with complete, judged topics that are not answered count 0', async () => {
    const qrels = await readQrels(join(folder, 'qrels.test'))
    const run = new Map([...(await readRun(join(folder, 'results.test')))].filter(([topic]) => topic !== '302'))
    const options = { metrics: ['map', 'ndcg', 'P_10', 'recip_rank'], profile: 'trec_eval', confidence: 0 } as const
    const answered = evaluateRun(qrels, run, options)
    const complete = evaluateRun(qrels, run, { ...options, complete: true })
    expect([answered.lists, complete.lists]).toEqual([qrels.size - 1, qrels.size])
    for (const name of options.metrics) {
      expect(complete.metrics[name]).toBeCloseTo((answered.metrics[name] * answered.lists) / complete.lists, 12)
    }
  })
})
