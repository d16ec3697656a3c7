/** Lists are worked on in waves: as many lists at a time as fit the scratch. A wave is cut into pieces for the threads. */

/** The waves, as the first list of each and the end: cut where their rows exceed `rows`; a longer list is a wave of its own. */
export function listWaves(offsets: Uint32Array, rows: number): number[] {
  const lists = Math.max(0, offsets.length - 1)
  const waves = [0]
  for (let q = 1; q < lists; q++) if (offsets[q + 1] - offsets[waves[waves.length - 1]] > rows) waves.push(q)
  if (lists > 0) waves.push(lists)
  return waves
}

/** All lists in one wave. */
export function oneWave(offsets: Uint32Array): number[] {
  return offsets.length > 1 ? [0, offsets.length - 1] : [0]
}

/** Rows of the longest wave. */
export function mostRows(offsets: Uint32Array, waves: readonly number[]): number {
  let most = 0
  for (let wave = 0; wave + 1 < waves.length; wave++) most = Math.max(most, offsets[waves[wave + 1]] - offsets[waves[wave]])
  return most
}

/** Lists per piece, so that pieces are neither tiny nor too few to share. */
export function listsPerPiece(lists: number, rows: number, threads: number): number {
  const pieces = Math.max(1, Math.min(8 * threads, Math.floor(rows / 1024)))
  return Math.max(1, Math.ceil(lists / pieces))
}

export function longestList(offsets: Uint32Array): number {
  let longest = 0
  for (let q = 0; q + 1 < offsets.length; q++) longest = Math.max(longest, offsets[q + 1] - offsets[q])
  return longest
}
