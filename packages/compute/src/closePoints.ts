import { CLOSE_WORDS, type DistanceNorm, plainCompute, requireClosePoints } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'
import { defineTask } from './task.ts'

/** Pairs of panels that a thread takes at a time. */
const PAIRS = 16

const numbers = { 1: 1, 2: 2, inf: 0 } as const satisfies Record<DistanceNorm, number>

export const closePointsTask = defineTask(
  'closePoints',
  ['norm', 'width', 'panels', 'a', 'others', 'count', 'limit', 'sieve', 'into'],
  (wasm, { norm, width, panels, a, others, count, limit, sieve, into }, piece) => {
    const from = piece * PAIRS
    wasm.closePoints(norm, width, panels, a, others, from, Math.min(count, from + PAIRS), limit, sieve, into)
  },
)

export function closePoints(
  { arena, run }: Engine,
  norm: DistanceNorm,
  width: number,
  panels: Float32Array,
  a: number,
  others: Uint32Array,
  limit: number,
  into: Uint32Array,
): void {
  requireClosePoints(width, panels, a, others, into)
  const words = others.length * CLOSE_WORDS
  if (!arena.holds(panels) || !arena.open(roomFor(4 * others.length, 4 * words))) {
    plainCompute.closePoints(norm, width, panels, a, others, limit, into)
    return
  }
  const places = arena.place(others, others.length)
  const bits = arena.take(4 * words)
  run(closePointsTask, Math.ceil(others.length / PAIRS), {
    norm: numbers[norm],
    width,
    panels: panels.byteOffset,
    a,
    others: places,
    count: others.length,
    limit,
    sieve: sieveOf(limit, width),
    into: bits,
  })
  arena.copyOut(bits, into, 0, words)
}

/**
 * What a sum in single precision can be where the one in double precision is within the limit: differences, squares and sums
 * each err by 2⁻²⁴ of themselves, or by 2⁻¹⁵⁰ where they are tiny.
 */
function sieveOf(limit: number, width: number): number {
  return limit * (1 + (width + 8) * 2 ** -22) + (width + 1) * 2 ** -140
}
