/**
 * What `save_model(…, format='json')` of CatBoost writes, for models of numbers: each tree is a list of splits, and the leaf has bit i of its
 * number set where x > border of split i; trees of other growth policies are nested. The sum of the leaves, in double precision, is multiplied by
 * a scale, and a bias is added (catboost/libs/model/eval_processing.h).
 */
import { type ForeignDocument, foreignDocument, type JsonObject } from '../foreignDocument.ts'
import { type Imported, importedTrees } from './imported.ts'
import { addNested, type NestedNode } from './nestedTree.ts'
import { type GrownNode, type TreeLayer, treeLayer } from './treeLayer.ts'

/** CatBoost itself grows at most 16 levels. */
const MOST_LEVELS = 16

interface Split {
  readonly column: number
  readonly threshold: number
  readonly missingLeft: boolean
}

export function readCatboost(document: JsonObject, file: string): Imported {
  const read = foreignDocument('CatBoost', file)
  const information = read.object(document['features_info'], 'features_info')
  for (const key of ['categorical_features', 'text_features', 'embedding_features'])
    if (information[key] !== undefined && read.items(information[key], key).length > 0)
      read.refuse(`looks at ${key.replace('_features', '')} features, which it turns into statistics of the training data first`)
  const listed = information['float_features'] === undefined ? [] : read.items(information['float_features'], 'float_features')
  const columns = new Map<number, Omit<Split, 'threshold'> & { readonly name: unknown }>()
  const flat = new Set<number>()
  for (const [at, item] of listed.entries()) {
    const where = `float_features[${at}]`
    const parts = read.object(item, where)
    const treatment = parts['nan_value_treatment'] ?? 'AsIs'
    if (treatment !== 'AsIs' && treatment !== 'AsFalse' && treatment !== 'AsTrue')
      read.fail(`nan_value_treatment of ${where}`, 'it is none of AsIs, AsFalse and AsTrue')
    const column = read.count(parts['flat_feature_index'], `flat_feature_index of ${where}`)
    const index = read.count(parts['feature_index'], `feature_index of ${where}`)
    if (columns.has(index)) read.fail(`feature_index of ${where}`, `another feature is number ${index}, too`)
    if (flat.has(column)) read.fail(`flat_feature_index of ${where}`, `another feature is column ${column}, too`)
    flat.add(column)
    columns.set(index, {
      column,
      missingLeft: treatment !== 'AsTrue',
      name: parts['feature_id'],
    })
  }
  const { scale, bias } = scaleAndBias(document['scale_and_bias'], read)
  const layer = treeLayer()
  const splitOf = (value: unknown, where: string): Split => {
    const parts = read.object(value, where)
    if (parts['split_type'] !== 'FloatFeature') read.refuse(`has a split of the type ${JSON.stringify(parts['split_type'])?.slice(0, 40)}`)
    const found = columns.get(read.count(parts['float_feature_index'], `float_feature_index of ${where}`))
    if (found === undefined) return read.fail(`float_feature_index of ${where}`, 'there is no such feature')
    const { column, missingLeft } = found
    return { column, missingLeft, threshold: Math.fround(read.number(parts['border'], `border of ${where}`)) }
  }
  const oblivious = document['oblivious_trees'] === undefined ? [] : read.items(document['oblivious_trees'], 'oblivious_trees')
  const nested = document['trees'] === undefined ? [] : read.items(document['trees'], 'trees')
  if (oblivious.length + nested.length === 0) read.fail('oblivious_trees', 'there are no trees')
  for (const [at, tree] of oblivious.entries())
    addOblivious(layer, read.object(tree, `tree ${at + 1}`), `tree ${at + 1}`, { splitOf, scale, read })
  for (const [at, tree] of nested.entries())
    addNested(layer, tree, (value, node) => nestedNode(value, `node ${node} of tree ${at + 1}`, { splitOf, scale, read }))
  // The bias comes last, as a tree of one leaf.
  if (bias !== 0) addNested(layer, undefined, () => ({ leaf: bias }))
  const width = Array.from(columns.values()).reduce((most, { column }) => Math.max(most, column + 1), 1)
  if (width > 16 * (columns.size + 64)) read.fail('flat_feature_index', `there are ${columns.size} features, and one is number ${width}`)
  const notes = scale === 1 ? [] : [`CatBoost multiplies the sum by ${scale}; here every leaf is, so the last bits of scores may differ`]
  return importedTrees('catboost', { features: namesOf(columns.values(), width), layer, notes })
}

function scaleAndBias(value: unknown, read: ForeignDocument): { readonly scale: number; readonly bias: number } {
  if (value === undefined) return { scale: 1, bias: 0 }
  const [scale, biases] = read.items(value, 'scale_and_bias')
  const each = Array.isArray(biases) ? biases : [biases]
  if (each.length > 1) read.refuse(`gives each row ${each.length} scores, one for each class or target`)
  return { scale: read.double(scale, 'scale_and_bias'), bias: read.double(each[0] ?? 0, 'scale_and_bias') }
}

/** Names, if every feature has one of its own. */
function namesOf(columns: Iterable<{ readonly column: number; readonly name: unknown }>, width: number): readonly string[] | number {
  const names: (string | undefined)[] = new Array(width).fill(undefined)
  for (const { column, name } of columns) if (typeof name === 'string' && name !== '') names[column] = name
  const given = names.filter((name) => name !== undefined)
  return given.length === width && new Set(given).size === width ? given : width
}

interface Context {
  readonly splitOf: (value: unknown, where: string) => Split
  readonly scale: number
  readonly read: ForeignDocument
}

/** Node 0 is the root, which looks at the last split; node n has the sides 2 n + 1 and 2 n + 2. */
function addOblivious(layer: TreeLayer, tree: JsonObject, where: string, { splitOf, scale, read }: Context): void {
  const splits = read.items(tree['splits'] ?? [], `splits of ${where}`).map((split, at) => splitOf(split, `split ${at + 1} of ${where}`))
  if (splits.length > MOST_LEVELS) read.fail(`splits of ${where}`, `a tree has at most ${MOST_LEVELS} levels`)
  const count = 2 ** splits.length
  const values = read.items(tree['leaf_values'], `leaf_values of ${where}`)
  if (values.length !== count && values.length % count === 0 && values.length > 0)
    read.refuse(`gives each row ${values.length / count} scores, one for each class or target`)
  if (values.length !== count) read.fail(`leaf_values of ${where}`, `expected ${count} numbers, found ${values.length}`)
  const leaves = values.map((value) => scale * read.double(value, `leaf_values of ${where}`))
  const nodeOf = (id: number): GrownNode => {
    const level = 31 - Math.clz32(id + 1)
    if (level === splits.length) return { leaf: leaves[id + 1 - count] }
    return { ...splits[splits.length - 1 - level], left: 2 * id + 1, right: 2 * id + 2 }
  }
  layer.add(0, nodeOf, (id) => read.fail(where, `two ways lead to node ${id}`))
}

function nestedNode(value: unknown, where: string, { splitOf, scale, read }: Context): NestedNode {
  const parts = read.object(value, where)
  if (parts['split'] === undefined) {
    if (Array.isArray(parts['value'])) read.refuse('gives each row several scores')
    return { leaf: scale * read.double(parts['value'], `value of ${where}`) }
  }
  return { ...splitOf(parts['split'], `the split of ${where}`), left: parts['left'], right: parts['right'] }
}
