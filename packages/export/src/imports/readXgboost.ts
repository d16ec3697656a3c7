/**
 * What `save_model` of XGBoost writes, as JSON or UBJSON. A split goes left where x < split_condition, both of single precision; a split on
 * categories goes right where the category is in its set. A score is the base, in the units of the margin, plus one leaf of each tree, rounded
 * to single precision after each tree (src/predictor/cpu_predictor.cc); dart multiplies leaves by weights first (src/gbm/gbtree.cc).
 */
import { float32Below } from '@rankwright/core/numeric'
import { type ForeignDocument, foreignDocument, type JsonObject } from '../foreignDocument.ts'
import { type Imported, importedTrees } from './imported.ts'
import { type GrownNode, treeLayer } from './treeLayer.ts'
import { wordsOf } from './wordsOf.ts'

/** The base is given in the units of predictions; these objectives have others for margins. */
const margins: ReadonlyMap<string, (base: number) => number> = new Map([
  ['binary:logistic', logit],
  ['reg:logistic', logit],
  ['count:poisson', Math.log],
  ['reg:gamma', Math.log],
  ['reg:tweedie', Math.log],
  ['survival:cox', Math.log],
  ['survival:aft', Math.log],
])

function logit(probability: number): number {
  return -Math.log(Math.fround(Math.fround(1 / probability) - 1))
}

export function readXgboost(document: JsonObject, file: string): Imported {
  const read = foreignDocument('XGBoost', file)
  const learner = read.object(document['learner'], 'learner')
  const parameters = read.object(learner['learner_model_param'], 'learner_model_param')
  const classes = read.count(parameters['num_class'], 'num_class')
  const targets = parameters['num_target'] === undefined ? 1 : read.count(parameters['num_target'], 'num_target')
  if (classes > 1 || targets > 1) read.refuse(`gives each row ${Math.max(classes, targets)} scores, one for each class or target`)
  const booster = read.object(learner['gradient_booster'], 'gradient_booster')
  const name = read.text(booster['name'], 'gradient_booster.name')
  if (name !== 'gbtree' && name !== 'dart') read.refuse(`is of the booster ${JSON.stringify(name.slice(0, 40))}, which grows no trees`)
  const { model } = read.object(name === 'dart' ? booster['gbtree'] : booster, 'gradient_booster.gbtree')
  const trees = read.items(read.object(model, 'gradient_booster.model')['trees'], 'trees')
  const weights = name === 'dart' ? read.numbers(booster['weight_drop'], 'weight_drop', { length: trees.length }) : undefined
  const width = read.count(parameters['num_feature'], 'num_feature')
  const layer = treeLayer()
  for (const [at, tree] of trees.entries())
    addTree(layer, read.object(tree, `trees[${at}]`), { where: `tree ${at + 1}`, width, weight: weights?.[at] ?? 1, read })
  const objective = read.text(read.object(learner['objective'], 'objective')['name'], 'objective.name')
  const base = Math.fround((margins.get(objective) ?? ((same) => same))(baseOf(parameters['base_score'], read)))
  if (!Number.isFinite(base)) read.fail('base_score', `the objective ${objective.slice(0, 40)} has no margin for it`)
  return importedTrees('xgboost', { features: namesOf(learner['feature_names'], width, read), layer, base, sums: 'float32' })
}

/** "5E-1", or "[5E-1]" with one for each target. */
function baseOf(value: unknown, read: ForeignDocument): number {
  const found = /^\[(.*)\]$/.exec(read.text(value, 'base_score'))
  return Math.fround(read.number(found === null ? value : found[1], 'base_score'))
}

function namesOf(value: unknown, width: number, read: ForeignDocument): readonly string[] | number {
  const names = value === undefined ? [] : read.items(value, 'feature_names').map((name, at) => read.text(name, `feature_names[${at}]`))
  if (names.length === 0) return width
  if (names.length !== width) read.fail('feature_names', `expected ${width} names, found ${names.length}`)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? names : read.fail('feature_names', `the name ${JSON.stringify(twice.slice(0, 40))} appears twice`)
}

interface TreeContext {
  readonly where: string
  readonly width: number
  readonly weight: number
  readonly read: ForeignDocument
}

