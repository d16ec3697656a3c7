/** Memory that grows to the longest list so far and is reused for the next one. Its content is arbitrary. */
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
