import { SKETCH_WORDS } from '../../data/lists/listSketch.ts'
import { listCount, type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { SeriesColumns, seriesOfList } from '../../streaming/seriesOfList.ts'
import { SeriesSketch } from '../../streaming/seriesSketch.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import type { StreamModel } from './streamModel.ts'

/** Whether lists are compared by the names of their items too: if they have names, and the stream has met names. */
export function comparesNames({ state }: StreamModel, { itemIds }: RankingLists): boolean {
  return itemIds !== undefined && state.seenUnnamed !== undefined
}

/** The words of lists as the stream keeps them of the series it has learned. */
export function seriesSketches(model: StreamModel, lists: RankingLists): Int32Array {
  const columns = new SeriesColumns(featureNamesOf(model))
  const sketch = new SeriesSketch(plainCompute)
  const named = comparesNames(model, lists)
  const words = new Int32Array(SKETCH_WORDS * listCount(lists))
  for (let list = 0; list < listCount(lists); list++) {
    const series = seriesOfList(selectLists(lists, [list]), 'utility', columns)
    sketch.look(series)
    words.set(sketch.words(series, named), SKETCH_WORDS * list)
  }
  return words
}
