/** Panels of 64 points as `closePoints` takes them, and its answers. */
import { CLOSE_WORDS, PANEL_POINTS } from '../compute/closePoints.ts'

/** Lays out the points of `order`, 64 to a panel; places without a point hold NaN. */
export function fillPanels(points: Float32Array, width: number, order: Uint32Array, into: Float32Array): void {
  into.fill(Number.NaN)
  for (let place = 0; place < order.length; place++) {
    const panel = Math.floor(place / PANEL_POINTS) * PANEL_POINTS * width
    const from = order[place] * width
    for (let j = 0; j < width; j++) into[panel + j * PANEL_POINTS + (place % PANEL_POINTS)] = points[from + j]
  }
}

/** Which point of the first panel is close to which of the second, from the answer that starts at `at`. */
export function eachCloseBit(bits: Uint32Array, at: number, visit: (first: number, second: number) => void): void {
  for (let word = 0; word < CLOSE_WORDS; word++) {
    let left = bits[at + word]
    while (left !== 0) {
      const bit = 31 - Math.clz32(left & -left)
      left &= left - 1
      visit(word >> 1, ((word & 1) << 5) + bit)
    }
  }
}
