/** Growing trees on binned rows: every call gives the plain bits. */

import { seededRandom } from '@rankwright/core'
import { type Compute, histogramLength, plainCompute, SPLIT_NUMBERS } from '@rankwright/core/numeric'
import { describe, expect, test } from 'vitest'
import { expectSameBits } from './expectations.ts'

/** Rows of bins with gradients, in arrays of the build. */
function sample(compute: Compute, seed: number, rows: number, columns: number) {
  const random = seededRandom(seed)
  const stride = Math.ceil(columns / 8) * 8
  const bins = compute.bytes(rows * stride)
  const binCounts = Uint32Array.from({ length: columns }, () => 1 + random.integer(255))
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) bins[row * stride + column] = random.integer(binCounts[column] + (column % 2))
  }
  const slopes = compute.float64(rows).map(() => random.normal())
  const doubles = (make: () => number) => fill(compute.float64(rows), make)
  const numbers = {
    slopes: doubles(() => random.normal()),
    curvatures: doubles(() => random.uniform()),
    scores: doubles(() => Math.round(4 * random.normal()) / 2),
  }
  const some = Uint32Array.from(slopes.keys()).filter(() => random.uniform() < 0.7)
  const order = compute.words(some.length)
  order.set(some)
  const gradients = compute.integers(2 * rows)
  plainCompute.treeGrowth.quantise(numbers.slopes, numbers.curvatures, 1000, 500, gradients)
  return { random, rows, columns, stride, bins, binCounts, order, gradients, ...numbers }
}

function fill(into: Float64Array, make: () => number): Float64Array {
  for (let at = 0; at < into.length; at++) into[at] = make()
  return into
}

const shapes = [
  { rows: 0, columns: 3 },
  { rows: 1, columns: 1 },
  { rows: 700, columns: 5 },
  { rows: 1500, columns: 21 },
  { rows: 60_000, columns: 2 },
]

