import { joinedStatistics, type TreeStatistics } from '../../models/trees/treeStatistics.ts'
import type { TreeArrays } from '../../numeric/compute/trees.ts'
import { greatestFloat32 } from '../../numeric/special/float32.ts'
import type { FeatureBins } from './featureBins.ts'
import type { GrownTree } from './growTree.ts'

/** Grown trees as the arrays of a model, after those of the model that growing started from. */
export function treesOf(
  grown: readonly GrownTree[],
  { features, thresholds, starts: binStarts }: FeatureBins,
  start?: TreeArrays & TreeStatistics,
): TreeArrays & TreeStatistics {
  const starts = [...(start?.starts ?? [0])]
  for (const { columns } of grown) starts.push(starts[starts.length - 1] + columns.length)
  const thresholdOf = (column: number, bin: number) =>
    binStarts[column] + bin < binStarts[column + 1] ? thresholds[binStarts[column] + bin] : greatestFloat32 // all values that are there
  return {
    base: start?.base ?? 0,
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from([
      ...(start?.columns ?? []),
      ...grown.flatMap(({ columns }) => Array.from(columns, (column) => features[column])),
    ]),
    thresholds: Float32Array.from([
      ...(start?.thresholds ?? []),
      ...grown.flatMap(({ columns, bins }) => Array.from(columns, (column, split) => thresholdOf(column, bins[split]))),
    ]),
    left: Int32Array.from([...(start?.left ?? []), ...grown.flatMap(({ left }) => [...left])]),
    right: Int32Array.from([...(start?.right ?? []), ...grown.flatMap(({ right }) => [...right])]),
    missingLeft: Uint8Array.from([...(start?.missingLeft ?? []), ...grown.flatMap(({ missingLeft }) => [...missingLeft])]),
    leaves: Float64Array.from([...(start?.leaves ?? []), ...grown.flatMap(({ values }) => [...values])]),
    categorical: start?.categorical ?? new Uint32Array(0),
    setStarts: start?.setStarts ?? Uint32Array.of(0),
    sets: start?.sets ?? new Int32Array(0),
    ...(start === undefined ? statisticsOf(grown) : joinedStatistics(start, statisticsOf(grown))),
  }
}

function statisticsOf(grown: readonly GrownTree[]): TreeStatistics {
  return {
    covers: Float64Array.from(grown.flatMap(({ covers }) => [...covers])),
    leafCovers: Float64Array.from(grown.flatMap(({ leafRows }) => [...leafRows])),
    gains: Float64Array.from(grown.flatMap(({ gains }) => [...gains])),
  }
}
