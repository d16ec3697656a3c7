/** Inner loops trust their arrays, so an array that is too short is refused at the start. A caller that passes one has a bug. */
export function requireLength(name: string, found: ArrayLike<number>, needed: number): void {
  if (!(found.length >= needed)) throw new RangeError(`${name} holds ${found.length} numbers where ${needed} are needed`)
}

/** Offsets must rise and stay within `rows`; wrong ones would read another list's memory. */
export function requireOffsets(offsets: Uint32Array, rows: number): void {
  for (let q = 1; q < offsets.length; q++) {
    if (offsets[q] < offsets[q - 1]) throw new RangeError(`offsets fall from ${offsets[q - 1]} to ${offsets[q]} at ${q}`)
  }
  if (offsets.length > 0 && offsets[offsets.length - 1] > rows) {
    throw new RangeError(`offsets end at ${offsets[offsets.length - 1]} where there are ${rows} rows`)
  }
}
