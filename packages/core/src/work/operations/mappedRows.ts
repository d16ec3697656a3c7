import type { FeatureMap } from '../../data/features/featureMap.ts'
import { rowMapper } from '../../data/features/featureMapApply.ts'
import { joined } from '../../numeric/allocate.ts'
import { firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import { blockRanges, type Operation } from './operation.ts'

export interface RowsOfMapAsked {
  readonly map: FeatureMap
  /** Numbers among all rows, ascending. */
  readonly rows: Uint32Array
}

/** Single rows as the map makes them, one after the other: what points and samples are taken from. */
export const mappedRows: Operation<RowsOfMapAsked, Float32Array, Float32Array> = {
  *parts(here, { map, rows }) {
    const { lists, before } = here
    const mapper = rowMapper(map, lists)
    return blockRanges(here).map(([from, to]) => {
      const [first, last] = [before.rows + lists.offsets[from], before.rows + lists.offsets[to]]
      const own = rows.subarray(firstAtLeast(rows, first), firstAtLeast(rows, last))
      const values = new Float32Array(own.length * map.width)
      for (let place = 0; place < own.length; ) {
        let end = place + 1
        while (end < own.length && own[end] === own[end - 1] + 1) end++ // rows that follow each other are mapped together
        mapper.dense(own[place] - before.rows, own[end - 1] - before.rows + 1, values.subarray(place * map.width, end * map.width))
        place = end
      }
      return values
    })
  },
  combine: (parts) => joined(Float32Array, parts),
}
