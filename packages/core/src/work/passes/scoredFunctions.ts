import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { type ElmModel, elmScores, type OutputWeights } from '../../models/elm/elm.ts'
import { type KernelModel, type KernelOutput, kernelScores } from '../../models/kernel/kernel.ts'
import { type LinearFunction, linearScores } from '../../models/linear/linear.ts'
import type { Compute } from '../../numeric/compute/compute.ts'

/** Functions of the mapped features that share all but their weights, as plain data. */
export type ScoredFunctions =
  | { readonly of: 'features'; readonly featureMap: FeatureMap; readonly functions: readonly LinearFunction[] }
  | ({ readonly of: 'nodes'; readonly functions: readonly OutputWeights[] } & Pick<ElmModel, 'featureMap' | 'nodes'>)
  | ({ readonly of: 'points'; readonly functions: readonly KernelOutput[] } & Pick<KernelModel, 'kernel' | 'featureMap' | 'points'>)

/** The scores of all rows, one array for each function. */
export function scoresOf(functions: ScoredFunctions, lists: RankingLists, compute: Compute): Float64Array[] {
  switch (functions.of) {
    case 'features':
      return linearScores(functions.featureMap, functions.functions, lists, compute)
    case 'nodes':
      return elmScores(functions, functions.functions, lists, compute)
    case 'points':
      return kernelScores(functions, functions.functions, lists, compute)
  }
}
