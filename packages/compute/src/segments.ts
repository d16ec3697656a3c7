import { plainCompute, requireLength, requireNdcgArrays, requireOffsets } from '@rankwright/core'
import { roomFor } from './arena.ts'
import { type Engine, STAGED_BYTES } from './engine.ts'
import { NDCG_SCRATCH } from './tasks.ts'

export function softmax({ arena, threads, run }: Engine, offsets: Uint32Array, into: Float64Array): void {
  requireOffsets(offsets, into.length)
  const waves = arena.holds(into) ? oneWave(offsets) : listWaves(offsets, (STAGED_BYTES / 8) * threads)
  const rowsAtOnce = mostRows(offsets, waves)
  if (!arena.open(roomFor(arena.outside(offsets, offsets.length), arena.outside(into, rowsAtOnce)))) {
    plainCompute.softmax(offsets, into)
    return
  }
  const places = arena.place(offsets, offsets.length)
  const staged = arena.stage(into, rowsAtOnce)
  for (let wave = 0; wave + 1 < waves.length; wave++) {
    const from = waves[wave]
    const to = waves[wave + 1]
    const start = offsets[from]
    const rows = offsets[to] - start
    if (staged !== undefined) arena.copyIn(into, start, rows, staged)
    const perChunk = listsPerChunk(to - from, rows, threads)
    const values = staged === undefined ? into.byteOffset : staged - 8 * start // where row 0 would be
    run('softmax', Math.ceil((to - from) / perChunk), [places, from, to, perChunk, values])
    if (staged !== undefined) arena.copyOut(staged, into, start, rows)
  }
}

export function argsortDescending({ arena, threads, run }: Engine, offsets: Uint32Array, values: Float64Array, into: Uint32Array): void {
  requireOffsets(offsets, values.length)
  requireLength('into', into, offsets.at(-1) ?? 0)
  const waves = listWaves(offsets, (STAGED_BYTES / 8) * threads)
  const rowsAtOnce = mostRows(offsets, waves)
  const scratchBytes = 32 * longestList(offsets)
  const room = roomFor(arena.outside(offsets, offsets.length), arena.outside(values, rowsAtOnce), 4 * rowsAtOnce, threads * scratchBytes)
  if (!arena.open(room)) {
    plainCompute.argsortDescending(offsets, values, into)
    return
  }
  const places = arena.place(offsets, offsets.length)
  const staged = arena.stage(values, rowsAtOnce)
  const order = arena.take(4 * rowsAtOnce)
  const scratch = arena.take(threads * scratchBytes)
  for (let wave = 0; wave + 1 < waves.length; wave++) {
    const from = waves[wave]
    const to = waves[wave + 1]
    const start = offsets[from]
    const rows = offsets[to] - start
    if (staged !== undefined) arena.copyIn(values, start, rows, staged)
    const perChunk = listsPerChunk(to - from, rows, threads)
    const source = staged === undefined ? values.byteOffset : staged - 8 * start
    const given = [places, from, to, perChunk, source, order - 4 * start, scratch, scratchBytes]
    run('argsort', Math.ceil((to - from) / perChunk), given)
    arena.copyOut(order, into, start, rows)
  }
}

export function ndcg(
  { arena, threads, run }: Engine,
  offsets: Uint32Array,
  cutoff: number,
  scores: Float64Array,
  labels: Float64Array,
  gains: Float64Array,
  discounts: Float64Array,
  into: Float64Array,
): void {
  requireNdcgArrays(offsets, cutoff, scores, labels, gains, discounts, into)
  const lists = Math.max(0, offsets.length - 1)
  const waves = arena.holds(scores) && arena.holds(labels) ? oneWave(offsets) : listWaves(offsets, (STAGED_BYTES / 64) * threads)
  const rowsAtOnce = mostRows(offsets, waves)
  const room = roomFor(
    arena.outside(offsets, offsets.length),
    arena.outside(scores, rowsAtOnce),
    arena.outside(labels, rowsAtOnce),
    arena.outside(gains, gains.length),
    arena.outside(discounts, discounts.length),
    arena.outside(into, lists),
    threads * NDCG_SCRATCH,
  )
  if (!arena.open(room)) {
    plainCompute.ndcg(offsets, cutoff, scores, labels, gains, discounts, into)
    return
  }
  const places = arena.place(offsets, offsets.length)
  const stagedScores = arena.stage(scores, rowsAtOnce)
  const stagedLabels = arena.stage(labels, rowsAtOnce)
  const tables = [arena.place(gains, gains.length), arena.place(discounts, discounts.length)]
  const results = arena.stage(into, lists) ?? into.byteOffset
  const scratch = arena.take(threads * NDCG_SCRATCH)
  for (let wave = 0; wave + 1 < waves.length; wave++) {
    const from = waves[wave]
    const to = waves[wave + 1]
    const start = offsets[from]
    const rows = offsets[to] - start
    if (stagedScores !== undefined) arena.copyIn(scores, start, rows, stagedScores)
    if (stagedLabels !== undefined) arena.copyIn(labels, start, rows, stagedLabels)
    const s = stagedScores === undefined ? scores.byteOffset : stagedScores - 8 * start // where row 0 would be
    const y = stagedLabels === undefined ? labels.byteOffset : stagedLabels - 8 * start
    const perChunk = listsPerChunk(to - from, rows, threads)
    run('ndcg', Math.ceil((to - from) / perChunk), [places, from, to, perChunk, cutoff, s, y, ...tables, results, scratch])
  }
  if (!arena.holds(into)) arena.copyOut(results, into, 0, lists)
}

export function longestList(offsets: Uint32Array): number {
  let longest = 0
  for (let q = 0; q + 1 < offsets.length; q++) longest = Math.max(longest, offsets[q + 1] - offsets[q])
  return longest
}

/** So many lists to a piece that pieces are neither tiny nor too few to share out. */
function listsPerChunk(lists: number, rows: number, threads: number): number {
  const pieces = Math.max(1, Math.min(8 * threads, Math.floor(rows / 1024)))
  return Math.max(1, Math.ceil(lists / pieces))
}

/** Cuts the lists where their rows exceed `rows`; a longer list stands alone. */
function listWaves(offsets: Uint32Array, rows: number): number[] {
  const lists = Math.max(0, offsets.length - 1)
  const waves = [0]
  for (let q = 1; q < lists; q++) if (offsets[q + 1] - offsets[waves[waves.length - 1]] > rows) waves.push(q)
  if (lists > 0) waves.push(lists)
  return waves
}

function oneWave(offsets: Uint32Array): number[] {
  return offsets.length > 1 ? [0, offsets.length - 1] : [0]
}

function mostRows(offsets: Uint32Array, waves: readonly number[]): number {
  let most = 0
  for (let wave = 0; wave + 1 < waves.length; wave++) most = Math.max(most, offsets[waves[wave + 1]] - offsets[waves[wave]])
  return most
}
