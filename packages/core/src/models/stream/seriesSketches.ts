import { SKETCH_WORDS } from '../../data/lists/listSketch.ts'
import { listCount, type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { SeriesColumns, seriesOfList } from '../../streaming/seriesOfList.ts'
import { SeriesSketch } from '../../streaming/seriesSketch.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import type { StreamModel } from './streamModel.ts'

/** The words of lists as the stream keeps them of the series it has learned. */
export function seriesSketches(model: StreamModel, lists: RankingLists): Int32Array {
  const columns = new SeriesColumns(featureNamesOf(model))
  const sketch = new SeriesSketch()
  const words = new Int32Array(SKETCH_WORDS * listCount(lists))
  for (let list = 0; list < listCount(lists); list++)
    words.set(sketch.of(seriesOfList(selectLists(lists, [list]), 'utility', columns)), SKETCH_WORDS * list)
  return words
}
