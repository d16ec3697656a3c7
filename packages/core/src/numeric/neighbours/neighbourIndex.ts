/**
 * Which points lie within a radius of each other, exactly, in L1, L2 or the maximum norm.
 *
 * The points are laid out in panels of 64 by a k-d tree: the widest feature is halved until 64 points are left. Two panels whose
 * boxes are further apart than the radius have no close points; all other pairs of panels are compared point by point, by a
 * compute primitive. In few dimensions nearly all pairs of panels are ruled out; beyond about 20 hardly any, and the index becomes a
 * blocked search over all pairs. Memory is that of the points and of one answer at a time.
 */
import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { callback, count, number, oneOf, requireArguments, typed } from '../../arguments/shapes.ts'
import { grown } from '../allocate.ts'
import { CLOSE_WORDS, type DistanceNorm, distanceNorms, PANEL_POINTS } from '../compute/closePoints.ts'
import type { Compute } from '../compute/compute.ts'
import { plainCompute } from '../compute/plainCompute.ts'
import { requireCompute } from '../compute/requireCompute.ts'
import { greatestSumWithin } from '../dense/distance.ts'
import { eachCloseBit, fillPanels } from './panels.ts'
import { leafBox, nearPanels, panelTree } from './panelTree.ts'

export interface NeighbourIndex {
  readonly points: number
  /** Calls `visit` once for every two points at most `radius` apart, each pair in one order or the other, no point with itself. */
  eachPair(radius: number, visit: (first: number, second: number) => void): void
  /** For every point the others within the radius, ascending: those of point i are indices[starts[i] .. starts[i + 1]]. */
  neighbours(radius: number): Neighbours
  /** Frees the memory of compute; the index must not be used afterwards. */
  close(): void
}

export interface Neighbours {
  readonly starts: Uint32Array
  readonly indices: Uint32Array
}

const shapes = { points: typed(Float32Array), width: count(), norm: oneOf(...distanceNorms), compute: requireCompute }
const radiusShape = number({ atLeast: 0, infinite: true })

/** `points` are row-major, `width` numbers each, all finite. */
export function neighbourIndex(points: Float32Array, width: number, norm: DistanceNorm, shared: Compute = plainCompute): NeighbourIndex {
  requireArguments({ points, width, norm, compute: shared }, shapes)
  const count = width === 0 ? 0 : points.length / width
  if (!Number.isInteger(count)) refuseArgument('points', points, `rows of ${width} numbers`)
  const compute = shared.own() // the index may outlive what else is done with it
  const mark = compute.mark()
  const order = new Uint32Array(count)
  for (let point = 0; point < count; point++) order[point] = point
  const tree = panelTree(points, width, order)
  const panelCount = Math.ceil(count / PANEL_POINTS)
  const panels = compute.float32(panelCount * PANEL_POINTS * width)
  fillPanels(points, width, order, panels)

  const eachPair: NeighbourIndex['eachPair'] = (radius, visit) => {
    requireArguments({ radius, visit }, { radius: radiusShape, visit: callback })
    const limit = greatestSumWithin(norm, radius)
    const into = new Uint32Array(panelCount * CLOSE_WORDS)
    const near = new Uint32Array(panelCount)
    for (let panel = 0; panel < panelCount; panel++) {
      const others = near.subarray(0, nearPanels(tree, width, norm, leafBox(tree, width, panel), panel, limit, near))
      compute.closePoints(norm, width, panels, panel, others, limit, into)
      for (let k = 0; k < others.length; k++) {
        const other = others[k]
        eachCloseBit(into, k * CLOSE_WORDS, (i, j) => {
          // A panel compared with itself gives each pair twice and each point with itself.
          if (panel !== other || i < j) visit(order[panel * PANEL_POINTS + i], order[other * PANEL_POINTS + j])
        })
      }
    }
  }

  return {
    points: count,
    eachPair,
    neighbours(radius) {
      const firsts = growingWords()
      const seconds = growingWords()
      const starts = new Uint32Array(count + 1)
      eachPair(radius, (first, second) => {
        firsts.push(first)
        seconds.push(second)
        starts[first + 1]++
        starts[second + 1]++
      })
      for (let point = 0; point < count; point++) starts[point + 1] += starts[point]
      const indices = new Uint32Array(starts[count])
      const next = starts.slice(0, count)
      const [from, to] = [firsts.words(), seconds.words()]
      for (let pair = 0; pair < from.length; pair++) {
        indices[next[from[pair]]++] = to[pair]
        indices[next[to[pair]]++] = from[pair]
      }
      for (let point = 0; point < count; point++) indices.subarray(starts[point], starts[point + 1]).sort()
      return { starts, indices }
    },
    close: () => compute.release(mark),
  }
}

/** Numbers that come one by one, in an array that doubles. */
function growingWords(): { push(word: number): void; words(): Uint32Array } {
  let words: Uint32Array = new Uint32Array(1024)
  let length = 0
  return {
    push(word) {
      if (length === words.length) words = grown(Uint32Array, words, length, 2 * length)
      words[length++] = word
    },
    words: () => words.subarray(0, length),
  }
}
