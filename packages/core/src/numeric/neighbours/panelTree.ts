/** A k-d tree over panels of points: the widest feature is halved until one panel is left. Each node has a box around its points. */
import { type DistanceNorm, PANEL_POINTS } from '../compute/closePoints.ts'

/** Nodes in the order of a depth-first walk. A node covers the panels first .. last; after it comes its left child. */
export interface PanelTree {
  readonly first: Uint32Array
  readonly last: Uint32Array
  /** The node after all nodes below this one; it leads from a left child to its parent's right child. */
  readonly after: Uint32Array
  /** The least and greatest value of each feature in the node. */
  readonly low: Float32Array
  readonly high: Float32Array
  /** The leaf of each panel. */
  readonly leafOf: Uint32Array
}

/** Orders the points so that each node is a range of whole panels, the last one filled up last. */
export function panelTree(points: Float32Array, width: number, order: Uint32Array): PanelTree {
  const panelCount = Math.ceil(order.length / PANEL_POINTS)
  const nodes = Math.max(0, 2 * panelCount - 1)
  const tree: PanelTree = {
    first: new Uint32Array(nodes),
    last: new Uint32Array(nodes),
    after: new Uint32Array(nodes),
    low: new Float32Array(nodes * width),
    high: new Float32Array(nodes * width),
    leafOf: new Uint32Array(panelCount),
  }
  let next = 0
  const keys = new Float32Array(order.length)
  const build = (first: number, last: number): void => {
    const node = next++
    tree.first[node] = first
    tree.last[node] = last
    const [from, to] = [first * PANEL_POINTS, Math.min(order.length, last * PANEL_POINTS)]
    const box = { low: tree.low.subarray(node * width, (node + 1) * width), high: tree.high.subarray(node * width, (node + 1) * width) }
    measureBox(points, width, order.subarray(from, to), box)
    if (last - first === 1) tree.leafOf[first] = node
    else {
      const feature = widestOf(box)
      const middle = first + ((last - first + 1) >> 1)
      for (let place = from; place < to; place++) keys[place] = points[order[place] * width + feature]
      select(keys, order, from, to - 1, middle * PANEL_POINTS)
      build(first, middle)
      build(middle, last)
    }
    tree.after[node] = next
  }
  if (panelCount > 0) build(0, panelCount)
  return tree
}

/** The least and the greatest value of each feature: `width` numbers each. */
export interface Box {
  readonly low: Float32Array
  readonly high: Float32Array
}

/** The box around the points of a panel. */
export function leafBox({ low, high, leafOf }: PanelTree, width: number, panel: number): Box {
  const at = leafOf[panel] * width
  return { low: low.subarray(at, at + width), high: high.subarray(at, at + width) }
}

/** The box around some points. */
export function boxOf(points: Float32Array, width: number, order: Uint32Array): Box {
  const box = { low: new Float32Array(width), high: new Float32Array(width) }
  measureBox(points, width, order, box)
  return box
}

function measureBox(points: Float32Array, width: number, order: Uint32Array, { low, high }: Box): void {
  low.fill(Infinity)
  high.fill(-Infinity)
  for (let place = 0; place < order.length; place++) {
    const at = order[place] * width
    for (let j = 0; j < width; j++) {
      const value = points[at + j]
      if (value < low[j]) low[j] = value
      if (value > high[j]) high[j] = value
    }
  }
}

function widestOf({ low, high }: Box): number {
  let widest = 0
  for (let j = 1; j < low.length; j++) if (high[j] - low[j] > high[widest] - low[widest]) widest = j
  return widest
}

/** Hoare's selection: keys before `place` are at most the key there, keys after it at least that. */
function select(keys: Float32Array, order: Uint32Array, from: number, to: number, place: number): void {
  while (from < to) {
    const pivot = keys[(from + to) >>> 1]
    let left = from
    let right = to
    while (left <= right) {
      while (keys[left] < pivot) left++
      while (keys[right] > pivot) right--
      if (left > right) break
      const [key, point] = [keys[left], order[left]]
      keys[left] = keys[right]
      order[left] = order[right]
      keys[right] = key
      order[right] = point
      left++
      right--
    }
    if (place <= right) to = right
    else if (place >= left) from = left
    else return
  }
}

/** Finds the panels from `start` on whose boxes are near enough to the given one; returns how many. */
export function nearPanels(
  tree: PanelTree,
  width: number,
  norm: DistanceNorm,
  box: Box,
  start: number,
  limit: number,
  into: Uint32Array,
): number {
  const { first, last, after } = tree
  let found = 0
  let node = 0
  while (node < first.length) {
    if (last[node] <= start || boxDistance(tree, width, norm, box, node) > limit) node = after[node]
    else {
      if (last[node] - first[node] === 1) into[found++] = first[node]
      node++
    }
  }
  return found
}

/**
 * The distance of a box and a node, in the units of the limit. Each gap is at most the difference of any two of the points, also
 * as rounded, and rounding is monotone: the sum is never greater than that of two points.
 */
function boxDistance({ low, high }: PanelTree, width: number, norm: DistanceNorm, box: Box, node: number): number {
  let total = 0
  const at = node * width
  for (let j = 0; j < width; j++) {
    const gap = Math.max(0, low[at + j] - box.high[j], box.low[j] - high[at + j])
    if (norm === '2') total += gap * gap
    else if (norm === '1') total += gap
    else if (gap > total) total = gap
  }
  return total
}
