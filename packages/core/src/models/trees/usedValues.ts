import type { RankingLists } from '../../data/lists/rankingLists.ts'

/** Reads the values of some columns of a row, in their order. */
export function usedValues(used: Uint32Array, { features, width }: RankingLists): (row: number) => Float64Array {
  if (features.kind === 'dense') {
    const { values } = features
    return (row) => Float64Array.from(used, (column) => values[row * width + column])
  }
  const { rowStarts, columns, values } = features
  const places = new Int32Array(width).fill(-1)
  for (const [place, column] of used.entries()) places[column] = place
  return (row) => {
    const found = new Float64Array(used.length)
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
      const place = places[columns[k]]
      if (place >= 0) found[place] = values[k]
    }
    return found
  }
}
