import type { OptionsOf } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptions } from '../../options/resolveOptions.ts'
import { featureMapOptions } from '../../options/sharedOptions.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { type BlockwiseWork, rowBlocks, unbroken } from '../lists/rowBlocks.ts'
import { type ColumnStatistics, columnStatistics, deviations } from './columnStatistics.ts'
import type { Ball, FeatureMap, Scale } from './featureMap.ts'
import { mapSparse, rowMapper } from './featureMapApply.ts'
import { normOf } from './featureMapBall.ts'
import { quantileScale } from './featureMapQuantiles.ts'

export type FeatureMapOptions = OptionsOf<typeof featureMapOptions>

/**
 * Fits the bounded feature map on training data. `none` and `per-list` with missing values as `zero` fit nothing: such a
 * map is fixed before any data is seen, which some guarantees ask for.
 */
export function fitFeatureMap(lists: RankingLists, options: FeatureMapOptions = {}): FeatureMap {
  return unbroken(fittingFeatureMap(lists, options))
}

/** The same in blocks: yields the rows of work that are done, of how many in all. */
export function* fittingFeatureMap(
  lists: RankingLists,
  options: FeatureMapOptions = {},
): Generator<{ readonly done: number; readonly total: number }, FeatureMap, void> {
  const fit = fitInBlocks(lists, options)
  const total = passes(options) * lists.labels.length
  let done = 0
  for (;;) {
    const step = fit.next()
    if (step.done) return step.value
    done += step.value
    yield { done: Math.min(total, Math.round(done)), total }
  }
}

/** How often the rows are gone through. */
function passes(options: FeatureMapOptions): number {
  const { scale, missing, featureBall } = resolveOptions(featureMapOptions, options)
  const statistics = missing === 'mean' || scale === 'min-max' || scale === 'standard'
  const own = scale === 'standard' || scale === 'quantile'
  const ball = featureBall !== 'none' && scale !== 'none' && scale !== 'per-list'
  return Number(statistics) + Number(own) + Number(ball)
}

function* fitInBlocks(lists: RankingLists, options: FeatureMapOptions): BlockwiseWork<FeatureMap> {
  const { scale: kind, missing, featureBall, featureRadius = 1 } = resolveOptions(featureMapOptions, options)
  if (featureBall === 'none' && givenOptions(featureMapOptions, options).includes('featureRadius')) {
    refuseOption('featureRadius', 'featureBall l1, l2 or inf')
  }
  const fits = missing === 'mean' || kind === 'min-max' || kind === 'standard'
  const statistics = fits ? yield* columnStatistics(lists) : undefined
  const zero = kind === 'none' || lists.features.kind === 'sparse' ? 'kept' : 'moved'
  const map: FeatureMap = {
    width: lists.width,
    missing,
    ...(missing === 'mean' && { means: statistics!.mean }),
    scale: yield* fitScale(kind, lists, statistics, zero),
    zero,
    shrink: 1,
    ball: { norm: 'none' },
  }
  if (featureBall === 'none') return map
  const ball: Ball = { norm: featureBall, radius: featureRadius }
  return { ...map, shrink: yield* shrinkInto(ball, map, lists), ball }
}

function* fitScale(
  kind: Scale['kind'],
  lists: RankingLists,
  statistics: ColumnStatistics | undefined,
  zero: FeatureMap['zero'],
): BlockwiseWork<Scale> {
  switch (kind) {
    case 'none':
    case 'per-list':
      return { kind }
    case 'quantile':
      return yield* quantileScale(lists)
    case 'min-max':
      return { kind, ...rangeWith(statistics!, zero) }
    case 'standard':
      return { kind, ...rangeWith(statistics!, zero), mean: statistics!.mean, deviation: yield* deviations(lists, statistics!) }
  }
}

/** The range to clip to; it holds 0 where 0 has to stay where it is. */
function rangeWith({ low, high }: ColumnStatistics, zero: FeatureMap['zero']): { low: Float32Array; high: Float32Array } {
  if (zero === 'moved') return { low, high }
  return { low: low.map((value) => Math.min(value, 0)), high: high.map((value) => Math.max(value, 0)) }
}

/**
 * One factor for all rows that brings the training rows into the ball without bending them; only rows that are longer than
 * any seen in training are then drawn in one by one. `none` shrinks nothing, and `per-list` by the longest row there can
 * be, so that these two stay independent of the data.
 */
function* shrinkInto(ball: Exclude<Ball, { norm: 'none' }>, map: FeatureMap, lists: RankingLists): BlockwiseWork<number> {
  if (map.scale.kind === 'none') return 1
  const longest = map.scale.kind === 'per-list' ? longestUnitRow(ball.norm, map.width) : yield* longestRow(ball.norm, map, lists)
  return longest <= ball.radius ? 1 : (ball.radius * (1 - 2 ** -20)) / longest
}

function longestUnitRow(norm: 'l1' | 'l2' | 'inf', width: number): number {
  return norm === 'l1' ? width : norm === 'l2' ? Math.sqrt(width) : 1
}

function* longestRow(norm: 'l1' | 'l2' | 'inf', map: FeatureMap, lists: RankingLists): BlockwiseWork<number> {
  let longest = 0
  if (map.zero === 'kept' && lists.features.kind === 'sparse') {
    const { rowStarts, values } = yield* mapSparse(map, lists, lists.features)
    for (let row = 0; row < lists.labels.length; row++)
      longest = Math.max(longest, normOf(norm, values, rowStarts[row], rowStarts[row + 1]))
    return longest
  }
  const mapper = rowMapper(map, lists)
  const values = new Float32Array(map.width)
  for (const [first, last] of rowBlocks(lists)) {
    for (let row = first; row < last; row++) {
      mapper.dense(row, row + 1, values)
      longest = Math.max(longest, normOf(norm, values, 0, map.width))
    }
    yield last - first
  }
  return longest
}
