import { type Compute, plainCompute } from '@rankwright/core'
import { cholesky, choleskySolve } from './cholesky.ts'
import { closePoints } from './closePoints.ts'
import { columnSums, shiftRows } from './columns.ts'
import { elementwise } from './elementwise.ts'
import type { Engine } from './engine.ts'
import { gemm } from './gemm.ts'
import { gemm32 } from './gemm32.ts'
import { gemv, gemvTransposed } from './gemv.ts'
import { listNetPass } from './listNetPass.ts'
import { mapColumns, rowHashes } from './rows.ts'
import { argsortDescending, ndcg, softmax } from './segments.ts'
import { gemmSingle, syrkSingle } from './single.ts'
import { syrk } from './syrk.ts'

/**
 * Compute on WebAssembly. Arrays from `float32` and `float64` are used where they are; others are copied in and out in blocks.
 * Where a copy would cost more than the work, or scratch cannot be had, the plain kernel gives the same bits.
 */
export function simdCompute(engine: Engine): Compute {
  const { arena, build, exports } = engine
  return {
    build,
    float32: arena.float32,
    float64: arena.float64,
    mark: arena.mark,
    release: arena.release,
    dot(a, b) {
      if (!arena.holds(a) || !arena.holds(b)) return plainCompute.dot(a, b)
      return exports.dot(a.byteOffset, b.byteOffset, Math.min(a.length, b.length))
    },
    gemv: (rows, width, matrix, vector, into) => gemv(engine, rows, width, matrix, vector, into),
    gemvTransposed: (rows, width, matrix, vector, into) => gemvTransposed(engine, rows, width, matrix, vector, into),
    gemm: (m, n, k, a, b, into) => gemm(engine, m, n, k, a, b, into),
    gemm32: (m, n, k, a, b, into) => gemm32(engine, m, n, k, a, b, into, false),
    gemm32Transposed: (m, n, k, a, b, into) => gemm32(engine, m, n, k, a, b, into, true),
    syrk: (m, n, matrix, weights, into) => syrk(engine, m, n, matrix, weights, into),
    cholesky: (n, matrix) => cholesky(engine, n, matrix),
    choleskySolve: (n, factor, into) => choleskySolve(engine, n, factor, into),
    gemmSingle: (m, n, k, a, b, into) => gemmSingle(engine, m, n, k, a, b, into),
    syrkSingle: (m, n, matrix, into) => syrkSingle(engine, m, n, matrix, into),
    columnSums: (rows, width, matrix, weights, into) => columnSums(engine, rows, width, matrix, weights, into),
    shiftRows: (rows, width, shift, scales, into) => shiftRows(engine, rows, width, shift, scales, into),
    exp: (into) => elementwise(engine, 'exp', into),
    sigmoid: (into) => elementwise(engine, 'sigmoid', into),
    cos: (into) => elementwise(engine, 'cos', into),
    relu: (into) => elementwise(engine, 'relu', into),
    softmax: (offsets, into) => softmax(engine, offsets, into),
    argsortDescending: (offsets, values, into) => argsortDescending(engine, offsets, values, into),
    closePoints: (norm, width, panels, a, others, limit, into) => closePoints(engine, norm, width, panels, a, others, limit, into),
    ndcg: (offsets, cutoff, scores, labels, gains, discounts, into) =>
      ndcg(engine, offsets, cutoff, scores, labels, gains, discounts, into),
    listNetPass: (offsets, width, matrix, targets, weights, vector, into) =>
      listNetPass(engine, offsets, width, matrix, targets, weights, vector, into),
    rowHashes: (rows, width, matrix, into) => rowHashes(engine, rows, width, matrix, into),
    mapColumns: (rows, width, columns, scale, into) => mapColumns(engine, rows, width, columns, scale, into),
  }
}
