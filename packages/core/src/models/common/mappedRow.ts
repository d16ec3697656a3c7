import { rowMapper } from '../../data/features/featureMapApply.ts'
import { patchedRows } from '../../data/images/patchedLists.ts'
import { copyRow, type RankingLists } from '../../data/lists/rankingLists.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import type { MappedCommon } from './modelCommon.ts'

/** A row as it stands in the data and as the feature map gives it. */
export interface MappedRow {
  readonly values: Float32Array
  readonly mapped: Float32Array
}

/** Looks at single rows of lists that were matched, by their places in the lists. */
export function mappedRows({ featureMap: map }: Pick<MappedCommon, 'featureMap'>, lists: RankingLists): (place: number) => MappedRow {
  const mapper = rowMapper(map, lists)
  return (place) => {
    const values = new Float32Array(map.width)
    const mapped = new Float32Array(map.width)
    if (map.patches === undefined) copyRow(lists, place, values)
    else patchedRows(map.patches, lists, place, place + 1, plainCompute, values)
    mapper.dense(place, place + 1, mapped)
    return { values, mapped }
  }
}
