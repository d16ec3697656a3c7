import { CLOSE_WORDS, type DistanceNorm, plainCompute, requireClosePoints } from '@rankwright/core'
import { roomFor } from './arena.ts'
import type { Engine } from './engine.ts'

/** Pairs of panels that a thread takes at a time. */
const PAIRS = 16

const numbers = { 1: 1, 2: 2, inf: 0 } as const satisfies Record<DistanceNorm, number>

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
  const given = [numbers[norm], width, panels.byteOffset, a, places, others.length, limit, sieveOf(limit, width), bits, PAIRS]
  run('closePoints', Math.ceil(others.length / PAIRS), given)
  arena.copyOut(bits, into, 0, words)
}

/**
 * What a sum in single precision can be where the one in double precision is within the limit: differences, squares and sums
 * each err by 2⁻²⁴ of themselves, or by 2⁻¹⁵⁰ where they are tiny.
 */
function sieveOf(limit: number, width: number): number {
  return limit * (1 + (width + 8) * 2 ** -22) + (width + 1) * 2 ** -140
}
