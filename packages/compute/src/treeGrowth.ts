import { plainCompute, requireLambdas, requireLength, SPLIT_NUMBERS, type TreeGrowth } from '@rankwright/core/numeric'
import { roomFor } from './arena.ts'
import { type Engine, rowsIn } from './engine.ts'
import { listsPerPiece } from './listWaves.ts'
import { defineTask } from './task.ts'

/** Bytes of bins, and of rows, that a thread takes at a time. */
const PIECE_ROWS = 1 << 14
/** Columns whose best splits a thread looks for at a time. */
const PIECE_COLUMNS = 8

export const binRowsTask = defineTask(
  'binRows',
  ['matrix', 'rows', 'width', 'features', 'count', 'thresholds', 'starts', 'stride', 'into', 'perPiece'],
  (wasm, { matrix, rows, width, features, count, thresholds, starts, stride, into, perPiece }, piece) => {
    const from = piece * perPiece
    wasm.binRows(matrix, width, from, Math.min(rows, from + perPiece), features, count, thresholds, starts, stride, into)
  },
)

export const quantiseTask = defineTask(
  'quantise',
  ['slopes', 'curvatures', 'slopeScale', 'curvatureScale', 'rows', 'into'],
  (wasm, { slopes, curvatures, slopeScale, curvatureScale, rows, into }, piece) => {
    const from = piece * PIECE_ROWS
    wasm.quantise(slopes, curvatures, slopeScale, curvatureScale, from, Math.min(rows, from + PIECE_ROWS), into)
  },
)

export const histogramTask = defineTask(
  'histogram',
  ['stride', 'bins', 'gradients', 'rows', 'count', 'blocks', 'perPiece', 'into', 'whole', 'scratch', 'scratchBytes'],
  (wasm, { stride, bins, gradients, rows, count, blocks, perPiece, into, whole, scratch, scratchBytes }, piece, thread) => {
    const from = piece * perPiece
    const to = Math.min(blocks, from + perPiece)
    wasm.histogram(stride, bins, gradients, rows, count, from, to, into, whole, scratch + thread * scratchBytes)
  },
)

export const bestSplitsTask = defineTask(
  'bestSplits',
  ['histogram', 'columns', 'count', 'binCounts', 'directions', 'given', 'into'],
  (wasm, { histogram, columns, count, binCounts, directions, given, into }, piece) => {
    const from = piece * PIECE_COLUMNS
    wasm.bestSplits(histogram, columns, from, Math.min(count, from + PIECE_COLUMNS), binCounts, directions, given, into)
  },
)

export const partitionRowsTask = defineTask(
  'partitionRows',
  ['stride', 'bins', 'column', 'sides', 'rows', 'count', 'scratch', 'lefts'],
  (wasm, { stride, bins, column, sides, rows, count, scratch, lefts }, piece) => {
    const from = piece * PIECE_ROWS
    const length = Math.min(PIECE_ROWS, count - from)
    wasm.partitionPiece(stride, bins, column, sides, rows + 4 * from, length, scratch + 4 * from, lefts + 4 * piece)
  },
)

export const lambdasTask = defineTask(
  'lambdas',
  [
    'offsets',
    'lists',
    'perPiece',
    'cutoff',
    'normalise',
    'items',
    'scores',
    'gains',
    'discounts',
    'slopes',
    'curvatures',
    'scratch',
    'scratchBytes',
    'longest',
  ],
  (
    wasm,
    { offsets, lists, perPiece, cutoff, normalise, items, scores, gains, discounts, slopes, curvatures, scratch, scratchBytes, longest },
    piece,
    thread,
  ) => {
    const from = piece * perPiece
    const to = Math.min(lists, from + perPiece)
    const own = scratch + thread * scratchBytes
    wasm.lambdas(offsets, from, to, cutoff, normalise, items, scores, gains, discounts, slopes, curvatures, own, longest)
  },
)

/**
 * Growing trees in WebAssembly. Only arrays that lie in its memory are worked on there: bins, rows and gradients are too large to be copied at each
 * call. For others the plain version gives the same bits.
 */
