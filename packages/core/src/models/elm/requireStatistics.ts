/** Statistics as an argument: the trainers and `statisticsFromJson` give them in this form. */

import { onceChecked } from '../../arguments/onceChecked.ts'
import { requireObject } from '../../arguments/requireKind.ts'
import { arrayOf, count, fields, number, oneOf, type Shape, text, typed } from '../../arguments/shapes.ts'
import { requireFeatureMap } from '../../data/features/requireFeatureMap.ts'
import { featuresShape } from '../common/modelCommon.ts'
import { nodeKinds } from './hiddenNodes.ts'

const expected = 'statistics, as trainers of least squares and statisticsFromJson give them'

const statisticsChecked = onceChecked()

const size = number({ atLeast: 0 })
const seenLists = fields({ lists: count(), share: number({ above: 0, atMost: 1 }), words: typed(Int32Array) })

/** Throws unless these are statistics whose parts fit together. Every number is looked at once for the same statistics. */
export function requireStatistics(argument: string, statistics: unknown): asserts statistics is object {
  requireObject(argument, statistics, expected)
  statisticsChecked(statistics, () => {
    fields({ space: fields({ nodes: nodesShape }, expected) }, expected)(argument, statistics)
    const { nodes } = (statistics as { readonly space: { readonly nodes: { readonly count: number } } }).space
    fields({
      space: fields({
        features: featuresShape,
        featureMap: requireFeatureMap,
        centre: oneOf('list', 'global'),
        pairs: oneOf('mean', 'sum'),
      }),
      lists: count(),
      rows: count(),
      weight: size,
      rowWeight: size,
      nodeMeans: typed(Float64Array, 'finite', nodes.count),
      labelMean: number(),
      gram: typed(Float64Array, 'finite', nodes.count * nodes.count),
      moments: typed(Float64Array, 'finite', nodes.count),
      labelSquares: size,
      freedom: count(),
      freedomWeight: size,
      history: arrayOf(fields({ change: oneOf('added', 'removed'), data: text })),
      seen: seenLists,
      used: seenLists,
    })(argument, statistics)
  })
}

const nodesShape: Shape = (argument, value) => {
  fields({ kind: oneOf(...nodeKinds), count: count(), width: count() })(argument, value)
  const { count: nodes, width } = value as { readonly count: number; readonly width: number }
  fields({ weights: typed(Float32Array, 'finite', nodes * width), offsets: typed(Float32Array, 'finite', nodes) })(argument, value)
}
