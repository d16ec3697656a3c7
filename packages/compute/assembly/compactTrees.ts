// Sums of large trees, as core/src/numeric/compute/trees.ts: every row gets the same leaves, and adds them in the order of the trees.
// Offsets in the memory of a chunk of trees are counted from its start; see layTrees.ts for what lies where.

/** Rows that walk together. Their values stand side by side: a tile has 32 bytes for each feature. */
const LANES: i32 = 8
/** Fewer rows than these walk one after the other. */
const FEW: i32 = 3
/** Bytes of a tree in the list of a chunk: where its nodes and its values are. */
const TREE: usize = 8

/**
 * scores += the trees of a chunk. A node has 8 bytes: in the first word the place of its left side (16 bits), whether missing values go right (1 bit)
 * and its feature (15 bits), then its threshold. The right side stands next after the left one, so that a step is an addition and no branch. A leaf
 * leads to itself. Eight rows walk down at a time; those that are at a leaf stay there until the last of them is. Each tree is gone through
 * once for all rows, as trees are larger than what they are compared with.
 */
export function compactTrees(chunk: usize, matrix: usize, rows: i32, width: i32, scores: usize, tiles: usize, single: bool): void {
  const tileBytes = (<usize>load<u32>(chunk, 4)) << 5
  const groups = (rows + LANES - 1) / LANES
  const anyMissing = layTiles(matrix, rows, width, tiles, load<i32>(chunk, 4), tileBytes)
  let tree = chunk + load<u32>(chunk, 8)
  const end = tree + <usize>load<i32>(chunk) * TREE
  for (; tree < end; tree += TREE) {
    const nodes = chunk + load<u32>(tree)
    const values = chunk + load<u32>(tree, 4)
    let tile = tiles
    let place = scores
    for (let group = 0; group < groups; group++, tile += tileBytes, place += 8 * LANES) {
      const count = min(LANES, rows - group * LANES)
      if (count < FEW) walkFew(nodes, values, tile, place, count, single)
      else if (anyMissing) walkMissing(nodes, values, tile, place, count, single)
      else walkPresent(nodes, values, tile, place, count, single)
    }
  }
}

/** Puts the first features of eight rows each side by side; where there are fewer rows, the last stands for the others. Whether one is missing. */
function layTiles(matrix: usize, rows: i32, width: i32, tiles: usize, features: i32, tileBytes: usize): bool {
  const rowBytes = (<usize>width) << 2
  let missing = false
  for (let first = 0; first < rows; first += LANES, tiles += tileBytes) {
    for (let lane = 0; lane < LANES; lane++) {
      const row = matrix + rowBytes * <usize>min(first + lane, rows - 1)
      const into = tiles + ((<usize>lane) << 2)
      for (let feature: usize = 0; feature < <usize>features; feature++) {
        const value = load<f32>(row + (feature << 2))
        missing = missing || value != value
        store<f32>(into + (feature << 5), value)
      }
    }
  }
  return missing
}

/** Where the values of a feature are in a tile, from the first word of a node. */
@inline
function column(node: u32): usize {
  return <usize>((node >>> 12) & 0xffffffe0)
}

/** The place of the next node. */
@inline
function side(node: u32, right: bool): usize {
  return <usize>((node & 0xffff) + <u32>right) << 3
}

/** Whether a value goes right, which may be missing. */
@inline
function goesRight(node: u32, value: f32, threshold: f32): bool {
  return <bool>(<u32>(value > threshold) | (<u32>(value != value) & (node >>> 16)))
}

