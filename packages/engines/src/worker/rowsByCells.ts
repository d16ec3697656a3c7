/** Rows of float32, as bits, with their labels. */
export interface RowsOfBits {
  readonly labels: Float64Array<ArrayBuffer>
  readonly bits: Int32Array<ArrayBuffer>
}

/**
 * Rows that come in no order, in one that their cells tell: higher labels first, then smaller features, column by column; NaN is the largest. Rows that are equal
 * by their values are in the order of their bits, which tell −0 from 0.
 */
export function rowsByCells({ labels, bits }: RowsOfBits, offsets: Uint32Array, width: number): RowsOfBits {
  const values = new Float32Array(bits.buffer)
  const byValues = (a: number, b: number): number => {
    for (let column = 0; column < width; column++) {
      const [left, right] = [values[a * width + column], values[b * width + column]]
      if (left < right) return -1
      if (left > right) return 1
      if (left !== right && Number.isNaN(left) !== Number.isNaN(right)) return Number.isNaN(right) ? -1 : 1
    }
    return 0
  }
  const byBits = (a: number, b: number): number => {
    for (let column = 0; column < width; column++) {
      const difference = bits[a * width + column] - bits[b * width + column]
      if (difference !== 0) return difference
    }
    return Number(Object.is(labels[a], -0)) - Number(Object.is(labels[b], -0))
  }
  const sorted = { labels: new Float64Array(labels.length), bits: new Int32Array(bits.length) }
  for (let list = 0; list + 1 < offsets.length; list++) {
    const rows = Uint32Array.from({ length: offsets[list + 1] - offsets[list] }, (_, row) => offsets[list] + row)
    rows.sort((a, b) => labels[b] - labels[a] || byValues(a, b) || byBits(a, b))
    for (const [place, row] of rows.entries()) {
      const into = offsets[list] + place
      sorted.labels[into] = labels[row]
      sorted.bits.set(bits.subarray(row * width, (row + 1) * width), into * width)
    }
  }
  return sorted
}
