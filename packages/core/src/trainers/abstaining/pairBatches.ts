/** Fresh batches of random pairs, each pair of different labels in the same list as likely as any other. */
import { pairDrawer } from '../../data/lists/labelPairs.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Random } from '../../numeric/random.ts'
import type { PairBatch } from './networkGradient.ts'

export interface RowSource {
  /** Writes a row to into[at ..]. */
  place(row: number, into: Float32Array, at: number): void
  /** Whether a row is another one each time it is asked for. */
  readonly varies: boolean
}

/** `x` has room for two rows a pair; the batch is valid until the next one is drawn. */
export function pairBatches(
  lists: RankingLists,
  pairs: number,
  width: number,
  source: RowSource,
  x: Float32Array,
  random: Random,
): () => PairBatch {
  const drawer = pairDrawer(lists)
  const better = new Uint32Array(pairs)
  const worse = new Uint32Array(pairs)
  const placeOf = new Int32Array(lists.labels.length).fill(-1)
  const drawn = new Uint32Array(2 * pairs)
  return () => {
    let rows = 0
    const placed = (row: number): number => {
      if (!source.varies && placeOf[row] >= 0) return placeOf[row]
      source.place(row, x, rows * width)
      placeOf[row] = rows
      drawn[rows] = row
      return rows++
    }
    for (let pair = 0; pair < pairs; pair++) {
      const [first, second] = drawer.draw(random)
      const [above, below] = lists.labels[first] > lists.labels[second] ? [first, second] : [second, first]
      better[pair] = placed(above)
      worse[pair] = placed(below)
    }
    for (let place = 0; place < rows; place++) placeOf[drawn[place]] = -1
    return { x, rows, better, worse }
  }
}
