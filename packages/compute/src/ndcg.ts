import { plainCompute, requireNdcgArrays } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, STAGED_BYTES } from './engine.ts'
import { listsPerPiece, listWaves, mostRows, oneWave } from './listWaves.ts'
import { defineTask } from './task.ts'

/** Scratch of a thread that picks and places the leading items of a list. */
const SCRATCH = 2560

export const ndcgTask = defineTask(
  'ndcg',
  ['offsets', 'from', 'to', 'perPiece', 'cutoff', 'scores', 'labels', 'gains', 'discounts', 'into', 'scratch'],
  (wasm, { offsets, from, to, perPiece, cutoff, scores, labels, gains, discounts, into, scratch }, piece, thread) => {
    const first = from + piece * perPiece
    const last = Math.min(to, first + perPiece)
    wasm.ndcg(offsets, first, last, cutoff, scores, labels, gains, discounts, into, scratch + thread * SCRATCH)
  },
)

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
    threads * SCRATCH,
  )
  if (!arena.open(room)) {
    plainCompute.ndcg(offsets, cutoff, scores, labels, gains, discounts, into)
    return
  }
  const listOffsets = arena.place(offsets, offsets.length)
  const stagedScores = arena.stage(scores, rowsAtOnce)
  const stagedLabels = arena.stage(labels, rowsAtOnce)
  const gainTable = arena.place(gains, gains.length)
  const discountTable = arena.place(discounts, discounts.length)
  const results = arena.stage(into, lists) ?? into.byteOffset
  const scratch = arena.take(threads * SCRATCH)
  for (let wave = 0; wave + 1 < waves.length; wave++) {
    const from = waves[wave]
    const to = waves[wave + 1]
    const start = offsets[from]
    const rows = offsets[to] - start
    if (stagedScores !== undefined) arena.copyIn(scores, start, rows, stagedScores)
    if (stagedLabels !== undefined) arena.copyIn(labels, start, rows, stagedLabels)
    const scoresOfRow0 = stagedScores === undefined ? scores.byteOffset : stagedScores - 8 * start
    const labelsOfRow0 = stagedLabels === undefined ? labels.byteOffset : stagedLabels - 8 * start
    const perPiece = listsPerPiece(to - from, rows, threads)
    run(ndcgTask, Math.ceil((to - from) / perPiece), {
      offsets: listOffsets,
      from,
      to,
      perPiece,
      cutoff,
      scores: scoresOfRow0,
      labels: labelsOfRow0,
      gains: gainTable,
      discounts: discountTable,
      into: results,
      scratch,
    })
  }
  if (!arena.holds(into)) arena.copyOut(results, into, 0, lists)
}