/** Rows without a missing value: one comparison tells the side. */
function walkPresent(nodes: usize, values: usize, tile: usize, scores: usize, count: i32, single: bool): void {
  let a: usize = 0
  let b: usize = 0
  let c: usize = 0
  let d: usize = 0
  let e: usize = 0
  let f: usize = 0
  let g: usize = 0
  let h: usize = 0
  let before: usize // the sides of a split are further on than it is, so that the sum of places rises as long as one moves
  do {
    before = a + b + c + d + e + f + g + h
    const nodeA = load<u32>(nodes + a)
    a = side(nodeA, load<f32>(tile + column(nodeA)) > load<f32>(nodes + a, 4))
    const nodeB = load<u32>(nodes + b)
    b = side(nodeB, load<f32>(tile + column(nodeB), 4) > load<f32>(nodes + b, 4))
    const nodeC = load<u32>(nodes + c)
    c = side(nodeC, load<f32>(tile + column(nodeC), 8) > load<f32>(nodes + c, 4))
    const nodeD = load<u32>(nodes + d)
    d = side(nodeD, load<f32>(tile + column(nodeD), 12) > load<f32>(nodes + d, 4))
    const nodeE = load<u32>(nodes + e)
    e = side(nodeE, load<f32>(tile + column(nodeE), 16) > load<f32>(nodes + e, 4))
    const nodeF = load<u32>(nodes + f)
    f = side(nodeF, load<f32>(tile + column(nodeF), 20) > load<f32>(nodes + f, 4))
    const nodeG = load<u32>(nodes + g)
    g = side(nodeG, load<f32>(tile + column(nodeG), 24) > load<f32>(nodes + g, 4))
    const nodeH = load<u32>(nodes + h)
    h = side(nodeH, load<f32>(tile + column(nodeH), 28) > load<f32>(nodes + h, 4))
  } while (a + b + c + d + e + f + g + h != before)
  add(scores, values + a, single)
  if (count > 1) add(scores + 8, values + b, single)
  if (count > 2) add(scores + 16, values + c, single)
  if (count > 3) add(scores + 24, values + d, single)
  if (count > 4) add(scores + 32, values + e, single)
  if (count > 5) add(scores + 40, values + f, single)
  if (count > 6) add(scores + 48, values + g, single)
  if (count > 7) add(scores + 56, values + h, single)
}

function walkMissing(nodes: usize, values: usize, tile: usize, scores: usize, count: i32, single: bool): void {
  let a: usize = 0
  let b: usize = 0
  let c: usize = 0
  let d: usize = 0
  let e: usize = 0
  let f: usize = 0
  let g: usize = 0
  let h: usize = 0
  let before: usize // the sides of a split are further on than it is, so that the sum of places rises as long as one moves
  do {
    before = a + b + c + d + e + f + g + h
    const nodeA = load<u32>(nodes + a)
    a = side(nodeA, goesRight(nodeA, load<f32>(tile + column(nodeA)), load<f32>(nodes + a, 4)))
    const nodeB = load<u32>(nodes + b)
    b = side(nodeB, goesRight(nodeB, load<f32>(tile + column(nodeB), 4), load<f32>(nodes + b, 4)))
    const nodeC = load<u32>(nodes + c)
    c = side(nodeC, goesRight(nodeC, load<f32>(tile + column(nodeC), 8), load<f32>(nodes + c, 4)))
    const nodeD = load<u32>(nodes + d)
    d = side(nodeD, goesRight(nodeD, load<f32>(tile + column(nodeD), 12), load<f32>(nodes + d, 4)))
    const nodeE = load<u32>(nodes + e)
    e = side(nodeE, goesRight(nodeE, load<f32>(tile + column(nodeE), 16), load<f32>(nodes + e, 4)))
    const nodeF = load<u32>(nodes + f)
    f = side(nodeF, goesRight(nodeF, load<f32>(tile + column(nodeF), 20), load<f32>(nodes + f, 4)))
    const nodeG = load<u32>(nodes + g)
    g = side(nodeG, goesRight(nodeG, load<f32>(tile + column(nodeG), 24), load<f32>(nodes + g, 4)))
    const nodeH = load<u32>(nodes + h)
    h = side(nodeH, goesRight(nodeH, load<f32>(tile + column(nodeH), 28), load<f32>(nodes + h, 4)))
  } while (a + b + c + d + e + f + g + h != before)
  add(scores, values + a, single)
  if (count > 1) add(scores + 8, values + b, single)
  if (count > 2) add(scores + 16, values + c, single)
  if (count > 3) add(scores + 24, values + d, single)
  if (count > 4) add(scores + 32, values + e, single)
  if (count > 5) add(scores + 40, values + f, single)
  if (count > 6) add(scores + 48, values + g, single)
  if (count > 7) add(scores + 56, values + h, single)
}

function walkFew(nodes: usize, values: usize, tile: usize, scores: usize, count: i32, single: bool): void {
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    let at: usize = 0
    let before: usize
    do {
      before = at
      const node = load<u32>(nodes + at)
      at = side(node, goesRight(node, load<f32>(tile + column(node) + (lane << 2)), load<f32>(nodes + at, 4)))
    } while (at != before)
    add(scores + (lane << 3), values + at, single)
  }
}

/** Adds a leaf to a score, in single or double precision. */
@inline
function add(score: usize, leaf: usize, single: bool): void {
  const sum = load<f64>(score) + load<f64>(leaf)
  store<f64>(score, single ? <f64>(<f32>sum) : sum)
}
