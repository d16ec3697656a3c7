/**
 * Solr's LTR module: org.apache.solr.ltr.model.MultipleAdditiveTreesModel. Its setter of thresholds adds a slack of 1e-6 to each, in single
 * precision, so that files hold thresholds which are that much lower. A split on a feature that the model does not name ends the tree with 0.
 */
import { float32Below } from '@rankwright/core/numeric'
import { float32Decimal } from '../float32Decimal.ts'
import { foreignDocument, type JsonObject } from '../foreignDocument.ts'
import type { ForeignNode, ForeignTrees } from './foreignTrees.ts'

export const solrTreesClass = 'org.apache.solr.ltr.model.MultipleAdditiveTreesModel'

export function solrTreesText({ name, store, trees }: ForeignTrees): string {
  const names = new Set<string>()
  const document = {
    class: solrTreesClass,
    name,
    ...(store !== undefined && { store }),
    features: [] as { name: string }[],
    params: { trees: trees.map(({ weight, root }) => ({ weight: String(weight), root: nodeDocument(root, names) })) },
  }
  document.features.push(...Array.from(names, (feature) => ({ name: feature })))
  return `${JSON.stringify(document, undefined, 1)}\n`
}

/** Solr's own files have numbers as texts. */
function nodeDocument(node: ForeignNode, names: Set<string>): JsonObject {
  if (!('feature' in node)) return { value: String(float32Decimal(node.value)) }
  names.add(node.feature)
  return {
    feature: node.feature,
    threshold: String(float32Decimal(withoutSlack(node.threshold))),
    left: nodeDocument(node.left, names),
    right: nodeDocument(node.right, names),
  }
}

const slack = Math.fround(1e-6)

/** The values that Solr sends another way, where it cannot compare with a threshold: some within 1e-6 of 0, and some negative powers of 2. */
export function solrGap(threshold: number): readonly [above: number, upTo: number] | undefined {
  const there = Math.fround(withoutSlack(threshold) + slack)
  if (there === threshold) return undefined
  return there < threshold ? [there, threshold] : [threshold, there]
}

/** The number that Solr makes this threshold of, or the nearest above it where there is none; below it, if 0 would change sides. */
function withoutSlack(threshold: number): number {
  let given = Math.fround(threshold - slack)
  while (Math.fround(given + slack) >= threshold) given = float32Below(given)
  const above = -float32Below(-given)
  return threshold < 0 && Math.fround(above + slack) >= 0 ? given : above
}

export function readSolrTrees(document: JsonObject, file: string): ForeignTrees {
  const read = foreignDocument('Solr', file)
  const { number } = read
  const params = read.object(document['params'], 'params')
  const nullIsZero = params['isNullSameAsZero'] !== false && params['isNullSameAsZero'] !== 'false'
  const names = new Set(
    read.items(document['features'], 'features').map((item, at) => {
      const { name, norm } = read.object(item, `features[${at}]`)
      if (norm !== undefined && !String(read.object(norm, `features[${at}].norm`)['class']).endsWith('.IdentityNormalizer'))
        read.refuse('scales features before its trees compare them')
      return read.text(name, `features[${at}].name`)
    }),
  )
  const node = (value: unknown, where: string, depth: number): ForeignNode => {
    if (depth > 1000) read.fail(where.slice(0, 60), 'a tree has more than 1000 levels')
    const parts = read.object(value, where)
    const isLeaf = parts['value'] !== undefined
    if (isLeaf && parts['feature'] !== undefined) read.fail(where, 'a node has both a value and a split')
    if (isLeaf) return { value: number(parts['value'], `${where}.value`) }
    const feature = read.text(parts['feature'], `${where}.feature`)
    if (!names.has(feature)) return { value: 0 }
    const threshold = number(parts['threshold'], `${where}.threshold`)
    const missing = parts['missing'] === undefined ? 'right' : read.text(parts['missing'], `${where}.missing`)
    if (missing !== 'left' && missing !== 'right') read.fail(`${where}.missing`, 'it is neither "left" nor "right"')
    return {
      feature,
      threshold: Math.fround(Math.fround(threshold) + slack),
      ...(!nullIsZero && { missingLeft: missing === 'left' }),
      left: node(parts['left'], `${where}.left`, depth + 1),
      right: node(parts['right'], `${where}.right`, depth + 1),
    }
  }
  const name = read.text(document['name'], 'name')
  const listed = read.items(params['trees'], 'params.trees')
  if (listed.length === 0) read.fail('params.trees', 'there are none')
  const trees = listed.map((item, at) => {
    const where = `params.trees[${at}]`
    const { weight, root } = read.object(item, where)
    return { weight: number(weight, `${where}.weight`), root: node(root, `${where}.root`, 0) }
  })
  const store = document['store'] === undefined ? undefined : read.text(document['store'], 'store')
  return { format: 'solr', name, ...(store !== undefined && { store }), trees, names: [...names] }
}
