/** Trees as a text file of LightGBM, which adds doubles in their order: scores have the same bits there. */
import { RankwrightError, type TreesModel } from '@rankwright/core'
import { featureCount, featureNamesOf } from '@rankwright/core/models'
import { greatestFloat32, prepareTrees } from '@rankwright/core/numeric'

export function lightgbmTreesText(model: TreesModel): string {
  const { base, starts } = model
  const { setOf } = prepareTrees(model)
  const trees = Array.from({ length: starts.length - 1 }, (_, tree) => treeLines(model, tree, setOf))
  if (base !== 0 || trees.length === 0) trees.unshift(leafLines(base))
  const names = namesOf(model)
  const head = [
    'tree',
    'version=v4',
    'num_class=1',
    'num_tree_per_iteration=1',
    'label_index=0',
    `max_feature_idx=${names.length - 1}`,
    'objective=lambdarank',
    `feature_names=${names.join(' ')}`,
    `feature_infos=${names.map(() => '[-inf:inf]').join(' ')}`,
    '',
  ]
  const blocks = trees.map((lines, tree) => [`Tree=${tree}`, ...lines, 'is_linear=0', 'shrinkage=1', '', ''].join('\n'))
  return `${head.join('\n')}\n${blocks.join('\n')}\nend of trees\n\nfeature_importances:\n\nparameters:\n[boosting: gbdt]\n[objective: lambdarank]\nend of parameters\n\npandas_categorical:null\n`
}

/** LightGBM takes no blanks and none of the signs of JSON in names. */
function namesOf(model: TreesModel): readonly string[] {
  if (typeof model.features === 'number') return Array.from({ length: featureCount(model) }, (_, column) => `Column_${column}`)
  const met = new Set<string>()
  return featureNamesOf(model).map((name, column) => {
    const plain = name.replaceAll(/[\s",:[\]{}]/g, '_')
    const own = met.has(plain) || plain === '' ? `${plain}_${column + 1}` : plain
    met.add(own)
    return own
  })
}

function leafLines(value: number): string[] {
  return ['num_leaves=1', 'num_cat=0', `leaf_value=${value}`]
}

function treeLines(model: TreesModel, tree: number, setOf: Int32Array): string[] {
  const { starts, columns, thresholds, left, right, missingLeft, leaves, setStarts, sets } = model
  const [first, end] = [starts[tree], starts[tree + 1]]
  if (first === end) return leafLines(leaves[first + tree])
  const splits = Array.from({ length: end - first }, (_, at) => first + at)
  const own = splits.filter((split) => setOf[split] >= 0)
  const bounds = [0]
  for (const split of own) bounds.push(bounds[bounds.length - 1] + setStarts[setOf[split] + 1] - setStarts[setOf[split]])
  const words = own.flatMap((split) =>
    Array.from(sets.subarray(setStarts[setOf[split]], setStarts[setOf[split] + 1]), (word) => word >>> 0),
  )
  const line = (key: string, value: (split: number) => number | string) => `${key}=${splits.map(value).join(' ')}`
  return [
    `num_leaves=${splits.length + 1}`,
    `num_cat=${own.length}`,
    line('split_feature', (split) => columns[split]),
    line('split_gain', () => 0),
    line('threshold', (split) =>
      setOf[split] >= 0 ? own.indexOf(split) : thresholds[split] === greatestFloat32 ? 'inf' : thresholds[split],
    ),
    line('decision_type', (split) => (setOf[split] >= 0 ? categoryType(model, split, setOf[split]) : missingLeft[split] === 1 ? 10 : 8)),
    line('left_child', (split) => left[split]),
    line('right_child', (split) => right[split]),
    `leaf_value=${Array.from(leaves.subarray(first + tree, end + tree + 1)).join(' ')}`,
    ...(own.length > 0 ? [`cat_boundaries=${bounds.join(' ')}`, `cat_threshold=${words.join(' ')}`] : []),
  ]
}

/** Missing values go right in a split on categories (9), or the way of category 0 (1). */
function categoryType({ missingLeft, setStarts, sets }: TreesModel, split: number, set: number): number {
  if (missingLeft[split] === 0) return 9
  if (setStarts[set] < setStarts[set + 1] && (sets[setStarts[set]] & 1) === 1) return 1
  const what = 'sends missing values with some categories, of which 0 is none'
  throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: 'LightGBM', what, targets: ['js', 'xgboost'] })
}

/** kZeroThreshold of LightGBM: values up to there, of either sign, count as 0. */
const nearZero = Math.fround(1e-35)

/** Whether LightGBM may send a value another way: one so near 0 that it counts as 0 there, where a threshold lies nearer still. */
export function apartInLightgbm({ thresholds }: TreesModel): ((value: number) => boolean) | undefined {
  if (!thresholds.some((threshold) => Math.abs(threshold) <= nearZero)) return undefined
  return (value) => value !== 0 && Math.abs(value) <= nearZero
}
