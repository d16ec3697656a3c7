import { codedFeatures } from '../../data/encoders/codedFeatures.ts'
import { type CodeEncoder, codeText } from '../../data/encoders/codeEncoder.ts'
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
        ...(weighedByGain(model) && { weights: 'shares of what all splits gained' }),
        'features with splits': used,
        'greatest depth': depth,
        ...(missing > 0 && { 'splits of missing from present values': missing }),
        ...(categorical.length > 0 && { 'splits on categories': categorical.length }),
        ...strongestSets(model),
        ...(base !== 0 && { 'every score starts from': base }),
      },
    }
  },
}

/** Of each feature whose categories have names, the split that gained most: brand in {Acme, Bolt}. */
function strongestSets(model: TreesModel): Readonly<Record<string, string>> {
  const { columns, categorical, gains, encoders } = model
  const coded = codedFeatures(encoders)
  if (coded.size === 0) return {}
  const names = featureNamesOf(model)
  const strongest = new Map<number, number>()
  for (const [set, split] of categorical.entries()) {
    const before = strongest.get(columns[split])
    if (before === undefined || (gains?.[split] ?? 0) > (gains?.[categorical[before]] ?? 0)) strongest.set(columns[split], set)
  }
  return Object.fromEntries(
    Array.from(strongest).flatMap(([column, set]) => {
      const encoder = coded.get(names[column])
      return encoder === undefined ? [] : [[`strongest split: ${names[column]} in`, setText(encoder, model, set)]]
    }),
  )
}

/** Categories of a set that are named. */
const NAMED = 8

function setText(encoder: CodeEncoder, { setStarts, sets }: TreeArrays, set: number): string {
  const words = sets.subarray(setStarts[set], setStarts[set + 1])
  const codes = Array.from({ length: 32 * words.length }, (_, code) => code).filter((code) => (words[code >>> 5] >>> (code & 31)) & 1)
  const named = codes.slice(0, NAMED).map((code) => codeText(encoder, code))
  return `{${named.join(', ')}${codes.length > NAMED ? ` and ${codes.length - NAMED} more` : ''}}`
}

function weighedByGain(model: TreesModel): boolean {
  return model.gains !== undefined && singleFeatures(model) === undefined
}

/** Splits that only ask whether a value is missing. */
function missingTests({ thresholds, missingLeft }: TreeArrays): number {
  return thresholds.reduce((sum, threshold, split) => sum + (threshold === greatestFloat32 && missingLeft[split] === 0 ? 1 : 0), 0)
}

/**
 * Where every tree looks at one feature, the weight of a feature is the most that it can change the score by. Else it is its share of all gains, or the
 * number of splits that look at it where gains are not known.
 */
function featuresByWeight(model: TreesModel): FeatureFact[] {
  const { starts, columns, leaves, gains } = model
  const names = featureNamesOf(model)
  const splits = new Float64Array(names.length)
  const gainOf = new Float64Array(names.length)
  for (const [split, column] of columns.entries()) {
    splits[column]++
    if (gains !== undefined) gainOf[column] += gains[split]
  }
  const weights = new Float64Array(names.length)
  const single = singleFeatures(model)
  const all = gainOf.reduce((sum, gain) => sum + gain, 0)
  if (single === undefined) weights.set(gains !== undefined && all > 0 ? gainOf.map((gain) => gain / all) : splits)
  else {
    for (const [tree, column] of single.entries()) {
      if (column < 0) continue
      const own = leaves.subarray(starts[tree] + tree, starts[tree + 1] + tree + 1)
      weights[column] += own.reduce((most, leaf) => Math.max(most, leaf)) - own.reduce((least, leaf) => Math.min(least, leaf))
    }
  }
  const features = Array.from(weights, (weight, column) => ({
    feature: names[column],
    weight,
    splits: splits[column],
    ...(gains && { gain: gainOf[column] }),
  }))
  return features.sort((a, b) => b.weight - a.weight)
}
