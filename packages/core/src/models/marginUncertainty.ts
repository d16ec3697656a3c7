import type { RankingLists } from '../data/lists/rankingLists.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { MarginUncertainty } from './common/modelCommon.ts'
import { kindOf } from './kinds.ts'
import type { ListModel } from './model.ts'

/** Only for models whose training gives a distribution of scores and kept it; for others it throws, with what to do. */
export function marginUncertainty(model: ListModel, lists: RankingLists, { compute }: Runtime): MarginUncertainty {
  const kind = kindOf(model)
  const { method } = model
  if (kind.uncertainty === undefined) throw new RankwrightError({ area: 'model', code: 'no-uncertainty', method })
  const found = kind.uncertainty(model, kind.match(model, lists).lists, compute)
  if (found === undefined) throw new RankwrightError({ area: 'model', code: 'uncertainty-not-kept', method })
  return found
}
