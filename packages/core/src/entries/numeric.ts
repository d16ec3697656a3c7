/** The numeric primitives and small numerics that other packages build on. */

export { CLOSE_WORDS, type DistanceNorm, requireClosePoints } from '../numeric/compute/closePoints.ts'
export type { Compute, PrimitiveName } from '../numeric/compute/compute.ts'
export { listBlocks } from '../numeric/compute/listBlocks.ts'
export { requireNdcgArrays } from '../numeric/compute/ndcg.ts'
export { plainCompute } from '../numeric/compute/plainCompute.ts'
export type { PreparedMatrix } from '../numeric/compute/preparedMatrix.ts'
export { requireLength, requireOffsets } from '../numeric/compute/requireLength.ts'
export { type PreparedTrees, prepareTrees, requireTreeArrays, type TreeArrays } from '../numeric/compute/trees.ts'
export type { Minimum, Objective } from '../numeric/optimisers/objective.ts'
export type { NormBall } from '../numeric/optimisers/projections.ts'
export type { Random } from '../numeric/random.ts'
