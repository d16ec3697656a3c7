import type { TreeArrays } from '../../numeric/compute/trees.ts'
import { greatestFloat32 } from '../../numeric/special/float32.ts'
import { matchFeatures } from '../common/matchFeatures.ts'
import { type FeatureFact, featureNamesOf } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { explainTrees } from './explainTrees.ts'
import { usedColumns } from './preparedTrees.ts'
import { singleFeatures, treeDepths } from './treeShapes.ts'
import { scoreWithTrees, type TreesModel } from './trees.ts'
import { treesFromDocument, treesToDocument } from './treesJson.ts'

export const treesKind: ListKind<TreesModel> = {
  title: 'a tree ensemble',
  arrays: ['starts', 'columns', 'thresholds', 'left', 'right', 'missingLeft', 'leaves', 'categorical', 'setStarts', 'sets'],
  toDocument: treesToDocument,
  fromDocument: treesFromDocument,
  match: matchFeatures,
  score: scoreWithTrees,
  explain: explainTrees,
  references: true,
  seen: ({ training }) => training.seen,
  missing: () => 'own-branch',
  facts(model) {
    const { method, options, base, starts, columns, leaves, categorical } = model
    const trees = starts.length - 1
    const used = usedColumns(model).length
    const depth = treeDepths(model).reduce((most, each) => Math.max(most, each), 0)
    const missing = missingTests(model)
    return {
      method,
      options,
      features: featuresByWeight(model),
      parts: {
        trees,
        splits: { all: columns.length, 'missing-or-not': missing, categories: categorical.length },
        leaves: leaves.length,
        depth,
        base,
      },
      sizes: [
        { count: trees, of: 'tree' },
        { count: columns.length, of: 'split' },
      ],
      figures: {
        'features with splits': used,
        'greatest depth': depth,
        ...(missing > 0 && { 'splits of missing from present values': missing }),
        ...(categorical.length > 0 && { 'splits on categories': categorical.length }),
        ...(base !== 0 && { 'every score starts from': base }),
      },
    }
  },
}

/** Splits that only ask whether a value is missing. */
function missingTests({ thresholds, missingLeft }: TreeArrays): number {
  return thresholds.reduce((sum, threshold, split) => sum + (threshold === greatestFloat32 && missingLeft[split] === 0 ? 1 : 0), 0)
}

/**
 * Where every tree looks at one feature, the weight of a feature is the most that it can change the score by. Else it is the number of splits
 * that look at it.
 */
function featuresByWeight(model: TreesModel): FeatureFact[] {
  const { starts, columns, leaves } = model
  const names = featureNamesOf(model)
  const weights = new Float64Array(names.length)
  const single = singleFeatures(model)
  if (single === undefined) for (const column of columns) weights[column]++
  else {
    for (const [tree, column] of single.entries()) {
      if (column < 0) continue
      const own = leaves.subarray(starts[tree] + tree, starts[tree + 1] + tree + 1)
      weights[column] += own.reduce((most, leaf) => Math.max(most, leaf)) - own.reduce((least, leaf) => Math.min(least, leaf))
    }
  }
  const features = Array.from(weights, (weight, column) => ({ feature: names[column], weight }))
  return features.sort((a, b) => b.weight - a.weight)
}
