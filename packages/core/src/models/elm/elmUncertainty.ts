import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { MarginUncertainty } from '../common/modelCommon.ts'
import type { ElmModel, LayerPosterior } from './elm.ts'
import { hiddenLayer } from './hiddenLayer.ts'

/** Pairs whose rows go through the layer at a time. */
const blockPairs = 128

/** The standard deviation of a margin is s ‖L⁻¹ (h − h′)‖, with h and h′ the nodes of the two rows. */
export function elmUncertainty(
  { featureMap, nodes }: ElmModel,
  { factor, scale, noise }: LayerPosterior,
  lists: RankingLists,
  compute: Compute,
): MarginUncertainty {
  const { count } = nodes
  const { width } = featureMap
  const mapper = rowMapper(featureMap, lists)
  const away = new Float64Array(count)
  /** ‖L⁻¹ (h − h′)‖², the nodes of both rows one after the other. */
  const squareOf = (both: Float64Array): number => {
    let square = 0
    for (let i = 0, k = 0; i < count; i++) {
      let value = both[i] - both[count + i]
      for (let j = 0; j < i; j++) value -= factor[k++] * away[j]
      away[i] = value / factor[k++]
      square += away[i] * away[i]
    }
    return square
  }
  return {
    noise,
    deviations(pairs) {
      const deviations = new Float64Array(pairs.length / 2)
      const mark = compute.mark()
      try {
        const most = 2 * Math.min(blockPairs, deviations.length)
        const mapped = new Float32Array(most * width)
        const hidden = compute.float64(most * count)
        const layer = hiddenLayer(nodes, most, compute)
        for (let first = 0; first < pairs.length; first += most) {
          const rows = pairs.subarray(first, first + most)
          for (const [i, row] of rows.entries()) mapper.dense(row, row + 1, mapped.subarray(i * width, (i + 1) * width))
          layer.evaluate(rows.length, mapped, hidden)
          for (let i = 0; i < rows.length; i += 2)
            deviations[(first + i) / 2] = scale * Math.sqrt(squareOf(hidden.subarray(i * count, (i + 2) * count)))
        }
      } finally {
        compute.release(mark)
      }
      return deviations
    },
  }
}
