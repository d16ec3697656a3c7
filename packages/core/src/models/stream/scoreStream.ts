import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { RankingStream } from '../../streaming/rankingStream.ts'
import { SeriesColumns, seriesOfList } from '../../streaming/seriesOfList.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import type { StreamModel } from './streamModel.ts'

/** Each list is ranked as the stream would rank it if it came next; 0 for all as long as nothing was learned. */
export function scoreStream(model: StreamModel, lists: RankingLists, compute: Compute): Float64Array {
  const stream = RankingStream.resumed(model.state, { compute })
  const columns = new SeriesColumns(featureNamesOf(model))
  const scores = new Float64Array(lists.labels.length)
  for (let list = 0; list < lists.listIds.length; list++) {
    const series = seriesOfList(selectLists(lists, [list]), 'utility', columns)
    const own = stream.rank(series)
    if (own !== undefined) scores.set(own, lists.offsets[list])
  }
  return scores
}
