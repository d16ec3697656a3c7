/** Memory that grows to the longest list a loss has met and is used again for the next one. What it holds is left over. */
export function floatScratch(): (length: number) => Float64Array {
  let buffer = new Float64Array(64)
  return (length) => {
    if (buffer.length < length) buffer = new Float64Array(grown(length))
    return buffer
  }
}

export function indexScratch(): (length: number) => Uint32Array {
  let buffer = new Uint32Array(64)
  return (length) => {
    if (buffer.length < length) buffer = new Uint32Array(grown(length))
    return buffer
  }
}

function grown(length: number): number {
  return length + (length >> 1)
}
