/** What examples with a list for each query term have in common: neighbours that experts name, and clicks. */
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { ExampleSet, Figure, Judged } from './exampleSet.ts'
import { resampledGroups } from './resampledGroups.ts'

export interface ListExamples extends Pick<ExampleSet, 'kind' | 'metric' | 'terms' | 'skipped' | 'lists'> {
  judge(list: number, ranker: LinearModel): Judged
}

export function listExamples({ lists, metric, judge, ...about }: ListExamples): ExampleSet {
  const groups = lists.listIds.length
  const drawn = resampledGroups(groups)
  return {
    ...about,
    metric,
    lists,
    groups,
    units: groups,
    unitsOf: (group) => [group],
    without: (left) => without(lists, left),
    judge,
    figure: (values) => meanFigure(values, drawn),
    parts: [],
    bounded: (left, ranker) => ({
      metric,
      values: Float64Array.from(left, (list) => judge(list, ranker).learned),
      units: 'query terms',
    }),
  }
}

function without(lists: RankingLists, left: ReadonlySet<number>): RankingLists | undefined {
  const kept = [...lists.listIds.keys()].filter((list) => !left.has(list))
  return kept.length === 0 ? undefined : selectLists(lists, kept)
}

function meanFigure(values: Float64Array, drawn: readonly Uint32Array[]): Figure {
  const mean = (counts?: Uint32Array) => {
    let sum = 0
    for (let group = 0; group < values.length; group++) sum += values[group] * (counts?.[group] ?? 1)
    return sum / values.length
  }
  return { value: mean(), resampled: Float64Array.from(drawn, mean) }
}
