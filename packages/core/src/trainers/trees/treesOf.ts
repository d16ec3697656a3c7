import { joinedStatistics, type TreeStatistics } from '../../models/trees/treeStatistics.ts'
import { MOST_BINS } from '../../numeric/compute/binRows.ts'
import type { TreeArrays } from '../../numeric/compute/trees.ts'
import { greatestFloat32 } from '../../numeric/special/float32.ts'
import type { FeatureBins } from '../../work/passes/trees/binnedRows.ts'
import type { GrownTree } from './grownTree.ts'

/** Grown trees as the arrays of a model, after those of the model that growing started from. */
export function treesOf(grown: readonly GrownTree[], bins: FeatureBins, start?: TreeArrays & TreeStatistics): TreeArrays & TreeStatistics {
  const { features, thresholds, starts: binStarts } = bins
  const starts = [...(start?.starts ?? [0])]
  for (const { columns } of grown) starts.push(starts[starts.length - 1] + columns.length)
  const thresholdOf = (column: number, bin: number) => {
    if (bins.categories.has(column)) return 0
    return binStarts[column] + bin < binStarts[column + 1] ? thresholds[binStarts[column] + bin] : greatestFloat32 // all values that are there
  }
  return {
    base: start?.base ?? 0,
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from([
      ...(start?.columns ?? []),
      ...grown.flatMap(({ columns }) => Array.from(columns, (column) => features[column])),
    ]),
    thresholds: Float32Array.from([
      ...(start?.thresholds ?? []),
      ...grown.flatMap(({ columns, bins: lastBins }) => Array.from(columns, (column, split) => thresholdOf(column, lastBins[split]))),
    ]),
    left: Int32Array.from([...(start?.left ?? []), ...grown.flatMap(({ left }) => [...left])]),
    right: Int32Array.from([...(start?.right ?? []), ...grown.flatMap(({ right }) => [...right])]),
    missingLeft: Uint8Array.from([...(start?.missingLeft ?? []), ...grown.flatMap(({ missingLeft }) => [...missingLeft])]),
    leaves: Float64Array.from([...(start?.leaves ?? []), ...grown.flatMap(({ values }) => [...values])]),
    ...setsOf(grown, bins, start),
    ...(start === undefined ? statisticsOf(grown) : joinedStatistics(start, statisticsOf(grown))),
  }
}

/** The sets of the splits on categories, as bits. */
function setsOf(
  grown: readonly GrownTree[],
  { categories }: FeatureBins,
  start: TreeArrays | undefined,
): Pick<TreeArrays, 'categorical' | 'setStarts' | 'sets'> {
  const categorical = [...(start?.categorical ?? [])]
  const setStarts = [...(start?.setStarts ?? [0])]
  const sets = [...(start?.sets ?? [])]
  let number = start?.columns.length ?? 0
  for (const { columns, sides } of grown) {
    for (const [split, column] of columns.entries()) {
      const table = categories.get(column)
      if (table !== undefined) {
        const inSet = table.numbers.filter((_, bin) => sides[MOST_BINS * split + bin] === 1)
        const words = new Int32Array(inSet.length === 0 ? 0 : (inSet[inSet.length - 1] >>> 5) + 1)
        for (const category of inSet) words[category >>> 5] |= 1 << (category & 31)
        categorical.push(number)
        for (const word of words) sets.push(word)
        setStarts.push(sets.length)
      }
      number++
    }
  }
  return { categorical: Uint32Array.from(categorical), setStarts: Uint32Array.from(setStarts), sets: Int32Array.from(sets) }
}

function statisticsOf(grown: readonly GrownTree[]): TreeStatistics {
  return {
    covers: Float64Array.from(grown.flatMap(({ covers }) => [...covers])),
    leafCovers: Float64Array.from(grown.flatMap(({ leafRows }) => [...leafRows])),
    gains: Float64Array.from(grown.flatMap(({ gains }) => [...gains])),
  }
}
