/** What the WebAssembly module offers; addresses and lengths, as assembly/ explains them. */
export interface ComputeExports {
  addTo(into: number, other: number, width: number): void
  sumInTree(parts: number, strideBytes: number, count: number, width: number): void
  argsort(offsets: number, from: number, to: number, values: number, into: number, scratch: number): void
  choleskyBelow(n: number, matrix: number, start: number, size: number, transposed: number, from: number, to: number, packed: number): void
  choleskyClear(n: number, matrix: number): void
  choleskyDiagonal(n: number, matrix: number, start: number, size: number, transposed: number): number
  choleskySolve(n: number, factor: number, into: number): void
  choleskyUpdate(n: number, matrix: number, size: number, packed: number, first: number, from: number, to: number, scratch: number): void
  closePoints(
    norm: number,
    width: number,
    panels: number,
    a: number,
    others: number,
    from: number,
    to: number,
    limit: number,
    sieve: number,
    into: number,
  ): void
  columnSums(matrix: number, rows: number, strideBytes: number, columns: number, weights: number, into: number): void
  shiftRows(into: number, rows: number, width: number, shift: number, scales: number): void
  packSingleColumns(
    source: number,
    strideBytes: number,
    depth: number,
    columns: number,
    from: number,
    to: number,
    double: number,
    into: number,
  ): void
  syrkSingleRows(depth: number, n: number, packed: number, from: number, to: number, into: number, scratch: number): void
  gemmSingleRows(
    a: number,
    aStrideBytes: number,
    rows: number,
    depth: number,
    packed: number,
    columns: number,
    into: number,
    intoStrideBytes: number,
    first: number,
    packedRows: number,
    scratch: number,
  ): void
  dot(a: number, b: number, length: number): number
  exp(values: number, length: number): void
  gemmRows(
    a: number,
    aStrideBytes: number,
    rows: number,
    depth: number,
    packedColumns: number,
    columns: number,
    into: number,
    intoStrideBytes: number,
    first: number,
    packedRows: number,
    scratch: number,
  ): void
  gemm32Rows(
    a: number,
    rowBytes: number,
    depthBytes: number,
    rows: number,
    depth: number,
    packedColumns: number,
    columns: number,
    into: number,
    intoStrideBytes: number,
    first: number,
    packedRows: number,
    scratch: number,
  ): void
  gemv(matrix: number, rows: number, width: number, vector: number, into: number, readable: number): void
  gemvTransposed(matrix: number, rows: number, width: number, columns: number, vector: number, into: number): void
  listNetPass(piece: number, width: number, offsets: number, weights: number, vector: number, scores: number): void
  mapColumns(matrix: number, rows: number, width: number, columns: number, scale: number): void
  mirrorRows(n: number, matrix: number, from: number, to: number): void
  ndcg(
    offsets: number,
    from: number,
    to: number,
    cutoff: number,
    scores: number,
    labels: number,
    gains: number,
    discounts: number,
    into: number,
    scratch: number,
  ): void
  packColumns32: PackColumns
  packColumns64: PackColumns
  rowHashes(matrix: number, rows: number, width: number, into: number): void
  sigmoid(values: number, length: number): void
  cos(values: number, length: number): void
  relu(values: number, length: number): void
  softmax(offsets: number, from: number, to: number, values: number): void
  touch(address: number, bytes: number): number
  syrkRows(
    depth: number,
    n: number,
    packedLeft: number,
    packedRight: number,
    from: number,
    to: number,
    top: number,
    into: number,
    scratch: number,
  ): void
}

type PackColumns = (
  source: number,
  strideBytes: number,
  depth: number,
  columns: number,
  weights: number,
  from: number,
  to: number,
  into: number,
) => void
