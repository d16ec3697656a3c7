import { gemm } from './gemm.ts'
import type { PreparedMatrix } from './preparedMatrix.ts'
import { gemmSingle } from './single.ts'

/** The product of A (m × k) with a prepared matrix: by `gemm`, or by `gemmSingle` in single precision. */
export function gemmPrepared(m: number, a: Float64Array | Float32Array, { n, k, values }: PreparedMatrix, into: Float64Array): void {
  if (values instanceof Float64Array && a instanceof Float64Array) gemm(m, n, k, a, values, into)
  else if (values instanceof Float32Array && a instanceof Float32Array) gemmSingle(m, n, k, a, values, into)
  else throw new TypeError('both factors of a product with a prepared matrix must have the same precision')
}
