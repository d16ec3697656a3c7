import type { RankingLists } from '../data/lists/rankingLists.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import type { ScoreUncertainty } from './common/modelCommon.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import { requireListModel } from './requireModel.ts'

/** Only for models whose training gives a distribution of scores and kept it; for others it throws, with what to do. */
export function scoreUncertainty(model: Model, lists: RankingLists, { compute }: Runtime = plainRuntime): ScoreUncertainty {
  const known = requireListModel(model)
  const kind = kindOf(known)
  const { method } = known
  if (kind.uncertainty === undefined) throw new RankwrightError({ area: 'model', code: 'no-uncertainty', method })
  const found = kind.uncertainty(known, kind.match(known, lists).lists, compute)
  if (found === undefined) throw new RankwrightError({ area: 'model', code: 'uncertainty-not-kept', method })
  return found
}
