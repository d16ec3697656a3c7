import type { FeatureMap } from '../../data/features/featureMap.ts'
import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import {
  type KernelFunction,
  type KernelPoints,
  kernelBlock,
  kernelPoints,
  type NonlinearKernel,
  preparedPoints,
} from '../../kernels/kernelFunction.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { preparedOnce } from '../../numeric/compute/preparedOnce.ts'
import type { MappedCommon } from '../common/modelCommon.ts'

/** s(x) = Σ βⱼ K(pⱼ, φ(x)) + b, with φ the bounded feature map. */
export interface KernelModel extends MappedCommon {
  readonly kind: 'kernel'
  readonly kernel: NonlinearKernel
  /** Row by row, as the feature map gives them; one for each coefficient. */
  readonly points: Float32Array
  readonly coefficients: Float64Array
  readonly intercept: number
  /** What the uncertainty of margins is computed from, if training kept it. */
  readonly posterior?: KernelPosterior
}

/** Scores have the covariance a² (K(x, x′) − k(x)ᵀ W k(x′)), k(x) the kernels with the points; labels scatter about them with variance σ². */
export interface KernelPosterior {
  /** The lower triangle of W, row by row. */
  readonly inner: Float64Array
  /** a² */
  readonly amplitude: number
  /** σ² */
  readonly noise: number
}

/** Kernel values that are held at a time. */
const blockValues = 2 ** 20

/** One score per row of lists whose features are those of the model, in its order. */
export function scoreKernel(model: KernelModel, lists: RankingLists, compute: Compute): Float64Array {
  return kernelScores(model, [model], lists, compute, pointsOf(model, compute))[0]
}

/** The points of a model, laid out once for each build. */
const pointsOf = preparedOnce(({ points, coefficients, featureMap }: KernelModel, compute) =>
  preparedPoints(points, coefficients.length, featureMap.width, compute),
)

export type KernelOutput = Pick<KernelModel, 'coefficients' | 'intercept'>

/** The scores of several functions with the same points, whose kernels are evaluated only once. */
export function kernelScores(
  { kernel, featureMap: map, points: rows }: Pick<KernelModel, 'kernel' | 'featureMap' | 'points'>,
  outputs: readonly KernelOutput[],
  lists: RankingLists,
  compute: Compute,
  prepared?: KernelPoints,
): Float64Array[] {
  const mark = compute.mark()
  try {
    const count = outputs[0].coefficients.length
    const points = prepared ?? kernelPoints(rows, count, map.width, compute)
    const scores = outputs.map(({ intercept }) => new Float64Array(lists.labels.length).fill(intercept))
    const coefficients = outputs.map((output) => {
      const own = compute.float64(count)
      own.set(output.coefficients)
      return own
    })
    kernelRows(kernel, points, map, lists, compute, (first, last, block) => {
      for (let row = first; row < last; row++) {
        const values = block.subarray((row - first) * count, (row - first + 1) * count)
        for (let index = 0; index < scores.length; index++) scores[index][row] += compute.dot(values, coefficients[index])
      }
    })
    return scores
  } finally {
    compute.release(mark)
  }
}

/** K(φ(x), p) of all rows of the lists, block by block; the block is rows × points and used again. */
function kernelRows(
  kernel: KernelFunction,
  points: KernelPoints,
  map: FeatureMap,
  lists: RankingLists,
  compute: Compute,
  see: (first: number, last: number, block: Float64Array) => void,
): void {
  const rows = lists.labels.length
  const blockRows = Math.max(1, Math.min(rows, 256, Math.floor(blockValues / Math.max(1, points.count))))
  const mark = compute.mark()
  const mapped = new Float32Array(blockRows * map.width)
  const x = compute.float64(blockRows * map.width)
  const block = compute.float64(blockRows * points.count)
  const mapper = rowMapper(map, lists)
  for (let first = 0; first < rows; first += blockRows) {
    const last = Math.min(rows, first + blockRows)
    mapper.dense(first, last, mapped)
    x.set(mapped)
    kernelBlock(kernel, last - first, x, points, compute, block)
    see(first, last, block)
  }
  compute.release(mark)
}
