import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { type HiddenNodes, nodeKinds } from './hiddenNodes.ts'

export function hiddenNodesToDocument({ kind, count, weights, offsets }: HiddenNodes): Record<string, unknown> {
  return { kind, count, weights: encodeArray('f32', weights), offsets: encodeArray('f32', offsets) }
}

export function hiddenNodesFromDocument(value: unknown, where: string, width: number, read: DocumentReader): HiddenNodes {
  const parts = read.object(value, where, ['kind', 'count', 'weights', 'offsets'])
  const count = read.count(parts['count'], `${where}.count`, { atLeast: 1 })
  return {
    kind: read.choice(parts['kind'], `${where}.kind`, nodeKinds),
    count,
    width,
    weights: read.float32(parts['weights'], `${where}.weights`, width * count),
    offsets: read.float32(parts['offsets'], `${where}.offsets`, count),
  }
}
