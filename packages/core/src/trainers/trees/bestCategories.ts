/**
 * The best split of a node by a feature of categories: which of them go left. Sorted by slope over curvature, the best set is a run from one
 * end or the other: Fisher 1958, "On grouping for maximum homogeneity". Many categories fit noise, so their curvatures are smoothed when they are
 * sorted, and values of both sides are penalised more, as LightGBM does (Ke et al. 2017).
 */

import { rowsByCurvature, rowsPerCurvature, type SplitNode, type SplitRules, scoreOf } from '../../numeric/compute/bestSplits.ts'
import { MOST_BINS } from '../../numeric/compute/binRows.ts'
import { BIN_NUMBERS } from '../../numeric/compute/histogram.ts'

export interface CategoryRules {
  readonly categorySmoothing: number
  readonly categoryL2: number
}

export interface CategorySplit {
  readonly gain: number
  /** The bins that go left. */
  readonly leftBins: readonly number[]
  readonly slope: number
  readonly curvature: number
  readonly rows: number
}

/** Up to this many categories of a node need neither smoothing nor a penalty. */
const FEW = 4
/** Most categories of a set. */
const MOST_IN_SET = 32

/**
 * `bins` are those of the column without that of missing values. The last of them holds all categories that have none of their own: it never
 * goes left, and neither do those that the node has no row of. Missing values are a category.
 * Of equal gains the smaller set stands.
 */
export function bestCategories(
  histogram: Int32Array,
  column: number,
  bins: number,
  ranged: boolean,
  node: SplitNode,
  rules: SplitRules,
  { categorySmoothing, categoryL2 }: CategoryRules,
): CategorySplit | undefined {
  const at = (bin: number) => BIN_NUMBERS * (column * MOST_BINS + bin)
  const others = bins - 1
  const known: number[] = []
  for (let bin = 0; bin <= bins; bin++) if (bin !== others && histogram[at(bin) + 2] > 0) known.push(bin)
  const many = known.length > FEW
  const smoothing = many ? categorySmoothing : 0
  const keys = new Float64Array(bins + 1)
  for (const bin of known) {
    const weight = histogram[at(bin) + 1] * rules.curvatureScale + smoothing
    keys[bin] = weight > 0 ? (histogram[at(bin)] * rules.slopeScale) / weight : 0
  }
  const ascending = known.sort((a, b) => keys[a] - keys[b] || a - b)
  const penalised = many ? { ...rules, l2: rules.l2 + categoryL2 } : rules
  const range = ranged ? node : undefined
  const whole = scoreOf(node.slope * rules.slopeScale, node.curvature * rules.curvatureScale, range, rules)
  const most = Math.min(MOST_IN_SET, known.length)
  const perCurvature = rowsPerCurvature(node)
  const runs = [ascending, ascending.toReversed()].map((sorted) => ({ sorted, slope: 0, curvature: 0, rows: 0, counted: 0 }))
  let best: CategorySplit | undefined
  for (let count = 1; count <= most; count++) {
    for (const run of runs) {
      const first = at(run.sorted[count - 1])
      run.slope += histogram[first]
      run.curvature += histogram[first + 1]
      run.rows += histogram[first + 2]
      run.counted += rules.countRows === 'exactly' ? histogram[first + 2] : rowsByCurvature(histogram[first + 1], perCurvature)
      const { sorted, slope, curvature, rows, counted } = run
      if (counted < rules.minRows || node.rows - counted < rules.minRows) continue
      const [gl, hl] = [slope * rules.slopeScale, curvature * rules.curvatureScale]
      const [gr, hr] = [(node.slope - slope) * rules.slopeScale, (node.curvature - curvature) * rules.curvatureScale]
      if (hl < rules.minCurvature || hr < rules.minCurvature) continue
      const gain = scoreOf(gl, hl, range, penalised) + scoreOf(gr, hr, range, penalised) - whole
      if (gain > (best?.gain ?? 0)) best = { gain, leftBins: sorted.slice(0, count), slope, curvature, rows }
    }
  }
  return best
}
