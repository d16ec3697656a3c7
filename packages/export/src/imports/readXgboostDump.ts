/**
 * What `dump_model` of XGBoost writes as JSON: nested nodes that go to `yes` where x < split_condition, or where the category is in the set. It
 * leaves the base of the scores out. The LTR plugins of Elasticsearch and OpenSearch take the same trees.
 */
import { float32Below } from '@rankwright/core/numeric'
import { type ForeignDocument, foreignDocument } from '../foreignDocument.ts'
import { type Imported, importedTrees } from './imported.ts'
import { type ImportFormat, importTitles } from './importFormats.ts'
import { addNested, type NestedNode } from './nestedTree.ts'
import { treeLayer } from './treeLayer.ts'
import { wordsOf } from './wordsOf.ts'

const noBase = 'the file does not say what scores start from (base_score), so each score lacks that number; the order of items is the same'

/** `trees` is the array, or an object with `splits`, which the plugins take too. `numbered`: features f0, f1 … are the columns of a matrix. */
export function readXgboostDump(trees: unknown, file: string, from: ImportFormat, numbered: boolean): Imported {
  const read = foreignDocument(importTitles[from], file)
  const listed = Array.isArray(trees) ? trees : read.items(read.object(trees, 'the top')['splits'], 'splits')
  if (listed.length === 0) read.fail('the top', 'there are no trees')
  const names = featuresOf(listed, read)
  const numbers = numbered ? names.map((name) => (/^f\d{1,9}$/.test(name) ? Number(name.slice(1)) : -1)) : [-1]
  const byNumber = numbers.every((number) => number >= 0)
  const columns = new Map(names.map((name, at) => [name, byNumber ? numbers[at] : at]))
  const layer = treeLayer()
  for (const [at, tree] of listed.entries())
    addNested(layer, tree, (value, node) => nodeOf(value, `node ${node} of tree ${at + 1}`, columns, read))
  const features = byNumber ? numbers.reduce((most, number) => Math.max(most, number + 1), 1) : names
  return importedTrees(from, { features, layer, sums: 'float32', ...(from === 'xgboost' && { notes: [noBase] }) })
}

/** The names of all features, in the order in which they are met. */
function featuresOf(trees: readonly unknown[], read: ForeignDocument): readonly string[] {
  const names = new Set<string>()
  const waiting = [...trees].reverse()
  while (waiting.length > 0) {
    const parts = read.object(waiting.pop(), 'a node of a tree')
    if (parts['leaf'] !== undefined) continue
    names.add(read.text(typeof parts['split'] === 'number' ? `f${parts['split']}` : parts['split'], 'split of a node'))
    waiting.push(...[...read.items(parts['children'], 'children of a node')].reverse())
  }
  return [...names]
}

function nodeOf(value: unknown, where: string, columns: ReadonlyMap<string, number>, read: ForeignDocument): NestedNode {
  const parts = read.object(value, where)
  if (parts['leaf'] !== undefined) return { leaf: Math.fround(read.number(parts['leaf'], `leaf in ${where}`)) }
  const children = read.items(parts['children'], `children in ${where}`)
  const child = (key: 'yes' | 'no' | 'missing') => {
    const found = children.findIndex((each) => read.object(each, where)['nodeid'] === parts[key])
    return found >= 0 ? found : read.fail(`${key} in ${where}`, 'no child has that number')
  }
  const [yes, no] = [child('yes'), child('no')]
  if (yes === no || children.length !== 2) read.fail(`children in ${where}`, 'a split has two of them')
  const split = String(parts['split'])
  const column = columns.get(typeof parts['split'] === 'number' ? `f${split}` : split)!
  const sides = { column, left: children[yes], right: children[no] }
  const condition = parts['split_condition']
  if (Array.isArray(condition)) {
    const categories = condition.map((category) => read.count(category, `split_condition in ${where}`, 2 ** 24))
    return { ...sides, threshold: 0, missingLeft: child('missing') === yes, set: wordsOf(categories) }
  }
  const limit = Math.fround(read.number(condition, `split_condition in ${where}`))
  const threshold = float32Below(limit)
  if (threshold === -Infinity) read.refuse(`compares with ${limit} in ${where}, which nothing is below`)
  // Where no side is told for missing values, they count as 0.
  const missingLeft = parts['missing'] === undefined ? threshold >= 0 : child('missing') === yes
  return { ...sides, threshold, missingLeft }
}