function addTree(layer: ReturnType<typeof treeLayer>, tree: JsonObject, { where, width, weight, read }: TreeContext): void {
  const parameters = read.object(tree['tree_param'], `tree_param of ${where}`)
  if (parameters['size_leaf_vector'] !== undefined && read.count(parameters['size_leaf_vector'], `size_leaf_vector of ${where}`) > 1)
    read.refuse('has several values in each leaf')
  const count = read.count(parameters['num_nodes'], `num_nodes of ${where}`)
  if (count === 0) read.fail(where, 'a tree has a leaf at least')
  const of = (key: string, allowed: { readonly atLeast: number; readonly atMost: number }) =>
    read.numbers(tree[key], `${key} of ${where}`, { length: count, ...allowed })
  const children = { atLeast: -1, atMost: count - 1 }
  const [left, right] = [of('left_children', children), of('right_children', children)]
  const columns = of('split_indices', { atLeast: 0, atMost: 2 ** 31 - 1 })
  const defaults = of('default_left', { atLeast: 0, atMost: 1 })
  const types = tree['split_type'] === undefined ? new Float64Array(count) : of('split_type', { atLeast: 0, atMost: 1 })
  const conditions = read.numbers(tree['split_conditions'], `split_conditions of ${where}`, { length: count })
  const sets = setsOf(tree, where, count, read)
  const [covers, gains] = ['sum_hessian', 'loss_changes'].map((key) => statistics(tree[key], `${key} of ${where}`, count, read))
  const nodeOf = (id: number): GrownNode => {
    if (left[id] < 0) {
      const leaf = Math.fround(conditions[id])
      return { leaf: weight === 1 ? leaf : Math.fround(Math.fround(weight) * leaf), ...(covers && { cover: covers[id] }) }
    }
    if (right[id] < 0) read.fail(`right_children of ${where}`, `node ${id} has a left side alone`)
    const column = columns[id] < width ? columns[id] : read.fail(`split_indices of ${where}`, `there is no feature ${columns[id]}`)
    const known = { column, ...(covers && { cover: covers[id] }), ...(gains && { gain: gains[id] }) }
    if (types[id] === 1) {
      const set = sets.get(id) ?? read.fail(`categories_nodes of ${where}`, `node ${id} has no set of categories`)
      return { ...known, threshold: 0, missingLeft: defaults[id] === 0, left: right[id], right: left[id], set }
    }
    const threshold = float32Below(Math.fround(conditions[id]))
    if (threshold === -Infinity) read.refuse(`compares with ${conditions[id]} in node ${id} of ${where}, which nothing is below`)
    return { ...known, threshold, missingLeft: defaults[id] === 1, left: left[id], right: right[id] }
  }
  layer.add(0, nodeOf, (id) => read.fail(`left_children of ${where}`, `two ways lead to node ${id}, here or in right_children`))
}

/** Numbers that scores do without; undefined where the file lacks them. */
function statistics(value: unknown, where: string, length: number, read: ForeignDocument): Float64Array | undefined {
  const found = value === undefined ? undefined : read.numbers(value, where, { length })
  return found?.every((number) => number >= 0) ? found : undefined
}

/** The sets of categories, by the nodes that have them. */
function setsOf(tree: JsonObject, where: string, count: number, read: ForeignDocument): Map<number, Int32Array> {
  if (tree['categories_nodes'] === undefined) return new Map()
  const any = { atLeast: 0, atMost: 2 ** 31 - 1 }
  const nodes = read.numbers(tree['categories_nodes'], `categories_nodes of ${where}`, { atLeast: 0, atMost: count - 1 })
  const categories = read.numbers(tree['categories'], `categories of ${where}`, { atLeast: 0, atMost: 2 ** 24 })
  const starts = read.numbers(tree['categories_segments'], `categories_segments of ${where}`, { length: nodes.length, ...any })
  const sizes = read.numbers(tree['categories_sizes'], `categories_sizes of ${where}`, { length: nodes.length, ...any })
  return new Map(
    Array.from(nodes, (node, at) => {
      if (starts[at] + sizes[at] > categories.length)
        read.fail(`categories_sizes of ${where}`, `node ${node} has more categories than there are`)
      return [node, wordsOf([...categories.subarray(starts[at], starts[at] + sizes[at])])]
    }),
  )
}
