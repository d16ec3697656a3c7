import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { ScoreUncertainty } from '../common/modelCommon.ts'
import { type ElmModel, eachHiddenBlock, type LayerPosterior } from './elm.ts'

/** s ‖L⁻¹ (h − h̄)‖ for each row, with h̄ the mean of the nodes over its list. */
export function elmUncertainty(
  { featureMap, nodes }: ElmModel,
  { factor, scale, noise }: LayerPosterior,
  lists: RankingLists,
  compute: Compute,
): ScoreUncertainty {
  const { count } = nodes
  const { offsets } = lists
  const deviations = new Float64Array(lists.labels.length)
  const means = listMeans()
  const away = new Float64Array(count)
  eachBlock((row, list, hidden, start) => {
    let square = 0
    for (let i = 0, k = 0; i < count; i++) {
      let value = hidden[start + i] - means[list * count + i]
      for (let j = 0; j < i; j++) value -= factor[k++] * away[j]
      away[i] = value / factor[k++]
      square += away[i] * away[i]
    }
    deviations[row] = scale * Math.sqrt(square)
  })
  return { deviations, noise }

  function listMeans(): Float64Array {
    const sums = new Float64Array((offsets.length - 1) * count)
    eachBlock((_row, list, hidden, start) => {
      const size = offsets[list + 1] - offsets[list]
      for (let i = 0; i < count; i++) sums[list * count + i] += hidden[start + i] / size
    })
    return sums
  }

  function eachBlock(see: (row: number, list: number, hidden: Float64Array, start: number) => void): void {
    const mark = compute.mark()
    let list = 0
    try {
      eachHiddenBlock(featureMap, nodes, lists, compute, (first, last, hidden) => {
        for (let row = first; row < last; row++) {
          while (offsets[list + 1] <= row) list++
          see(row, list, hidden, (row - first) * count)
        }
      })
    } finally {
      compute.release(mark)
    }
  }
}
