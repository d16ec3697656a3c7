import type { Compute } from '@rankwright/core/numeric'
import { afterEach, beforeEach, describe } from 'vitest'
import { arraysContract } from './compute/arraysContract.ts'
import { choleskyContract } from './compute/choleskyContract.ts'
import { closePointsContract } from './compute/closePointsContract.ts'
import { elementwiseContract } from './compute/elementwiseContract.ts'
import { listNetPassContract } from './compute/listNetPassContract.ts'
import { listwiseContract } from './compute/listwiseContract.ts'
import { matrixProductsContract } from './compute/matrixProductsContract.ts'
import { rowsAndColumnsContract } from './compute/rowsAndColumnsContract.ts'
import { vectorProductsContract } from './compute/vectorProductsContract.ts'

/** What every build of `Compute` promises: the mathematics, within rounding, and the bits of `plainCompute`. */
export function computeContract(name: string, compute: Compute): void {
  describe(`${name} compute`, () => {
    let mark: number
    beforeEach(() => {
      mark = compute.mark()
    })
    afterEach(() => compute.release(mark))

    arraysContract(compute)
    vectorProductsContract(compute)
    matrixProductsContract(compute)
    choleskyContract(compute)
    rowsAndColumnsContract(compute)
    elementwiseContract(compute)
    listwiseContract(compute)
    listNetPassContract(compute)
    closePointsContract(compute)
  })
}
