import { isSpread, numberedFeature } from '@rankwright/core/data'
import { type ForeignLinearModel, foreignFormats, fromForeign } from '../foreignModel.ts'
import type { ForeignNode, ForeignTrees } from '../trees/foreignTrees.ts'
import { type Imported, importedTrees } from './imported.ts'
import type { ImportFormat } from './importFormats.ts'
import { addNested } from './nestedTree.ts'
import { treeLayer } from './treeLayer.ts'

/**
 * Trees of RankLib, Solr or Elasticsearch as a model of ours. All of them add up in single precision; RankLib multiplies leaves by weights in
 * double precision, and divides the sum of a random forest by the number of its bags.
 */
export function importedForeign(foreign: ForeignTrees, from: ImportFormat): Imported {
  const { trees, bags } = foreign
  const { features, columnOf } = columnsOf(foreign)
  const product = (weight: number, value: number): number => {
    const exact = Math.fround(weight) * Math.fround(value)
    return bags === undefined ? (foreign.format === 'ranklib' ? exact : Math.fround(exact)) : Math.fround(exact) / bags
  }
  const layer = treeLayer()
  for (const { weight, root } of trees) {
    addNested(layer, root, (value) => {
      const node = value as ForeignNode
      if (!('feature' in node)) return { leaf: product(weight, node.value) }
      const threshold = Math.fround(node.threshold)
      return {
        column: columnOf(node.feature),
        threshold,
        missingLeft: node.missingLeft ?? threshold >= 0, // else it counts as 0
        left: node.left,
        right: node.right,
      }
    })
  }
  if (bags === undefined) return importedTrees(from, { features, layer, sums: 'float32' })
  const note = `RankLib divides the sum by its ${bags} bags; here every leaf is, so the last bits of scores may differ`
  return importedTrees(from, { features, layer, notes: [note] })
}

/** A column for each number up to the greatest, unless most have none; or one for each name. */
function columnsOf({ format, names = [] }: ForeignTrees): {
  readonly features: readonly string[] | number
  readonly columnOf: (feature: string) => number
} {
  if (!foreignFormats[format].numbered) {
    const places = new Map(names.map((name, at) => [name, at]))
    return { features: names, columnOf: (feature) => places.get(feature)! }
  }
  const numbers = Array.from(new Set(names), Number).sort((a, b) => a - b)
  const greatest = numbers.at(-1) ?? 1
  if (!isSpread(greatest, numbers.length)) return { features: greatest, columnOf: (feature) => Number(feature) - 1 }
  const places = new Map(numbers.map((number, at) => [number, at]))
  return { features: numbers.map(numberedFeature), columnOf: (feature) => places.get(Number(feature))! }
}

const roundedSums = 'that program rounds every step to single precision, so scores there differ from these in the seventh digit'

/** A weighted sum of features as a model of ours. */
export function importedSum(foreign: ForeignLinearModel, from: ImportFormat): Imported {
  return { from, model: fromForeign(foreign), notes: foreignFormats[foreign.format].arithmetic === 'float32' ? [roundedSums] : [] }
}
