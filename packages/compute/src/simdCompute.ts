import { type Compute, plainCompute } from '@rankwright/core/numeric'
import { argsortDescending, argsortTask } from './argsort.ts'
import { cholesky, choleskyBelowTask, choleskySolve, choleskyUpdateTask } from './cholesky.ts'
import { closePoints, closePointsTask } from './closePoints.ts'
import { columnSums, columnSumsTask } from './columnSums.ts'
import { elementwise, elementwiseTasks } from './elementwise.ts'
import type { Engine } from './engine.ts'
import { gemm, gemmTask } from './gemm.ts'
import { gemm32, gemm32Task } from './gemm32.ts'
import { gemmSingle, gemmSingleTask } from './gemmSingle.ts'
import { gemv, gemvTask, gemvTransposed, gemvTransposedTask } from './gemv.ts'
import { compactTreesTask, type LaidTrees, laidTrees, quickTreesTask, walkTreesTask } from './laidTrees.ts'
import { listNetPass, listNetPassTask } from './listNetPass.ts'
import { mapColumns, mapColumnsTask } from './mapColumns.ts'
import { mirrorTask } from './mirror.ts'
import { ndcg, ndcgTask } from './ndcg.ts'
import { packColumnsTask } from './packing.ts'
import { type PreparedMatrices, preparedMatrices } from './preparedMatrices.ts'
import { rowHashes, rowHashesTask } from './rowHashes.ts'
import { shiftRows, shiftRowsTask } from './shiftRows.ts'
import { packSingleColumnsTask } from './singlePacking.ts'
import { softmax, softmaxTask } from './softmax.ts'
import { squaredDistances, squaredDistancesTask } from './squaredDistances.ts'
import { syrk, syrkTask } from './syrk.ts'
import { syrkSingle, syrkSingleTask } from './syrkSingle.ts'
import type { Task, TaskName } from './task.ts'
import { bestSplitsTask, binRowsTask, histogramTask, lambdasTask, partitionRowsTask, quantiseTask, simdTreeGrowth } from './treeGrowth.ts'

/** What all tenants of a memory share. */
type Prepared = PreparedMatrices & LaidTrees

/**
 * Compute on WebAssembly. Arrays from `float32` and `float64` are used where they are; others are copied in and out in blocks.
 * Where a copy would cost more than the work, or scratch cannot be had, the plain version gives the same bits.
 */
export function simdCompute(
  engine: Engine,
  { prepare, gemmPrepared, prepareTrees, scoreTrees }: Prepared = { ...preparedMatrices(engine), ...laidTrees(engine) },
): Compute {
  const { arena, build, wasm } = engine
  const { float32, float64, bytes, words, integers, mark, release } = arena.tenant()
  return {
    build,
    float32,
    float64,
    bytes,
    words,
    integers,
    mark,
    release,
    own: () => simdCompute(engine, { prepare, gemmPrepared, prepareTrees, scoreTrees }),
    dot(a, b) {
      if (!arena.holds(a) || !arena.holds(b)) return plainCompute.dot(a, b)
      return wasm.dot(a.byteOffset, b.byteOffset, Math.min(a.length, b.length))
    },
    gemv: (rows, width, matrix, vector, into) => gemv(engine, rows, width, matrix, vector, into),
    gemvTransposed: (rows, width, matrix, vector, into) => gemvTransposed(engine, rows, width, matrix, vector, into),
    gemm: (m, n, k, a, b, into) => gemm(engine, m, n, k, a, b, into),
    prepare,
    gemmPrepared,
    gemm32: (m, n, k, a, b, into) => gemm32(engine, m, n, k, a, b, into, false),
    gemm32Transposed: (m, n, k, a, b, into) => gemm32(engine, m, n, k, a, b, into, true),
    syrk: (m, n, matrix, weights, into, triangle) => syrk(engine, m, n, matrix, weights, into, triangle),
    cholesky: (n, matrix) => cholesky(engine, n, matrix),
    choleskySolve: (n, factor, into) => choleskySolve(engine, n, factor, into),
    gemmSingle: (m, n, k, a, b, into) => gemmSingle(engine, m, n, k, a, b, into),
    syrkSingle: (m, n, matrix, into) => syrkSingle(engine, m, n, matrix, into),
    columnSums: (rows, width, matrix, weights, into) => columnSums(engine, rows, width, matrix, weights, into),
    shiftRows: (rows, width, shift, scales, into) => shiftRows(engine, rows, width, shift, scales, into),
    squaredDistances: (rows, count, features, x, points, squares, scale, into) =>
      squaredDistances(engine, rows, count, features, x, points, squares, scale, into),
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
    prepareTrees,
    scoreTrees,
    treeGrowth: simdTreeGrowth(engine),
  }
}

const taskTable: { readonly [Name in TaskName]: Task<string, Name> } = {
  argsort: argsortTask,
  choleskyBelow: choleskyBelowTask,
  choleskyUpdate: choleskyUpdateTask,
  closePoints: closePointsTask,
  columnSums: columnSumsTask,
  compactTrees: compactTreesTask,
  gemm: gemmTask,
  gemm32: gemm32Task,
  gemmSingle: gemmSingleTask,
  gemv: gemvTask,
  gemvTransposed: gemvTransposedTask,
  listNetPass: listNetPassTask,
  mapColumns: mapColumnsTask,
  mirror: mirrorTask,
  ndcg: ndcgTask,
  packColumns: packColumnsTask,
  packSingleColumns: packSingleColumnsTask,
  quickTrees: quickTreesTask,
  rowHashes: rowHashesTask,
  shiftRows: shiftRowsTask,
  softmax: softmaxTask,
  squaredDistances: squaredDistancesTask,
  syrk: syrkTask,
  syrkSingle: syrkSingleTask,
  walkTrees: walkTreesTask,
  binRows: binRowsTask,
  partitionRows: partitionRowsTask,
  quantise: quantiseTask,
  histogram: histogramTask,
  bestSplits: bestSplitsTask,
  lambdas: lambdasTask,
  ...elementwiseTasks,
}

/** Threads know a task by its place in this list. */
export const tasks: readonly Task[] = Object.values(taskTable)
