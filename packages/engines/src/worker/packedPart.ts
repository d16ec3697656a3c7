import { crc32 } from 'node:zlib'
import type { RankingLists } from '@rankwright/core'
import { laidOut } from '../packed/laidOut.ts'
import { packedSection } from '../packed/listPacker.ts'
import type { Before, PackedAbout } from '../packed/packedFormat.ts'
import type { PartFacts } from './partFacts.ts'

/** The bytes of a part from its rows, and what there is to know of them. */
export function packedPart(part: {
  readonly about: PackedAbout
  readonly before: Before
  readonly offsets: Uint32Array
  readonly labels: Float64Array
  /** Of float32, row by row. */
  readonly bits: Int32Array
  readonly ids: readonly string[]
}): { readonly facts: PartFacts; readonly bytes: Buffer } {
  const { about, before, offsets, labels, bits, ids } = part
  const { width, layout, featureNames, featuresChosen } = about
  const lists: RankingLists = {
    width,
    offsets,
    labels,
    features: { kind: 'dense', values: new Float32Array(bits.buffer) },
    listIds: ids,
    ...(featureNames && { featureNames }),
    ...(featuresChosen && { featuresChosen }),
  }
  const { bytes, ...counts } = packedSection([{ lists: laidOut(lists, layout), from: 0, to: ids.length }])
  return { facts: { ...about, ...counts, crc: crc32(bytes), before, cells: cellsOf(bits) }, bytes }
}

function cellsOf(bits: Int32Array): { readonly nonZeros: number; readonly infinite: number } {
  let [nonZeros, infinite] = [0, 0]
  for (let place = 0; place < bits.length; place++) {
    const size = bits[place] & 0x7fffffff // without the sign
    if (size !== 0) nonZeros++
    if (size === INFINITE_BITS) infinite++
  }
  return { nonZeros, infinite }
}

const INFINITE_BITS = 0x7f800000
