import type { Training } from '../../../runtime/training.ts'
import { SECTION_BLOCKS } from '../../../work/operations/operation.ts'
import { type CentredSpace, needsMean } from '../../../work/passes/rankRls/featureRows.ts'
import type { FeatureSpace } from './featureSpace.ts'
import type { RankRlsProblem } from './rankRlsProblem.ts'

/** The space with the means of the groups that need one. */
export function* centredSpace({ held, graded, totals }: RankRlsProblem, { spec }: FeatureSpace): Training<CentredSpace> {
  const { offsets } = graded
  const space = { spec, totals, means: [] }
  if (totals.group !== undefined) {
    const base = yield* held.ask('firstFeatures', { spec })
    return { ...space, means: yield* held.ask('spaceMeans', { space, base, section: SECTION_BLOCKS }) }
  }
  let longest = 0
  for (let list = 0; list + 1 < offsets.length; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  return needsMean(longest, totals) ? { ...space, means: yield* held.ask('spaceMeans', { space, section: SECTION_BLOCKS }) } : space
}
