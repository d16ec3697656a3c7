/**
 * Trees that are laid out once for many rows. They lie in the memory of the module as long as somebody holds the prepared trees; where
 * there is no room for them, the plain version gives the same bits.
 */
import { type Compute, type PreparedTrees, plainCompute, prepareTrees, requireTreeArrays } from '@rankwright/core/numeric'
import { type Block, roomFor } from './arena.ts'
import { type Engine, rowsIn, STAGED_BYTES } from './engine.ts'
import { CHUNK_TREES, layTrees, type TreeChunk } from './layTrees.ts'
import { defineTask } from './task.ts'

export type LaidTrees = Pick<Compute, 'prepareTrees' | 'scoreTrees'>

/** Rows of a piece: whole groups of rows that are looked at together. */
const PIECE_ROWS = 64
/** The same where every piece goes through all trees, which are larger than its rows. */
const TILED_ROWS = 128
/** Bytes of the bits of a chunk and, behind them, of the categories of some rows, for each thread. */
const BITS = 64 * CHUNK_TREES + 128

export const quickTreesTask = defineTask(
  'quickTrees',
  ['chunk', 'matrix', 'rows', 'width', 'scores', 'bits', 'single'],
  (wasm, { chunk, matrix, rows, width, scores, bits, single }, piece, thread) => {
    const from = piece * PIECE_ROWS
    const count = Math.min(PIECE_ROWS, rows - from)
    wasm.quickTrees(chunk, matrix + 4 * from * width, count, width, scores + 8 * from, bits + thread * BITS, single)
  },
)

export const walkTreesTask = defineTask(
  'walkTrees',
  ['chunk', 'matrix', 'rows', 'width', 'scores', 'single'],
  (wasm, { chunk, matrix, rows, width, scores, single }, piece) => {
    const from = piece * PIECE_ROWS
    wasm.walkTrees(chunk, matrix + 4 * from * width, Math.min(PIECE_ROWS, rows - from), width, scores + 8 * from, single)
  },
)

export const compactTreesTask = defineTask(
  'compactTrees',
  ['chunk', 'matrix', 'rows', 'width', 'scores', 'tiles', 'tileBytes', 'single'],
  (wasm, { chunk, matrix, rows, width, scores, tiles, tileBytes, single }, piece, thread) => {
    const from = piece * TILED_ROWS
    const count = Math.min(TILED_ROWS, rows - from)
    wasm.compactTrees(chunk, matrix + 4 * from * width, count, width, scores + 8 * from, tiles + thread * tileBytes, single)
  },
)

/** Where a chunk is. */
interface LaidChunk {
  readonly kind: TreeChunk['kind']
  readonly at: number
}

export function laidTrees(engine: Engine): LaidTrees {
  const { arena } = engine
  const laid = new WeakMap<PreparedTrees, readonly LaidChunk[]>()
  const forgotten = new FinalizationRegistry<Block>((block) => arena.giveBack(block))

  return {
    prepareTrees(trees) {
      const prepared = prepareTrees(trees)
      const chunks = Array.from(layTrees(prepared))
      const block = arena.keep(roomFor(...chunks.map(({ words }) => words.byteLength)))
      if (block === undefined) return prepared
      let at = block.start
      laid.set(
        prepared,
        chunks.map(({ kind, words }) => {
          const own = { kind, at }
          arena.copyIn(words, 0, words.length, at)
          at += roomFor(words.byteLength)
          return own
        }),
      )
      forgotten.register(prepared, block)
      return prepared
    },
    scoreTrees(rows, width, matrix, trees, into) {
      const chunks = laid.get(trees)
      if (chunks === undefined || !scoreLaid(engine, rows, width, matrix, trees, chunks, into)) {
        plainCompute.scoreTrees(rows, width, matrix, trees, into)
      }
    },
  }
}

/** False where there is no room. */
function scoreLaid(
  { arena, threads, run }: Engine,
  rows: number,
  width: number,
  matrix: Float32Array,
  prepared: PreparedTrees,
  chunks: readonly LaidChunk[],
  into: Float64Array,
): boolean {
  requireTreeArrays(rows, width, matrix, prepared, into)
  const single = prepared.trees.sums === 'float32' ? 1 : 0
  const direct = arena.holds(matrix) && arena.holds(into)
  const wave = direct ? rows : Math.min(rows, rowsIn(STAGED_BYTES * threads, width))
  const isTiled = chunks.some(({ kind }) => kind === 'compact')
  const tileBytes = isTiled ? 4 * prepared.width * Math.min(TILED_ROWS, 8 * Math.ceil(rows / 8)) : 0
  const room = roomFor(threads * BITS, threads * tileBytes, arena.outside(matrix, wave * width), arena.outside(into, wave))
  if (!arena.open(room)) return false
  const bits = arena.take(threads * BITS)
  const tiles = arena.take(threads * tileBytes)
  const staged = arena.stage(matrix, wave * width)
  const sums = arena.stage(into, wave)
  for (let row = 0; row < rows; row += wave) {
    const count = Math.min(wave, rows - row)
    if (staged !== undefined) arena.copyIn(matrix, row * width, count * width, staged)
    const source = staged ?? matrix.byteOffset + 4 * row * width
    const scores = sums ?? into.byteOffset + 8 * row
    arena.doubles().fill(prepared.trees.base, scores / 8, scores / 8 + count)
    for (const { kind, at } of chunks) {
      const given = { chunk: at, matrix: source, rows: count, width, scores, single }
      if (kind === 'compact') run(compactTreesTask, Math.ceil(count / TILED_ROWS), { ...given, tiles, tileBytes })
      else if (kind === 'quick' || kind === 'wide') run(quickTreesTask, Math.ceil(count / PIECE_ROWS), { ...given, bits })
      else run(walkTreesTask, Math.ceil(count / PIECE_ROWS), given)
    }
    if (sums !== undefined) arena.copyOut(sums, into, row, count)
  }
  return true
}
