/**
 * The LTR plugins of Elasticsearch and OpenSearch: a `model/xgboost+json`, whose trees are those of XGBoost's `dump_model`. They go to `yes`
 * where x < split_condition, so that a threshold of ours is the float32 below it.
 */
import { float32Below } from '@rankwright/core/numeric'
import { float32Decimal } from '../float32Decimal.ts'
import { foreignDocument, type JsonObject } from '../foreignDocument.ts'
import type { ForeignNode, ForeignTrees } from './foreignTrees.ts'

export function elasticsearchTreesText({ name, trees }: ForeignTrees): string {
  const definition = trees.map(({ root }) => {
    let nodes = 0
    const document = (node: ForeignNode, depth: number): JsonObject => {
      const nodeid = nodes++
      if (!('feature' in node)) return { nodeid, leaf: float32Decimal(node.value) }
      const children = [document(node.left, depth + 1), document(node.right, depth + 1)]
      const [yes, no] = children.map((child) => child['nodeid'])
      return {
        nodeid,
        depth,
        split: node.feature,
        split_condition: float32Decimal(-float32Below(-node.threshold)),
        yes,
        no,
        missing: yes,
        children,
      }
    }
    return document(root, 0)
  })
  // A text: not every version of the plugin takes an array.
  const model = { type: 'model/xgboost+json', definition: JSON.stringify(definition) }
  return `${JSON.stringify({ model: { name, model } }, undefined, 2)}\n`
}

export function readElasticsearchTrees(document: JsonObject, file: string): ForeignTrees {
  const read = foreignDocument('Elasticsearch', file)
  const model = read.object(document['model'], 'model')
  const { definition } = read.object(model['model'], 'model.model')
  const where = 'model.model.definition'
  let listed: unknown
  try {
    listed = JSON.parse(read.text(definition, where))
  } catch {
    read.fail(where, 'this text is not JSON')
  }
  const node = (value: unknown, place: string, depth: number): ForeignNode => {
    if (depth > 1000) read.fail(place.slice(0, 60), 'a tree has more than 1000 levels')
    const parts = read.object(value, place)
    if (parts['leaf'] !== undefined) return { value: read.number(parts['leaf'], `${place}.leaf`) }
    const children = read.items(parts['children'], `${place}.children`).map((child, at) => read.object(child, `${place}.children[${at}]`))
    const side = (key: 'yes' | 'no') => {
      const found = children.findIndex(({ nodeid }) => nodeid === parts[key])
      return found >= 0
        ? node(children[found], `${place}.children[${found}]`, depth + 1)
        : read.fail(`${place}.${key}`, 'no child has that number')
    }
    const condition = read.number(parts['split_condition'], `${place}.split_condition`)
    return {
      feature: read.text(parts['split'], `${place}.split`),
      threshold: float32Below(Math.fround(condition)),
      left: side('yes'),
      right: side('no'),
    }
  }
  const trees = read.items(listed, where).map((tree, at) => ({ weight: 1, root: node(tree, `${where}[${at}]`, 0) }))
  return { format: 'elasticsearch', name: read.text(model['name'], 'model.name'), trees }
}
