/** 1 minus the mean distance of the entries. */
export function vectorSimilarity(vectors: Float32Array, width: number): (a: number, b: number) => number {
  return (a, b) => {
    let distance = 0
    for (let at = 0, x = a * width, y = b * width; at < width; at++, x++, y++) distance += Math.abs(vectors[x] - vectors[y])
    return 1 - distance / width
  }
}
