import { listBlocks, plainCompute, requireLength, requireOffsets } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, rowsIn, STAGED_BYTES } from './engine.ts'
import { longestList } from './listWaves.ts'
import { defineTask } from './task.ts'

/** Words of the table for each piece: see assembly/listNetPass.ts. */
const PIECE_WORDS = 6

export const listNetPassTask = defineTask(
  'listNetPass',
  ['table', 'width', 'offsets', 'weights', 'vector', 'scores', 'scoresBytes'],
  (wasm, { table, width, offsets, weights, vector, scores, scoresBytes }, piece, thread) => {
    wasm.listNetPass(table + 4 * PIECE_WORDS * piece, width, offsets, weights, vector, scores + thread * scoresBytes)
  },
)

export function listNetPass(
  engine: Engine,
  offsets: Uint32Array,
  width: number,
  matrix: Float32Array,
  targets: Float64Array,
  weights: Float64Array | undefined,
  vector: Float64Array,
  into: Float64Array,
): number {
  requireOffsets(offsets, targets.length)
  requireLength('matrix', matrix, (offsets.at(-1) ?? 0) * width)
  requireLength('vector', vector, width)
  requireLength('into', into, width)
  if (weights) requireLength('weights', weights, offsets.length - 1)
  const { arena, wasm, threads, run } = engine
  const starts = listBlocks(offsets, width)
  const chunks = starts.length - 1
  const longest = longestList(offsets)
  // Whole cache lines, so that threads never write to the same one.
  const scoresBytes = roomFor(8 * longest)
  const sumBytes = roomFor(8 * width)
  const direct = arena.holds(matrix) && arena.holds(targets)
  const stagedRows = direct ? 0 : Math.max(longest, rowsIn(STAGED_BYTES / 2, width))
  const room = roomFor(
    arena.outside(offsets, offsets.length),
    arena.outside(vector, width),
    arena.outside(into, width),
    weights ? arena.outside(weights, weights.length) : 0,
    4 * PIECE_WORDS * chunks,
    8 * chunks,
    sumBytes * chunks,
    threads * scoresBytes,
    threads * roomFor(stagedRows * width * 4, stagedRows * 8),
  )
  if (!arena.open(room)) return plainCompute.listNetPass(offsets, width, matrix, targets, weights, vector, into)
  const places = arena.place(offsets, offsets.length)
  const w = arena.place(vector, width)
  const gradient = arena.place(into, width)
  const listWeights = weights ? arena.place(weights, weights.length) : 0
  const table = arena.take(4 * PIECE_WORDS * chunks)
  const losses = arena.take(8 * chunks)
  const sums = arena.take(sumBytes * chunks)
  const scores = arena.take(threads * scoresBytes)
  const doubles = arena.doubles()
  const words = arena.words()
  doubles.fill(0, losses / 8, losses / 8 + chunks)
  doubles.fill(0, sums / 8, (sums + sumBytes * chunks) / 8)
  const given = { table, width, offsets: places, weights: listWeights, vector: w, scores, scoresBytes }

  /** Lists `from` .. `to` of a chunk, with where row 0 of the matrix and of the targets would be. */
  function setPiece(piece: number, chunk: number, from: number, to: number, x: number, p: number): void {
    words.set([from, to, x, p, sums + sumBytes * chunk, losses + 8 * chunk], table / 4 + piece * PIECE_WORDS)
  }

  if (direct) {
    for (let c = 0; c < chunks; c++) setPiece(c, c, starts[c], starts[c + 1], matrix.byteOffset, targets.byteOffset)
    run(listNetPassTask, chunks, given)
  } else {
    const stages = Array.from({ length: threads }, () => ({ x: arena.take(stagedRows * width * 4), p: arena.take(stagedRows * 8) }))
    for (let c = 0; c < chunks; c += threads) runStaged(c, Math.min(c + threads, chunks))

    /** The chunks advance side by side, a block of lists at a time. */
    function runStaged(firstChunk: number, endChunk: number): void {
      const next = Array.from(starts.subarray(firstChunk, endChunk))
      for (;;) {
        let pieces = 0
        for (const [lane, from] of next.entries()) {
          const chunk = firstChunk + lane
          if (from === starts[chunk + 1]) continue
          const start = offsets[from]
          let to = from + 1
          while (to < starts[chunk + 1] && offsets[to + 1] - start <= stagedRows) to++
          const { x, p } = stages[lane]
          arena.copyIn(matrix, start * width, (offsets[to] - start) * width, x)
          arena.copyIn(targets, start, offsets[to] - start, p)
          setPiece(pieces++, chunk, from, to, x - 4 * start * width, p - 8 * start)
          next[lane] = to
        }
        if (pieces === 0) return
        run(listNetPassTask, pieces, given)
      }
    }
  }
  wasm.sumInTree(sums, sumBytes, chunks, width)
  if (chunks > 0) wasm.addTo(gradient, sums, width)
  if (!arena.holds(into)) arena.copyOut(gradient, into, 0, width)
  wasm.sumInTree(losses, 8, chunks, 1)
  return chunks === 0 ? 0 : doubles[losses / 8]
}
