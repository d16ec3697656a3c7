import { requireLength } from './requireLength.ts'

/** Points of a panel. */
export const PANEL_POINTS = 64
/** Words of the answer for one pair of panels: 64 rows of 64 bits. */
export const CLOSE_WORDS = 128

export const distanceNorms = ['1', '2', 'inf'] as const
export type DistanceNorm = (typeof distanceNorms)[number]

/**
 * Which points of panel `a` lie within the limit of which points of each panel in `others`. Feature j of point i of a panel is
 * panel[j · 64 + i]; a place without a point holds NaN and is close to nothing. The answer for others[k] is 64 rows of 64 bits
 * in into[128 k ..]: point i of `a` and point j are close when bit j of row i is set. What is compared with the limit is the sum
 * of squares of the differences in L2, of their sizes in L1, or the greatest of these: feature by feature, in double precision.
 */
export function closePoints(
  norm: DistanceNorm,
  width: number,
  panels: Float32Array,
  a: number,
  others: Uint32Array,
  limit: number,
  into: Uint32Array,
): void {
  requireClosePoints(width, panels, a, others, into)
  into.fill(0, 0, others.length * CLOSE_WORDS)
  const panel = width * PANEL_POINTS
  for (let k = 0; k < others.length; k++) {
    const row = k * CLOSE_WORDS
    for (let i = 0; i < PANEL_POINTS; i++) {
      if (Number.isNaN(panels[a * panel + i])) continue // no point there
      for (let j = 0; j < PANEL_POINTS; j++) {
        if (!isClose(norm, width, panels, a * panel + i, others[k] * panel + j, limit)) continue
        into[row + 2 * i + (j >> 5)] |= 1 << (j & 31)
      }
    }
  }
}

/** Ends early where it can: sums of sizes only grow, and a NaN on the way keeps the last comparison from being true. */
function isClose(norm: DistanceNorm, width: number, panels: Float32Array, x: number, y: number, limit: number): boolean {
  let total = 0
  for (let j = 0, at = 0; j < width; j++, at += PANEL_POINTS) {
    const difference = panels[x + at] - panels[y + at]
    if (norm === '2') total += difference * difference
    else if (norm === '1') total += Math.abs(difference)
    else total = Math.max(total, Math.abs(difference))
    if (total > limit) return false
  }
  return total <= limit
}

export function requireClosePoints(width: number, panels: Float32Array, a: number, others: Uint32Array, into: Uint32Array): void {
  let last = a
  for (const other of others) last = Math.max(last, other)
  requireLength('panels', panels, (last + 1) * width * PANEL_POINTS)
  requireLength('into', into, others.length * CLOSE_WORDS)
}
