import { cos } from '../special/cos.ts'
import { exp, sigmoid } from '../special/exp.ts'
import { argsortDescending } from './argsort.ts'
import { cholesky, choleskySolve } from './cholesky.ts'
import { closePoints } from './closePoints.ts'
import { columnSums, shiftRows } from './columnSums.ts'
import type { Compute } from './compute.ts'
import { dot } from './dot.ts'
import { gemm } from './gemm.ts'
import { gemm32, gemm32Transposed } from './gemm32.ts'
import { gemmPrepared } from './gemmPrepared.ts'
import { gemv, gemvTransposed } from './gemv.ts'
import { listNetPass } from './listNetPass.ts'
import { mapColumns } from './mapColumns.ts'
import { ndcg } from './ndcg.ts'
import { relu } from './relu.ts'
import { rowHashes } from './rowHashes.ts'
import { gemmSingle, syrkSingle } from './single.ts'
import { softmax } from './softmax.ts'
import { squaredDistances } from './squaredDistances.ts'
import { syrk } from './syrk.ts'
import { plainTreeGrowth } from './treeGrowth.ts'
import { prepareTrees, scoreTrees } from './trees.ts'

/** The primitives in TypeScript: the definition that every other build must equal to the bit, and the fallback. */
export const plainCompute: Compute = {
  build: 'plain',
  float32: (length) => new Float32Array(length),
  float64: (length) => new Float64Array(length),
  bytes: (length) => new Uint8Array(length),
  words: (length) => new Uint32Array(length),
  integers: (length) => new Int32Array(length),
  mark: () => 0,
  release: () => {},
  own() {
    return this
  },
  dot,
  gemv,
  gemvTransposed,
  gemm,
  prepare: (n, k, values) => ({ n, k, values }),
  gemmPrepared,
  gemm32,
  gemm32Transposed,
  syrk,
  cholesky,
  choleskySolve,
  gemmSingle,
  syrkSingle,
  columnSums,
  shiftRows,
  squaredDistances,
  exp,
  sigmoid,
  cos,
  relu,
  softmax,
  argsortDescending,
  closePoints,
  ndcg,
  listNetPass,
  rowHashes,
  mapColumns,
  prepareTrees,
  scoreTrees,
  treeGrowth: plainTreeGrowth,
}
