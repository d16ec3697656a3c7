const MOST_CHUNKS = 64
const LEAST_ROWS = 512

/**
 * Cuts lists into at most 64 runs of about equally many rows. Sums over lists are taken per run and the runs added in order,
 * so that any number of threads gives the same bits: the cut depends on the offsets alone. Run c is the lists
 * result[c] .. result[c + 1].
 */
export function listChunks(offsets: Uint32Array): Uint32Array {
  const lists = Math.max(0, offsets.length - 1)
  const first = offsets[0] ?? 0
  const rows = (offsets[lists] ?? 0) - first
  const chunks = Math.max(1, Math.min(MOST_CHUNKS, Math.floor(rows / LEAST_ROWS)))
  const starts = new Uint32Array(chunks + 1)
  let list = 0
  for (let c = 1; c < chunks; c++) {
    const row = first + Math.floor((c * rows) / chunks)
    while (list < lists && offsets[list] < row) list++
    starts[c] = list
  }
  starts[chunks] = lists
  return starts
}
