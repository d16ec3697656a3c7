import { finish } from '@rankwright/core'
import { identityMap } from '@rankwright/core/data'
import type { AskedOf, LocalLists } from '@rankwright/core/runtime'

type ErrorsAsked = AskedOf<'hiddenErrors'>

export interface HiddenQuestions {
  readonly space: ErrorsAsked['space']
  readonly functions: ErrorsAsked['functions']
  readonly path: AskedOf<'leftOutLists'>['path']
}

/** What questions about hidden nodes are asked with: a few nodes, weights behind them, and the coordinates that gram is almost diagonal in. */
export function hiddenQuestions(lists: LocalLists, centre: 'list' | 'global'): HiddenQuestions {
  const { width } = lists
  const count = 3
  const nodes = {
    kind: 'sigmoid',
    count,
    width,
    weights: Float32Array.from({ length: width * count }, (_, k) => Math.sin(k)),
    offsets: Float32Array.of(0.5, -0.25, 0),
  } as const
  const space = { features: width, featureMap: identityMap(width), nodes, centre, pairs: 'mean' } as const
  const sums = finish(lists.ask('hiddenSums', { space, precision: 'double', section: 1 }))
  const { weight, rowWeight, nodeMeans, labelMean, moments, gram } = sums
  let trace = 0
  for (let i = 0; i < count; i++) trace += gram[i * (count + 1)]
  const path: HiddenQuestions['path'] = {
    statistics: { space, weight, rowWeight, nodeMeans, labelMean },
    values: new Float64Array(count).fill(trace),
    vectors: Float64Array.from({ length: count * count }, (_, k) => (k % (count + 1) === 0 ? 1 : 0)),
    projected: moments,
  }
  const functions = [
    { weights: Float64Array.of(1, 2, -1), intercept: 0 },
    { weights: Float64Array.of(-1, 0.5, 3), intercept: 2 },
  ]
  return { space, path, functions }
}
