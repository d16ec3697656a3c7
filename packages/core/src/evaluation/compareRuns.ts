import { requireObject } from '../arguments/requireKind.ts'
import { callback, mapOf, optional } from '../arguments/shapes.ts'
import { requireQrels, requireRun } from '../data/files/requireTrec.ts'
import type { Qrels, Run } from '../data/files/trec.ts'
import { meanOverLists } from '../metrics/measureLists.ts'
import { betterValues } from '../metrics/metricDirection.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type Comparison, notesOn } from './compare.ts'
import { compareOptions } from './compareOptions.ts'
import { intervalsOf, perListOf } from './listByList.ts'
import { answeredTopics, measureRun } from './measureRun.ts'
import { testedPairs } from './testedPairs.ts'

export interface CompareRunsOptions extends OptionsOf<typeof compareOptions> {
  /** Called now and then with how much of the bootstrap and of the randomisation tests is done. */
  readonly onProgress?: WorkListener
}

const takesRuns = mapOf(requireRun, 'a Map of runs by name')

/**
 * Which of several runs is better on the same judgements. Every judged topic counts that one of the runs answers; a run that does not answer
 * it gave no documents there.
 */
export function compareRuns(qrels: Qrels, runs: ReadonlyMap<string, Run>, asked: CompareRunsOptions = {}): Comparison {
  requireQrels('qrels', qrels)
  takesRuns('runs', runs)
  requireObject('options', asked, 'an object with options')
  const { onProgress, ...options } = asked
  optional(callback)('options.onProgress', onProgress)
  const resolved = resolveOptions(compareOptions, options)
  if (runs.size < 2) throw new RankwrightError({ area: 'guarantee', code: 'too-few-to-compare', found: runs.size })
  const { metric, profile, confidence } = resolved
  const contenders = Array.from(runs, ([name, run]) => ({ name, run, answered: answeredTopics(qrels, run) }))
  const topics = [...new Set(contenders.flatMap(({ answered }) => answered))]
  const measured = contenders.map(({ run }) => measureRun(qrels, run, topics, { metrics: [metric], profile }))
  const counting = topics.map((_, topic) => measured.every(({ values }) => !Number.isNaN(values[0][topic])))
  const values = measured.map((each) => each.values[0].filter((_, topic) => counting[topic]))
  const count = values[0].length
  if (count === 0) throw new RankwrightError({ area: 'guarantee', code: 'no-list-counts', metric, lists: topics.length })
  const intervals = resolved.perList ? intervalsOf(values, undefined, resolved) : undefined
  return {
    metric,
    better: betterValues(metric),
    profile,
    lists: count,
    skipped: topics.length - count,
    confidence,
    contenders: contenders.map(({ name }, place) => ({
      name,
      value: meanOverLists(values[place]),
      ...(intervals && { interval: intervals[place] }),
    })),
    pairs: testedPairs(contenders, values, undefined, resolved, onProgress),
    ...(resolved.perList && {
      perList: perListOf(
        topics.filter((_, topic) => counting[topic]),
        values,
      ),
    }),
    notes: [
      ...new Set(measured.flatMap(({ notes }) => notes)),
      ...contenders
        .filter(({ answered }) => answered.length < topics.length)
        .map(
          ({ name, answered }) =>
            `${name} does not answer ${topics.length - answered.length} of the ${topics.length} topics; there it gave no documents.`,
        ),
      ...notesOn(count, undefined),
    ],
  }
}
