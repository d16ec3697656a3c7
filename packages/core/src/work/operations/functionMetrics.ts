import { measureKnown } from '../../metrics/measureLists.ts'
import { joined } from '../../numeric/allocate.ts'
import { type ScoredFunctions, scoresOf } from '../passes/scoredFunctions.ts'
import { blockRanges, type Operation } from './operation.ts'

export interface FunctionMetricsAsked {
  readonly functions: ScoredFunctions
  readonly metric: string
  /** Of all lists; ERR counts from it. */
  readonly greatestLabel: number
}

/** For each function one value per list, NaN where the list does not count; and the weight of each list. */
export interface FunctionValues {
  readonly values: readonly Float64Array[]
  readonly weights?: Float64Array
}

/** A metric of every list under several functions. */
export const functionMetrics: Operation<FunctionMetricsAsked, FunctionValues, FunctionValues> = {
  *parts(here, { functions, metric, greatestLabel }) {
    const { lists, runtime } = here
    const choice = { metrics: [metric], maxGrade: Math.max(0, greatestLabel) }
    const values = scoresOf(functions, lists, runtime.compute).map(
      (scores) => measureKnown(scores, lists, choice, runtime.compute).values[0],
    )
    return blockRanges(here).map(([from, to]) => ({
      values: values.map((each) => each.slice(from, to)),
      ...(lists.listWeights && { weights: lists.listWeights.slice(from, to) }),
    }))
  },
  combine: (parts) => ({
    values: parts[0].values.map((_, index) =>
      joined(
        Float64Array,
        parts.map(({ values }) => values[index]),
      ),
    ),
    ...(parts[0].weights && {
      weights: joined(
        Float64Array,
        parts.map(({ weights }) => weights!),
      ),
    }),
  }),
}
