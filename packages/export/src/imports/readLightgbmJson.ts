/** What `dump_model` of LightGBM gives: the same trees as its text files, nested; see lightgbmSplit.ts for what a split does. */
import { type ForeignDocument, foreignDocument, type JsonObject } from '../foreignDocument.ts'
import { type Imported, importedTrees } from './imported.ts'
import { lightgbmComparison, lightgbmFeatures, type MissingType } from './lightgbmSplit.ts'
import { addNested, type NestedNode } from './nestedTree.ts'
import { treeLayer } from './treeLayer.ts'
import { wordsOf } from './wordsOf.ts'

const missingTypes: Readonly<Record<string, MissingType>> = { None: 'none', Zero: 'zero', NaN: 'nan' }

export function readLightgbmJson(document: JsonObject, file: string): Imported {
  const read = foreignDocument('LightGBM', file)
  for (const key of ['num_class', 'num_tree_per_iteration'])
    if (read.count(document[key], key) !== 1) read.refuse(`gives each row ${document[key]} scores, one for each class`)
  if (document['average_output'] === true) read.refuse('divides the sum of its trees by their number, as random forests do')
  const width = read.count(document['max_feature_idx'], 'max_feature_idx') + 1
  const names = read.items(document['feature_names'], 'feature_names').map((name, at) => read.text(name, `feature_names[${at}]`))
  if (names.length !== width) read.fail('feature_names', `expected ${width} names, found ${names.length}`)
  const features = lightgbmFeatures(names, (name) => read.fail('feature_names', `the name ${name} appears twice`))
  const layer = treeLayer()
  for (const [at, tree] of read.items(document['tree_info'], 'tree_info').entries()) {
    const root = read.object(tree, `tree_info[${at}]`)['tree_structure']
    addNested(layer, root, (value, node) => nodeOf(value, `node ${node} of tree ${at + 1}`, width, read))
  }
  return importedTrees('lightgbm', { features, layer })
}

/** A number that scores do without, where it is there. */
function known<Name extends 'cover' | 'gain'>(name: Name, value: unknown): { readonly [Key in Name]?: number } {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? ({ [name]: value } as { [Key in Name]: number }) : {}
}

function nodeOf(value: unknown, where: string, width: number, read: ForeignDocument): NestedNode {
  const parts = read.object(value, where)
  if (parts['leaf_const'] !== undefined) read.refuse('has linear functions in its leaves')
  if (parts['split_feature'] === undefined)
    return { leaf: read.double(parts['leaf_value'], `leaf_value in ${where}`), ...known('cover', parts['leaf_count']) }
  const column = read.count(parts['split_feature'], `split_feature in ${where}`, width - 1)
  const sides = {
    column,
    left: parts['left_child'],
    right: parts['right_child'],
    ...known('cover', parts['internal_count']),
    ...known('gain', parts['split_gain']),
  }
  if (parts['decision_type'] === '==') {
    const words = read.text(String(parts['threshold']), `threshold in ${where}`).split('||')
    const categories = words.map((word) => read.count(/^\d+$/.test(word) ? Number(word) : word, `threshold in ${where}`))
    return { ...sides, threshold: 0, missingLeft: false, set: wordsOf(categories) }
  }
  if (parts['decision_type'] !== '<=') read.fail(`decision_type in ${where}`, 'it is neither "<=" nor "=="')
  const missing = missingTypes[read.text(parts['missing_type'], `missing_type in ${where}`)]
  if (missing === undefined) return read.fail(`missing_type in ${where}`, 'it is none of None, Zero and NaN')
  const threshold = read.double(parts['threshold'], `threshold in ${where}`)
  const split = { threshold, missing, defaultLeft: parts['default_left'] === true }
  const comparison = lightgbmComparison(split, (what) =>
    read.refuse(
      what === 'below-all'
        ? `compares with ${threshold} in ${where}, below all float32 values`
        : `was trained with zero_as_missing, and ${where} sends 0 one way and the values on both sides of 0 the other`,
    ),
  )
  return { ...sides, ...comparison }
}
