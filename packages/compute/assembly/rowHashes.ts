// As core/src/numeric/compute/rowHashes.ts: four values at a time, each sum in four lanes, which may be added in any order.

const COLUMN_FACTOR: i32 = 0x9e3779b1
const MISSING: i32 = 0x7fc00000
const INFINITE: i32 = 0x7f800000
const FIRST: i32 = 0x85ebca6b
const SECOND: i32 = 0xc2b2ae35
const THIRD: i32 = 0x239b961b

export function rowHashes(matrix: usize, rows: i32, width: i32, into: usize): void {
  const whole = (<usize>(width & ~3)) << 2
  const rowBytes = (<usize>width) << 2
  const firstColumns = i32x4(0, COLUMN_FACTOR, 2 * COLUMN_FACTOR, 3 * COLUMN_FACTOR)
  for (let row = 0; row < rows; row++) {
    const end = matrix + rowBytes
    const wholeEnd = matrix + whole
    let sums = i32x4.splat(0)
    let others = i32x4.splat(0)
    let columns = firstColumns
    while (matrix < wholeEnd) {
      const bits = v128.load(matrix)
      const magnitude = v128.and(bits, i32x4.splat(0x7fffffff))
      const known = v128.bitselect(i32x4.splat(MISSING), bits, i32x4.gt_s(magnitude, i32x4.splat(INFINITE)))
      let hash = i32x4.add(known, columns)
      hash = i32x4.mul(v128.xor(hash, i32x4.shr_u(hash, 16)), i32x4.splat(FIRST))
      hash = i32x4.mul(v128.xor(hash, i32x4.shr_u(hash, 13)), i32x4.splat(SECOND))
      hash = v128.andnot(hash, i32x4.eq(magnitude, i32x4.splat(0)))
      sums = i32x4.add(sums, hash)
      others = i32x4.add(others, i32x4.mul(v128.xor(hash, i32x4.shr_u(hash, 16)), i32x4.splat(THIRD)))
      columns = i32x4.add(columns, i32x4.splat(4 * COLUMN_FACTOR))
      matrix += 16
    }
    let sum = addLanes(sums)
    let other = addLanes(others)
    let column = i32x4.extract_lane(columns, 0)
    while (matrix < end) {
      const hash = hashOf(load<i32>(matrix), column)
      sum += hash
      other += (hash ^ (hash >>> 16)) * THIRD
      column += COLUMN_FACTOR
      matrix += 4
    }
    store<i32>(into, sum)
    store<i32>(into, other, 4)
    into += 8
  }
}

@inline
function hashOf(bits: i32, column: i32): i32 {
  const magnitude = bits & 0x7fffffff
  if (magnitude == 0) return 0
  let hash = (magnitude > INFINITE ? MISSING : bits) + column
  hash = (hash ^ (hash >>> 16)) * FIRST
  return (hash ^ (hash >>> 13)) * SECOND
}

@inline
function addLanes(sums: v128): i32 {
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3)
}