export function treeGrowthContract(compute: Compute): void {
  const { treeGrowth: own } = compute
  const { treeGrowth: plain } = plainCompute

  describe('treeGrowth', () => {
    test('bins are the plain ones, missing and infinite values too', () => {
      const random = seededRandom(1)
      const [rows, width] = [3001, 7]
      const matrix = compute.float32(rows * width)
      for (let at = 0; at < matrix.length; at++) matrix[at] = Math.round(20 * random.normal()) / 10
      matrix.set([Number.NaN, Infinity, -Infinity, -0, 0, 3.4e38, -3.4e38])
      const features = Uint32Array.of(0, 2, 3, 6)
      const thresholds = Float32Array.from([-1, 0, 0.5, 0, -2, -1.5, -1, 1, 1.7])
      const starts = Uint32Array.of(0, 3, 4, 4, 9)
      for (const given of [matrix, matrix.slice()]) {
        const into = compute.bytes(rows * 8)
        const wanted = new Uint8Array(rows * 8)
        own.binRows(rows, width, given, features, thresholds, starts, 8, into)
        plain.binRows(rows, width, matrix, features, thresholds, starts, 8, wanted)
        expect(Array.from(into)).toEqual(Array.from(wanted))
      }
    })

    test('rows without a column have an empty histogram and no split', () => {
      const { order, gradients } = sample(compute, 5, 40, 1)
      const histogram = compute.integers(0)
      own.histogram(0, compute.bytes(0), gradients, order, histogram)
      expect(histogram).toHaveLength(0)
    })

    test.each(shapes)('sums, splits and sides of $rows rows with $columns columns', ({ rows, columns }) => {
      const { random, stride, bins, binCounts, order, gradients, slopes, curvatures, scores } = sample(compute, 5, rows, columns)
      const quantised = compute.integers(2 * rows)
      own.quantise(slopes, curvatures, 1000, 500, quantised)
      expect(quantised).toEqual(gradients)

      const histogram = compute.integers(histogramLength(stride))
      const wanted = new Int32Array(histogram.length).fill(3)
      own.histogram(stride, bins, gradients, order, histogram)
      plain.histogram(stride, bins, gradients, order, wanted)
      expect(histogram).toEqual(wanted)

      const part = compute.integers(histogram.length)
      const half = order.subarray(0, order.length >> 1)
      const [plainPart, left] = [new Int32Array(part.length), histogram.slice()]
      own.histogram(stride, bins, gradients, half, part, histogram)
      plain.histogram(stride, bins, gradients, half.slice(), plainPart, left)
      expect(part).toEqual(plainPart)
      expect(histogram).toEqual(left)
      histogram.set(wanted)

      let [slope, curvature] = [0, 0]
      for (const row of order) {
        slope += gradients[2 * row]
        curvature += gradients[2 * row + 1]
      }
      const places = Uint32Array.from({ length: columns }, (_, column) => column).filter(() => random.uniform() < 0.8)
      for (const directions of [undefined, Int32Array.from({ length: columns }, () => random.integer(3) - 1)]) {
        for (const [least, greatest] of [
          [-Infinity, Infinity],
          [-0.01, 0.02],
        ]) {
          for (const penalties of [
            { l1: 0.01, l2: 0.5, minCurvature: 0.1, countRows: 'exactly' },
            { l1: 0, l2: 0.5, minCurvature: 0.1, countRows: 'exactly' },
            { l1: 0, l2: 0, minCurvature: 0, countRows: 'exactly' },
            { l1: 0.01, l2: 0.5, minCurvature: 0.1, countRows: 'by-curvature' },
            { l1: 0, l2: 0.5, minCurvature: 0.1, countRows: 'by-curvature' },
            { l1: 0, l2: 0, minCurvature: 0, minRows: order.length >> 2, countRows: 'by-curvature' },
            { l1: 0, l2: 0, minCurvature: 0, minRows: 3, countRows: 'by-curvature' },
          ] as const) {
            const node = { slope, curvature, rows: order.length, least, greatest }
            const rules = { slopeScale: 1 / 1000, curvatureScale: 1 / 500, minRows: 3, ...penalties }
            const found = new Float64Array(SPLIT_NUMBERS * places.length)
            const plainFound = new Float64Array(found.length)
            own.bestSplits(histogram, places, binCounts, directions, node, rules, found)
            plain.bestSplits(wanted, places, binCounts, directions, node, rules, plainFound)
            expectSameBits(found, plainFound)
            if (rows > 500 && directions === undefined) expect(found.some((number) => number > 0)).toBe(true)
          }
        }
      }

      const sides = Uint8Array.from({ length: 256 }, () => random.integer(2))
      const parted = order.slice()
      const count = plain.partitionRows(stride, bins, columns - 1, sides, new Uint32Array(parted.length), parted)
      expect(own.partitionRows(stride, bins, columns - 1, sides, compute.words(order.length), order)).toBe(count)
      expect(order).toEqual(parted)

      const [sums, plainSums] = [new Float64Array(2), new Float64Array(2)]
      own.leafSums(slopes, curvatures, 2 ** 40, 2 ** 41, order, sums)
      plain.leafSums(slopes, curvatures, 2 ** 40, 2 ** 41, order.slice(), plainSums)
      expectSameBits(sums, plainSums)

      const tree = {
        columns: Uint32Array.of(0, columns - 1),
        sides: new Uint8Array([...sides, ...sides.map((side) => 1 - side)]),
        left: Int32Array.of(1, -1),
        right: Int32Array.of(-3, -2),
      }
      const plainScores = scores.slice()
      plain.walkBins(stride, bins, tree, Float64Array.of(1, 2, 4), order.slice(), plainScores)
      own.walkBins(stride, bins, tree, Float64Array.of(1, 2, 4), order, scores)
      plain.addToRows(order.slice(), 0.3, plainScores)
      own.addToRows(order, 0.3, scores)
      expectSameBits(scores, plainScores)
    })

    test('slopes of pairs, of lists of all lengths, with ties and far scores', () => {
      const random = seededRandom(9)
      const lengths = [0, 1, 2, 3, 40, 7, 101, 1]
      const offsets = Uint32Array.from([
        0,
        ...lengths.map((_, list) => lengths.slice(0, list + 1).reduce((sum, length) => sum + length, 0)),
      ])
      const rows = offsets[lengths.length]
      const items = compute.words(rows)
      items.set(random.shuffle(Array.from({ length: rows }, (_, row) => row)))
      const discounts = Float64Array.from({ length: 101 }, (_, place) => 1 / (place + 1))
      for (const scale of [0, 1, 900]) {
        const scores = fill(compute.float64(rows), () => (scale * random.integer(9)) / 4)
        const gains = fill(compute.float64(rows), () => random.integer(4) / 7)
        for (const [cutoff, normalise] of [
          [1, true],
          [5, false],
          [200, true],
        ] as const) {
          const mine = [compute.float64(rows), compute.float64(rows)]
          const wanted = [new Float64Array(rows).fill(7), new Float64Array(rows).fill(7)]
          own.lambdas(offsets, items, cutoff, normalise, scores, gains, discounts, mine[0], mine[1])
          plain.lambdas(offsets, items.slice(), cutoff, normalise, scores.slice(), gains.slice(), discounts, wanted[0], wanted[1])
          expectSameBits(mine[0], wanted[0])
          expectSameBits(mine[1], wanted[1])
        }
      }
    })
  })
}
