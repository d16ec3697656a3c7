import { RankwrightError, type TreesModel } from '@rankwright/core'

/** Throws if a split is on categories, for targets that only compare with thresholds. */
export function refuseCategories({ categorical }: TreesModel, target: string): void {
  if (categorical.length === 0) return
  const what = 'splits on sets of categories'
  throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target, what, targets: ['js', 'c', 'onnx', 'xgboost', 'sql'] })
}
