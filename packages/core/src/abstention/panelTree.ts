/** A k-d tree over panels of points: the widest feature is halved until one panel is left. Each node has a box around its points. */
import { type DistanceNorm, PANEL_POINTS } from '../numeric/compute/closePoints.ts'

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
    const feature = measureBox(points, width, order, from, to, tree, node)
    if (last - first === 1) tree.leafOf[first] = node
    else {
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

/** Sets the box around the points of a node and returns its widest feature. */
function measureBox(
  points: Float32Array,
  width: number,
  order: Uint32Array,
  from: number,
  to: number,
  { low, high }: PanelTree,
  node: number,
): number {
  const box = node * width
  low.fill(Infinity, box, box + width)
  high.fill(-Infinity, box, box + width)
  for (let place = from; place < to; place++) {
    const at = order[place] * width
    for (let j = 0; j < width; j++) {
      const value = points[at + j]
      if (value < low[box + j]) low[box + j] = value
      if (value > high[box + j]) high[box + j] = value
    }
  }
  let widest = 0
  for (let j = 1; j < width; j++) if (high[box + j] - low[box + j] > high[box + widest] - low[box + widest]) widest = j
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

/** Finds the panels from `panel` on whose boxes are near enough to its own; returns how many. */
export function nearPanels(tree: PanelTree, width: number, norm: DistanceNorm, panel: number, limit: number, into: Uint32Array): number {
  const { first, last, after, leafOf } = tree
  let found = 0
  let node = 0
  while (node < first.length) {
    if (last[node] <= panel || boxDistance(tree, width, norm, leafOf[panel], node) > limit) node = after[node]
    else {
      if (last[node] - first[node] === 1) into[found++] = first[node]
      node++
    }
  }
  return found
}

/**
 * The distance of two boxes, in the units of the limit. Each gap is at most the difference of any two of the points, also
 * as rounded, and rounding is monotone: the sum is never greater than that of two points.
 */
function boxDistance({ low, high }: PanelTree, width: number, norm: DistanceNorm, a: number, b: number): number {
  let total = 0
  const [x, y] = [a * width, b * width]
  for (let j = 0; j < width; j++) {
    const gap = Math.max(0, low[x + j] - high[y + j], low[y + j] - high[x + j])
    if (norm === '2') total += gap * gap
    else if (norm === '1') total += gap
    else if (gap > total) total = gap
  }
  return total
}
