import { mappedNamesOf } from '../../models/common/modelFacts.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'

/** How many features are named. */
const SHOWN = 20

/** Why all weights may be 0. */
export interface ZeroCauses extends Pick<ListsSummary, 'graded'> {
  /** The mean squared distance of two items of a list; only asked for where all weights are 0. */
  readonly spread: number
  /** Whether the search ended where it should. */
  readonly converged: boolean
  /** Whether the weights are the average of those that each list was met with, of which the first are 0; there is no penalty then. */
  readonly average?: boolean
}

export function allZero(weights: LinearModel['weights']): boolean {
  return weights.every((weight) => weight === 0)
}

/** What to say about weights that are zero: why all are, or which features an l1 ball has left. */
export function weightNotes(
  { features, featureMap, weights }: Pick<LinearModel, 'features' | 'featureMap' | 'weights'>,
  ball: NormBall | undefined,
  { graded, spread, converged, average = false }: ZeroCauses,
): string[] {
  if (allZero(weights)) {
    if (ball?.radius === 0) return ['the radius is 0: all weights are 0, and so are all scores']
    if (!graded) return ['no list has items of different labels, so there is nothing to learn: all weights are 0']
    if (!(spread > 0)) return ['no feature differs between items of the same list, so there is nothing to learn from: all weights are 0']
    if (!converged) return ['the search found no step from zero weights: all weights are 0; scale the features (scale min-max or standard)']
    if (average)
      return [
        'the weights are the average of those that each list was met with, and the first is met with zero weights: all weights are 0; train on more lists',
      ]
    return ['the features say too little about the labels to outweigh the penalty: all weights are 0; try a smaller lambda']
  }
  if (ball?.norm !== 'l1') return []
  const surviving = Array.from(weights.keys()).filter((column) => weights[column] !== 0)
  const names = mappedNamesOf({ features, featureMap })
  const byWeight = surviving.sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b)
  const shown = byWeight
    .slice(0, SHOWN)
    .map((column) => names[column])
    .join(', ')
  const more = byWeight.length > SHOWN ? ` and ${byWeight.length - SHOWN} more` : ''
  return [`${surviving.length} of ${weights.length} features remain: ${shown}${more}`]
}
