import type { Compute, PrimitiveName } from '@rankwright/core/numeric'
import { afterEach, beforeEach, describe } from 'vitest'
import { arraysContract } from './compute/arraysContract.ts'
import { choleskyContract } from './compute/choleskyContract.ts'
import { closePointsContract } from './compute/closePointsContract.ts'
import { elementwiseContract } from './compute/elementwiseContract.ts'
import { listNetPassContract } from './compute/listNetPassContract.ts'
import { listwiseContract } from './compute/listwiseContract.ts'
import { matrixProductsContract } from './compute/matrixProductsContract.ts'
import { preparedMatricesContract } from './compute/preparedMatricesContract.ts'
import { rowsAndColumnsContract } from './compute/rowsAndColumnsContract.ts'
import { treeGrowthContract } from './compute/treeGrowthContract.ts'
import { treesContract } from './compute/treesContract.ts'
import { vectorProductsContract } from './compute/vectorProductsContract.ts'

/** Where each primitive is compared with the plain bits. A new primitive does not compile here before it has a contract. */
const contractOf: Readonly<Record<PrimitiveName, (compute: Compute) => void>> = {
  dot: vectorProductsContract,
  gemv: vectorProductsContract,
  gemvTransposed: vectorProductsContract,
  gemm: matrixProductsContract,
  gemmPrepared: preparedMatricesContract,
  gemm32: matrixProductsContract,
  gemm32Transposed: matrixProductsContract,
  gemmSingle: matrixProductsContract,
  syrk: matrixProductsContract,
  syrkSingle: matrixProductsContract,
  cholesky: choleskyContract,
  choleskySolve: choleskyContract,
  columnSums: rowsAndColumnsContract,
  shiftRows: rowsAndColumnsContract,
  squaredDistances: rowsAndColumnsContract,
  rowHashes: rowsAndColumnsContract,
  mapColumns: rowsAndColumnsContract,
  exp: elementwiseContract,
  sigmoid: elementwiseContract,
  cos: elementwiseContract,
  relu: elementwiseContract,
  softmax: listwiseContract,
  argsortDescending: listwiseContract,
  ndcg: listwiseContract,
  listNetPass: listNetPassContract,
  closePoints: closePointsContract,
  scoreTrees: treesContract,
}

/** What every build of `Compute` promises: the mathematics, within rounding, and the bits of `plainCompute`. */
export function computeContract(name: string, compute: Compute): void {
  describe(`${name} compute`, () => {
    let mark: number
    beforeEach(() => {
      mark = compute.mark()
    })
    afterEach(() => compute.release(mark))

    arraysContract(compute)
    treeGrowthContract(compute)
    for (const contract of new Set(Object.values(contractOf))) contract(compute)
  })
}
