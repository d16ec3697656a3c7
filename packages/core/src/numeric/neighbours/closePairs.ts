/**
 * The pairs of points within a radius of each other, in the order of the points: those of the first point, then those of the second. They
 * come a block of points at a time, so memory does not grow with their number. Panels that are too far away are ruled out by the
 * same tree as in the neighbour index.
 */
import { CLOSE_WORDS, type DistanceNorm, PANEL_POINTS } from '../compute/closePoints.ts'
import type { Compute } from '../compute/compute.ts'
import { greatestSumWithin } from '../dense/distance.ts'
import { eachCloseBit, fillPanels } from './panels.ts'
import { boxOf, nearPanels, panelTree } from './panelTree.ts'

/** Pairs that may be held at a time: 16 MB. */
const MOST_PAIRS = 2 ** 22

/** `points` are row-major, `width` numbers each, all finite. Each pair comes with its lower number first. */
export function* closePairs(
  points: Float32Array,
  width: number,
  norm: DistanceNorm,
  radius: number,
  compute: Compute,
): Generator<readonly [number, number]> {
  const count = width === 0 ? 0 : points.length / width
  const step = Math.max(PANEL_POINTS, Math.floor(MOST_PAIRS / Math.max(1, count)))
  for (let from = 0; from < count; from += step) {
    const left = { points: points.subarray(from * width), width, norm, limit: greatestSumWithin(norm, radius) }
    const partners = firstPartners(left, Math.min(step, count - from), compute)
    for (let point = 0; point < partners.length; point++) {
      for (const other of partners[point]) yield [from + point, from + other]
    }
  }
}

interface Points {
  readonly points: Float32Array
  readonly width: number
  readonly norm: DistanceNorm
  readonly limit: number
}

/**
 * For each of the first points the close ones with greater numbers, ascending. The memory of compute is freed before anything is handed
 * out, because others may use it until the next block.
 */
function firstPartners({ points, width, norm, limit }: Points, asked: number, compute: Compute): Uint32Array[] {
  const order = Uint32Array.from({ length: points.length / width }, (_, point) => point)
  const tree = panelTree(points, width, order)
  const panelCount = Math.ceil(order.length / PANEL_POINTS)
  const panelSize = PANEL_POINTS * width
  const mark = compute.mark()
  const panels = compute.float32((panelCount + 1) * panelSize) // the last one is for the points asked about
  fillPanels(points, width, order, panels.subarray(0, panelCount * panelSize))
  const into = new Uint32Array(panelCount * CLOSE_WORDS)
  const near = new Uint32Array(panelCount)
  const found: Uint32Array[] = []
  for (let first = 0; first < asked; first += PANEL_POINTS) {
    const block = Uint32Array.from({ length: Math.min(asked - first, PANEL_POINTS) }, (_, i) => first + i)
    fillPanels(points, width, block, panels.subarray(panelCount * panelSize))
    const others = near.subarray(0, nearPanels(tree, width, norm, boxOf(points, width, block), 0, limit, near))
    compute.closePoints(norm, width, panels, panelCount, others, limit, into)
    const partners: number[][] = Array.from(block, () => [])
    for (let k = 0; k < others.length; k++) {
      eachCloseBit(into, k * CLOSE_WORDS, (i, j) => {
        const other = order[others[k] * PANEL_POINTS + j]
        if (other > first + i) partners[i].push(other)
      })
    }
    for (const own of partners) found.push(Uint32Array.from(own).sort())
  }
  compute.release(mark)
  return found
}