export function simdTreeGrowth({ arena, wasm, threads, run }: Engine): TreeGrowth {
  const here = (...arrays: readonly Parameters<typeof arena.holds>[0][]) => arrays.every((array) => arena.holds(array))
  const { treeGrowth: plain } = plainCompute
  return {
    binRows(rows, width, matrix, features, thresholds, starts, stride, into) {
      requireLength('matrix', matrix, rows * width)
      requireLength('starts', starts, features.length + 1)
      requireLength('into', into, rows * stride)
      const wave = arena.holds(matrix) ? rows : Math.min(rows, rowsIn(threads << 20, width))
      const room = roomFor(4 * features.length, 4 * thresholds.length, 4 * starts.length, arena.outside(matrix, wave * width))
      if (!here(into) || !arena.open(room)) {
        plain.binRows(rows, width, matrix, features, thresholds, starts, stride, into)
        return
      }
      const given = {
        width,
        features: arena.place(features, features.length),
        count: features.length,
        thresholds: arena.place(thresholds, thresholds.length),
        starts: arena.place(starts, starts.length),
        stride,
        perPiece: rowsIn(1 << 18, width),
      }
      const staged = arena.stage(matrix, wave * width)
      for (let row = 0; row < rows; row += wave) {
        const count = Math.min(wave, rows - row)
        if (staged !== undefined) arena.copyIn(matrix, row * width, count * width, staged)
        const source = staged ?? matrix.byteOffset + 4 * row * width
        run(binRowsTask, Math.ceil(count / given.perPiece), { ...given, matrix: source, rows: count, into: into.byteOffset + row * stride })
      }
    },
    quantise(slopes, curvatures, slopeScale, curvatureScale, into) {
      if (!here(slopes, curvatures, into)) {
        plain.quantise(slopes, curvatures, slopeScale, curvatureScale, into)
        return
      }
      requireLength('curvatures', curvatures, slopes.length)
      requireLength('into', into, 2 * slopes.length)
      run(quantiseTask, Math.ceil(slopes.length / PIECE_ROWS), {
        slopes: slopes.byteOffset,
        curvatures: curvatures.byteOffset,
        slopeScale,
        curvatureScale,
        rows: slopes.length,
        into: into.byteOffset,
      })
    },
    histogram(stride, bins, gradients, rows, into, whole) {
      const blocks = stride / 8
      const perPiece = Math.max(1, Math.ceil(blocks / threads))
      const scratchBytes = roomFor(wasm.histogramScratch(perPiece))
      if (whole !== undefined) requireLength('whole', whole, into.length)
      if (!here(bins, gradients, rows, into, whole ?? into) || !arena.open(threads * scratchBytes)) {
        plain.histogram(stride, bins, gradients, rows, into, whole)
        return
      }
      run(histogramTask, Math.ceil(blocks / perPiece), {
        stride,
        bins: bins.byteOffset,
        gradients: gradients.byteOffset,
        rows: rows.byteOffset,
        count: rows.length,
        blocks,
        perPiece,
        into: into.byteOffset,
        whole: whole?.byteOffset ?? 0,
        scratch: arena.take(threads * scratchBytes),
        scratchBytes,
      })
    },
    bestSplits(histogram, columns, binCounts, directions, node, rules, into) {
      requireLength('into', into, SPLIT_NUMBERS * columns.length)
      const room = roomFor(
        4 * columns.length,
        4 * binCounts.length,
        4 * (directions?.length ?? 0),
        8 * 12,
        8 * SPLIT_NUMBERS * columns.length,
      )
      if (!here(histogram) || !arena.open(room)) {
        plain.bestSplits(histogram, columns, binCounts, directions, node, rules, into)
        return
      }
      const { slope, curvature, rows, least, greatest } = node
      const { slopeScale, curvatureScale, l1, l2, minRows, minCurvature } = rules
      const byCurvature = Number(rules.countRows === 'by-curvature')
      const numbers = Float64Array.of(
        ...[slope, curvature, rows, least, greatest],
        ...[slopeScale, curvatureScale, l1, l2, minRows, minCurvature, byCurvature],
      )
      const found = arena.take(8 * SPLIT_NUMBERS * columns.length)
      run(bestSplitsTask, Math.ceil(columns.length / PIECE_COLUMNS), {
        histogram: histogram.byteOffset,
        columns: arena.place(columns, columns.length),
        count: columns.length,
        binCounts: arena.place(binCounts, binCounts.length),
        directions: directions === undefined ? 0 : arena.place(directions, directions.length),
        given: arena.place(numbers, numbers.length),
        into: found,
      })
      arena.copyOut(found, into, 0, SPLIT_NUMBERS * columns.length)
    },
    partitionRows(stride, bins, column, sides, scratch, rows) {
      const pieces = Math.ceil(rows.length / PIECE_ROWS)
      if (!here(bins, scratch, rows) || !arena.open(roomFor(sides.length, 4 * pieces))) {
        return plain.partitionRows(stride, bins, column, sides, scratch, rows)
      }
      requireLength('scratch', scratch, rows.length)
      const given = {
        stride,
        bins: bins.byteOffset,
        column,
        sides: arena.place(sides, sides.length),
        rows: rows.byteOffset,
        count: rows.length,
        scratch: scratch.byteOffset,
        lefts: arena.take(4 * pieces),
      }
      run(partitionRowsTask, pieces, given)
      return wasm.joinPieces(given.rows, given.count, given.scratch, PIECE_ROWS, given.lefts)
    },
    leafSums(slopes, curvatures, slopeScale, curvatureScale, rows, into) {
      if (!here(slopes, curvatures, rows) || !arena.open(roomFor(16))) {
        plain.leafSums(slopes, curvatures, slopeScale, curvatureScale, rows, into)
        return
      }
      const sums = arena.take(16)
      wasm.leafSums(slopes.byteOffset, curvatures.byteOffset, slopeScale, curvatureScale, rows.byteOffset, rows.length, sums)
      arena.copyOut(sums, into, 0, 2)
    },
    lambdas(offsets, items, cutoff, normalise, scores, gains, discounts, slopes, curvatures) {
      const { longest } = requireLambdas(offsets, items, scores, gains, discounts, slopes, curvatures)
      const scratchBytes = roomFor(80 * longest + 64)
      const room = roomFor(arena.outside(offsets, offsets.length), 8 * discounts.length, threads * scratchBytes)
      if (!here(items, scores, gains, slopes, curvatures) || !arena.open(room)) {
        plain.lambdas(offsets, items, cutoff, normalise, scores, gains, discounts, slopes, curvatures)
        return
      }
      const lists = offsets.length - 1
      const perPiece = listsPerPiece(lists, scores.length, threads)
      run(lambdasTask, Math.ceil(lists / perPiece), {
        offsets: arena.place(offsets, offsets.length),
        lists,
        perPiece,
        cutoff: Math.min(cutoff, longest),
        normalise: Number(normalise),
        items: items.byteOffset,
        scores: scores.byteOffset,
        gains: gains.byteOffset,
        discounts: arena.place(discounts, discounts.length),
        slopes: slopes.byteOffset,
        curvatures: curvatures.byteOffset,
        scratch: arena.take(threads * scratchBytes),
        scratchBytes,
        longest,
      })
    },
    addToRows(rows, amount, into) {
      if (here(rows, into)) wasm.addToRows(rows.byteOffset, rows.length, amount, into.byteOffset)
      else plain.addToRows(rows, amount, into)
    },
    walkBins(stride, bins, tree, values, rows, into) {
      const { columns, sides, left, right } = tree
      const room = roomFor(4 * columns.length, sides.length, 4 * left.length, 4 * right.length, 8 * values.length)
      if (!here(bins, rows, into) || !arena.open(room)) {
        plain.walkBins(stride, bins, tree, values, rows, into)
        return
      }
      wasm.walkBins(
        stride,
        bins.byteOffset,
        columns.length,
        arena.place(columns, columns.length),
        arena.place(sides, sides.length),
        arena.place(left, left.length),
        arena.place(right, right.length),
        arena.place(values, values.length),
        rows.byteOffset,
        rows.length,
        into.byteOffset,
      )
    },
  }
}
