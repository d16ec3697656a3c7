import type { ColumnStatistics } from '../data/features/columnStatistics.ts'
import type { Ball, FeatureMap, Scale } from '../data/features/featureMap.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { featureMapOptions } from '../options/sharedOptions.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish, type Training } from '../runtime/training.ts'
import type { HeldLists } from './heldLists.ts'
import { heldBy } from './localLists.ts'

export type FeatureMapOptions = OptionsOf<typeof featureMapOptions>

/**
 * Fits the bounded feature map on training data. `none` and `per-list` with missing values as `zero` fit nothing: such a
 * map is fixed before any data is seen, which some guarantees ask for.
 */
export function fitFeatureMap(lists: RankingLists, options: FeatureMapOptions = {}): FeatureMap {
  return finish(fittedMap(heldBy(lists, plainRuntime), options))
}

/** The same for lists that somebody holds. */
export function* fittedMap(lists: HeldLists, options: FeatureMapOptions): Training<FeatureMap> {
  const { scale: kind, missing, featureBall, featureRadius } = resolveOptions(featureMapOptions, options)
  yield { stage: 'feature map', done: 0 }
  const { width } = lists
  const fits = missing === 'mean' || kind === 'min-max' || kind === 'standard'
  const statistics = fits ? yield* lists.ask('columnStatistics', { width }) : undefined
  const zero = kind === 'none' || lists.layout === 'sparse' ? 'kept' : 'moved'
  const map: FeatureMap = {
    width,
    missing,
    ...(missing === 'mean' && { means: statistics!.mean }),
    scale: yield* fitScale(kind, lists, statistics, zero),
    zero,
    shrink: 1,
    ball: { norm: 'none' },
  }
  if (featureBall === 'none') return map
  const ball: Ball = { norm: featureBall, radius: featureRadius! }
  return { ...map, shrink: yield* shrinkInto(ball, map, lists), ball }
}

function* fitScale(
  kind: Scale['kind'],
  lists: HeldLists,
  statistics: ColumnStatistics | undefined,
  zero: FeatureMap['zero'],
): Training<Scale> {
  switch (kind) {
    case 'none':
    case 'per-list':
      return { kind }
    case 'quantile':
      return yield* lists.ask('columnQuantiles', { width: lists.width })
    case 'min-max':
      return { kind, ...rangeWith(statistics!, zero) }
    case 'standard': {
      const deviation = yield* lists.ask('columnDeviations', { statistics: statistics! })
      return { kind, ...rangeWith(statistics!, zero), mean: statistics!.mean, deviation }
    }
  }
}

/** The range to clip to; it includes 0 if zeros must stay zeros. */
function rangeWith({ low, high }: ColumnStatistics, zero: FeatureMap['zero']): { low: Float32Array; high: Float32Array } {
  if (zero === 'moved') return { low, high }
  return { low: low.map((value) => Math.min(value, 0)), high: high.map((value) => Math.max(value, 0)) }
}

/**
 * One factor for all rows that brings the training rows into the ball without bending them; only rows that are longer than
 * any seen in training are then drawn in one by one. `none` shrinks nothing, and `per-list` by the longest row there can
 * be, so that these two stay independent of the data.
 */
function* shrinkInto(ball: Exclude<Ball, { norm: 'none' }>, map: FeatureMap, lists: HeldLists): Training<number> {
  if (map.scale.kind === 'none') return 1
  const { norm, radius } = ball
  const longest = map.scale.kind === 'per-list' ? longestUnitRow(norm, map.width) : yield* lists.ask('longestRow', { map, norm })
  return longest <= radius ? 1 : (radius * (1 - 2 ** -20)) / longest
}

function longestUnitRow(norm: 'l1' | 'l2' | 'inf', width: number): number {
  return norm === 'l1' ? width : norm === 'l2' ? Math.sqrt(width) : 1
}
