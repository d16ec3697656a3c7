import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { meanOverLists, measureKnown } from '../../metrics/measureLists.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** A surrogate falls short of Φ(0) = 1 by no more than this where scores are equal up to rounding. */
const ROUNDING = 1e-9

/**
 * Says so when scores order pairs no better than equal scores would, of which half of the pairs are wrong and which every surrogate loses
 * Φ(0) = 1 on. `objective` is the mean surrogate, where it is known.
 */
export function equalScoresNotes(
  where: 'training' | 'validation',
  scores: Float64Array,
  lists: RankingLists,
  { compute }: Runtime,
  objective?: number,
): string[] {
  const { values } = measureKnown(scores, lists, { metrics: ['pairwise-accuracy'] }, compute)
  const wrong = 1 - meanOverLists(values[0], lists.listWeights)
  const flat = objective !== undefined && objective >= 1 - ROUNDING
  if (!flat && !(wrong >= 0.5)) return []
  const loss = objective === undefined ? '' : ` and the loss is ${objective.toFixed(4)}, where equal scores have 1`
  const advice =
    where === 'training' ? 'try another step, more iterations or larger radii' : 'the model does not carry over to lists it has not seen'
  return [
    `on the ${where} lists the fit is no better than all-equal scores: ${(100 * wrong).toFixed(1)} % of the pairs are wrong${loss}; ${advice}`,
  ]
}
