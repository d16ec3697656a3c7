import { mappedNamesOf } from '../../models/common/modelFacts.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'

/** How many features are named. */
const SHOWN = 20

/** What to say about weights that are zero: why all are, or which features an l1 ball has left. */
export function weightNotes(
  { features, featureMap, weights }: Pick<LinearModel, 'features' | 'featureMap' | 'weights'>,
  ball: NormBall | undefined,
  { graded }: Pick<ListsSummary, 'graded'>,
): string[] {
  const surviving = Array.from(weights.keys()).filter((column) => weights[column] !== 0)
  if (surviving.length === 0) {
    if (ball?.radius === 0) return ['the radius is 0: all weights are 0, and so are all scores']
    if (!graded) return ['no list has items of different labels, so there is nothing to learn: all weights are 0']
    return ['no feature separates items of different labels within a list: all weights are 0']
  }
  if (ball?.norm !== 'l1') return []
  const names = mappedNamesOf({ features, featureMap })
  const byWeight = surviving.sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b)
  const shown = byWeight
    .slice(0, SHOWN)
    .map((column) => names[column])
    .join(', ')
  const more = byWeight.length > SHOWN ? ` and ${byWeight.length - SHOWN} more` : ''
  return [`${surviving.length} of ${weights.length} features remain: ${shown}${more}`]
}
