import type { RankingLists } from '../data/lists/rankingLists.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { matchFeatures } from './common/matchFeatures.ts'
import type { ScoreUncertainty } from './common/modelCommon.ts'
import { elmUncertainty } from './elm/elmUncertainty.ts'
import { kernelUncertainty } from './kernel/kernelUncertainty.ts'
import type { Model } from './model.ts'

/** Only for models whose training gives a distribution of scores and was told to keep it; others are refused, with what to do. */
export function scoreUncertainty(model: Model, lists: RankingLists, { compute }: Runtime = plainRuntime): ScoreUncertainty {
  const { lists: matched } = matchFeatures(model, lists)
  switch (model.kind) {
    case 'elm':
      if (model.posterior === undefined) throw new RankwrightError({ area: 'model', code: 'uncertainty-not-kept', method: model.method })
      return elmUncertainty(model, model.posterior, matched, compute)
    case 'kernel':
      if (model.posterior === undefined) throw new RankwrightError({ area: 'model', code: 'uncertainty-not-kept', method: model.method })
      return kernelUncertainty(model, model.posterior, matched, compute)
    case 'linear':
    case 'network':
      throw new RankwrightError({ area: 'model', code: 'no-uncertainty', method: model.method })
  }
}
