/** Solr's LTR module: org.apache.solr.ltr.model.MultipleAdditiveTreesModel. */
import { float32Decimal } from '../float32Decimal.ts'
import { foreignDocument, type JsonObject } from '../foreignDocument.ts'
import type { ForeignNode, ForeignTrees } from './foreignTrees.ts'

const solrTreesClass = 'org.apache.solr.ltr.model.MultipleAdditiveTreesModel'

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
    threshold: String(float32Decimal(node.threshold)),
    left: nodeDocument(node.left, names),
    right: nodeDocument(node.right, names),
  }
}

export function readSolrTrees(document: JsonObject, file: string): ForeignTrees {
  const read = foreignDocument('Solr', file)
  const { number } = read
  const names = new Set(
    read.items(document['features'], 'features').map((item, at) => {
      const { name } = read.object(item, `features[${at}]`)
      return read.text(name, `features[${at}].name`)
    }),
  )
  const node = (value: unknown, where: string, depth: number): ForeignNode => {
    if (depth > 1000) read.fail(where.slice(0, 60), 'a tree has more than 1000 levels')
    const parts = read.object(value, where)
    if (parts['value'] !== undefined) return { value: number(parts['value'], `${where}.value`) }
    if (parts['missing'] !== undefined) read.fail(`${where}.missing`, 'splits with a side for missing values cannot be read')
    const feature = read.text(parts['feature'], `${where}.feature`)
    if (!names.has(feature)) read.fail(`${where}.feature`, `"${feature.slice(0, 60)}" is not among the features of the model`)
    const threshold = number(parts['threshold'], `${where}.threshold`)
    return {
      feature,
      threshold,
      left: node(parts['left'], `${where}.left`, depth + 1),
      right: node(parts['right'], `${where}.right`, depth + 1),
    }
  }
  const name = read.text(document['name'], 'name')
  const listed = read.items(read.object(document['params'], 'params')['trees'], 'params.trees')
  if (listed.length === 0) read.fail('params.trees', 'there are none')
  const trees = listed.map((item, at) => {
    const where = `params.trees[${at}]`
    const { weight, root } = read.object(item, where)
    return { weight: number(weight, `${where}.weight`), root: node(root, `${where}.root`, 0) }
  })
  const store = document['store'] === undefined ? undefined : read.text(document['store'], 'store')
  return { format: 'solr', name, ...(store !== undefined && { store }), trees }
}
