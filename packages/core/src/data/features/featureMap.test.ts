import { asSparse } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { greatestFloat32 } from '../../numeric/special/float32.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { type FeatureMapOptions, fitFeatureMap, fittedMap } from '../../work/fitFeatureMap.ts'
import { LocalLists } from '../../work/localLists.ts'
import { rankingLists } from '../lists/plainRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { type BallNorm, type FeatureMap, identityMap } from './featureMap.ts'
import { applyFeatureMap, rowMapper } from './featureMapApply.ts'
import { mapRadius } from './featureMapRadius.ts'

const { NaN: missing, POSITIVE_INFINITY: infinite } = Number
const scales = ['none', 'min-max', 'standard', 'quantile', 'per-list'] as const

/** Dense lists of the given rows, all in one list by default; infinite values allowed. */
function dense(rows: readonly (readonly number[])[], listOf: (row: number) => number = () => 0): RankingLists {
  const width = rows[0].length
  const finite = rankingLists({
    features: rows.map((row) => row.map(() => 1)),
    labels: rows.map(() => 0),
    lists: rows.map((_, row) => listOf(row)),
  })
  const order = finite.sourceRows ?? rows.map((_, row) => row)
  return { ...finite, width, features: { kind: 'dense', values: Float32Array.from(Array.from(order).flatMap((row) => rows[row])) } }
}

/** The mapped rows, written out. */
function mappedRows(map: FeatureMap, lists: RankingLists): number[][] {
  const features = applyFeatureMap(map, lists)
  return Array.from({ length: lists.labels.length }, (_, row) => {
    if (features.kind === 'dense') return Array.from(features.values.subarray(row * lists.width, (row + 1) * lists.width))
    const written = new Array<number>(lists.width).fill(0)
    for (let k = features.rowStarts[row]; k < features.rowStarts[row + 1]; k++) written[features.columns[k]] = features.values[k]
    return written
  })
}

function column(rows: readonly (readonly number[])[], j: number): number[] {
  return rows.map((row) => row[j])
}

describe('scaling', () => {
  const rows = [
    [1, 10, 5],
    [2, 30, 5],
    [4, 20, 5],
    [3, 20, 5],
  ]

  test('min-max takes each feature from its least value to its greatest, and a constant one to 0', () => {
    const mapped = mappedRows(fitFeatureMap(dense(rows), { scale: 'min-max' }), dense(rows))
    expect(column(mapped, 0)).toEqual([0, Math.fround(1 / 3), 1, Math.fround(2 / 3)])
    expect(column(mapped, 1)).toEqual([0, 1, 0.5, 0.5])
    expect(column(mapped, 2)).toEqual([0, 0, 0, 0])
  })

  test('standard gives mean 0 and deviation 1', () => {
    const mapped = mappedRows(fitFeatureMap(dense(rows), { scale: 'standard' }), dense(rows))
    for (const j of [0, 1]) {
      const values = column(mapped, j)
      expect(values.reduce((sum, value) => sum + value, 0) / 4).toBeCloseTo(0, 6)
      expect(values.reduce((sum, value) => sum + value ** 2, 0) / 4).toBeCloseTo(1, 6)
    }
    expect(column(mapped, 2)).toEqual([0, 0, 0, 0])
  })

  test('per-list takes each list from its own least value to its greatest', () => {
    const lists = dense(rows, (row) => (row < 2 ? 0 : 1))
    const mapped = mappedRows(fitFeatureMap(lists, { scale: 'per-list' }), lists)
    expect(column(mapped, 0)).toEqual([0, 1, 1, 0])
    expect(column(mapped, 1)).toEqual([0, 1, 0, 0])
  })

  test('quantile gives ranks: a monotone change of a feature changes nothing at the percentiles', () => {
    const values = Array.from({ length: 101 }, (_, i) => i)
    const plain = dense(values.map((value) => [value]))
    const bent = dense(values.map((value) => [Math.exp(value / 20)]))
    const mappedPlain = mappedRows(fitFeatureMap(plain, { scale: 'quantile' }), plain)
    const mappedBent = mappedRows(fitFeatureMap(bent, { scale: 'quantile' }), bent)
    expect(mappedPlain.flat()).toEqual(values.map((value) => Math.fround(value / 100)))
    for (const [i, [value]] of mappedBent.entries()) expect(value).toBeCloseTo(mappedPlain[i][0], 6)
  })

  test('quantile takes the two values of a binary feature to 0 and 1', () => {
    const lists = dense([[0], [0], [0], [1], [0], [1]])
    expect(mappedRows(fitFeatureMap(lists, { scale: 'quantile' }), lists).flat()).toEqual([0, 0, 0, 1, 0, 1])
  })

  test.each(scales)('%s keeps the order of values', (scale) => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 2, maxLength: 30 }), (values) => {
        const lists = dense(values.map((value) => [value]))
        const mapped = mappedRows(fitFeatureMap(lists, { scale }), lists).flat()
        for (const [i, a] of values.entries())
          for (const [k, b] of values.entries()) if (a <= b) expect(mapped[i]).toBeLessThanOrEqual(mapped[k])
      }),
      { numRuns: 40 },
    )
  })

  test.each(['min-max', 'standard', 'quantile'] as const)('%s clips what lies outside the training range to its ends', (scale) => {
    const map = fitFeatureMap(dense([[1], [2], [5]]), { scale })
    const ends = mappedRows(map, dense([[1], [5]])).flat()
    expect(mappedRows(map, dense([[-1e30], [-infinite], [1e30], [infinite]])).flat()).toEqual([ends[0], ends[0], ends[1], ends[1]])
  })

  test('none leaves finite values alone', () => {
    expect(
      mappedRows(
        identityMap(2),
        dense([
          [1, -2],
          [missing, infinite],
        ]),
      ),
    ).toEqual([
      [1, -2],
      [0, greatestFloat32],
    ])
  })
})

describe('missing values', () => {
  test('stand for the mean of the training data, or for 0', () => {
    const rows = [[1], [missing], [3]]
    expect(mappedRows(fitFeatureMap(dense(rows), { scale: 'min-max', missing: 'mean' }), dense(rows)).flat()).toEqual([0, 0.5, 1])
    expect(mappedRows(fitFeatureMap(dense(rows), { scale: 'none', missing: 'zero' }), dense(rows)).flat()).toEqual([1, 0, 3])
    expect(mappedRows(fitFeatureMap(dense(rows), { scale: 'none', missing: 'mean' }), dense(rows)).flat()).toEqual([1, 2, 3])
  })

  test('a feature that is always missing maps to 0', () => {
    const lists = dense([[missing], [missing]])
    for (const scale of scales) expect(mappedRows(fitFeatureMap(lists, { scale }), lists).flat()).toEqual([0, 0])
  })
})

describe('the ball', () => {
  const nasty = fc.oneof(
    fc.constantFrom(0, -0, missing, infinite, -infinite, greatestFloat32, -greatestFloat32, 2 ** -149, 2 ** -126, 1, -1),
    fc.float(),
    fc.float({ min: -2, max: 2, noNaN: true }),
  )
  const row = fc.array(nasty, { minLength: 4, maxLength: 4 })
  const table = fc.array(row, { minLength: 1, maxLength: 6 })

  /** Σ over exact integers: every float32 is a multiple of 2⁻¹⁴⁹. */
  function exactlyInside(norm: BallNorm, values: readonly number[], radius: number): boolean {
    const units = values.map((value) => scaled(Math.abs(value)))
    if (norm === 'inf') return units.every((unit) => unit <= scaled(radius))
    if (norm === 'l1') return units.reduce((sum, unit) => sum + unit, 0n) <= scaled(radius)
    return units.reduce((sum, unit) => sum + unit * unit, 0n) <= scaled(radius) ** 2n
  }

  /** value · 2³⁰⁰ as an integer. */
  function scaled(value: number): bigint {
    let exponent = 300
    let mantissa = value
    while (!Number.isInteger(mantissa)) {
      mantissa *= 2
      exponent--
    }
    return BigInt(mantissa) << BigInt(exponent)
  }

  test.each(scales.flatMap((scale) => (['l1', 'l2', 'inf'] as const).map((norm) => [scale, norm] as const)))(
    '%s, %s: no input whatever is mapped outside, counted in exact integers',
    (scale, norm) => {
      const radius = fc.constantFrom(1, 0.1, 1e-3, 7.3, 1e20, 1e-37, 1e-42)
      fc.assert(
        fc.property(table, table, radius, fc.boolean(), (train, serve, featureRadius, sparse) => {
          const form = sparse ? asSparse : (lists: RankingLists) => lists
          const options: FeatureMapOptions = { scale, featureBall: norm, featureRadius }
          const map = fitFeatureMap(form(dense(train)), options)
          for (const lists of [dense(serve), asSparse(dense(serve))]) {
            for (const mapped of mappedRows(map, lists)) {
              expect(mapped.every(Number.isFinite)).toBe(true)
              expect(exactlyInside(norm, mapped, featureRadius)).toBe(true)
            }
          }
          expect(mapRadius(map, norm)).toBeLessThanOrEqual(featureRadius)
        }),
        { numRuns: 60 },
      )
    },
  )

  test.each(scales.filter((scale) => scale !== 'none'))('%s without a ball is bounded all the same, by mapRadius', (scale) => {
    fc.assert(
      fc.property(table, table, fc.boolean(), (train, serve, sparse) => {
        const map = fitFeatureMap(sparse ? asSparse(dense(train)) : dense(train), { scale })
        for (const norm of ['l1', 'l2', 'inf'] as const) {
          const radius = mapRadius(map, norm)
          for (const mapped of mappedRows(map, dense(serve))) expect(exactlyInside(norm, mapped, radius!)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('nothing bounds raw features, and mapRadius says so', () => {
    expect(mapRadius(identityMap(3))).toBeUndefined()
  })

  test('mapRadius knows the other norms from the ball', () => {
    const map: FeatureMap = { ...identityMap(9), ball: { norm: 'l2', radius: 2 } }
    expect([mapRadius(map), mapRadius(map, 'inf'), mapRadius(map, 'l1')]).toEqual([2, 2, 6])
    expect(mapRadius({ ...map, ball: { norm: 'inf', radius: 1 } }, 'l1')).toBe(9)
  })

  test('rows inside stay as they are, unit vectors included; rows outside keep their direction', () => {
    const unit: FeatureMap = { ...identityMap(2), ball: { norm: 'l2', radius: 1 } }
    expect(
      mappedRows(
        unit,
        dense([
          [1, 0],
          [0, -1],
          [0.25, 0.5],
        ]),
      ),
    ).toEqual([
      [1, 0],
      [0, -1],
      [0.25, 0.5],
    ])
    const [[x, y]] = mappedRows(unit, dense([[30, 40]]))
    expect(x).toBeCloseTo(0.6, 6)
    expect(y / x).toBeCloseTo(4 / 3, 6)
    const twice = mappedRows(unit, dense([[x, y]]))
    expect(twice).toEqual([[x, y]])
  })

  test('the infinity ball clips each feature on its own', () => {
    const cube: FeatureMap = { ...identityMap(2), ball: { norm: 'inf', radius: 0.5 } }
    expect(
      mappedRows(
        cube,
        dense([
          [30, 0.25],
          [-0.75, -infinite],
        ]),
      ),
    ).toEqual([
      [0.5, 0.25],
      [-0.5, -0.5],
    ])
  })

  test('training rows are shrunk by one common factor, not bent', () => {
    const random = seededRandom(3)
    const lists = dense(Array.from({ length: 50 }, () => Array.from({ length: 6 }, () => random.normal())))
    const without = mappedRows(fitFeatureMap(lists, { scale: 'standard' }), lists)
    const map = fitFeatureMap(lists, { scale: 'standard', featureBall: 'l2', featureRadius: 1 })
    expect(map.shrink).toBeLessThan(1)
    for (const [i, values] of mappedRows(map, lists).entries()) {
      for (const [j, value] of values.entries()) expect(value).toBeCloseTo(without[i][j] * map.shrink, 6)
    }
  })

  test('a radius without a ball is refused', () => {
    expect(() => fitFeatureMap(dense([[1]]), { featureRadius: 1 })).toThrow('`featureRadius` would change nothing')
  })
})

describe('sparse features', () => {
  const value = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.float({ min: -4, max: 4, noNaN: true }), fc.constant(missing))
  const table = fc.array(fc.array(value, { minLength: 5, maxLength: 5 }), { minLength: 2, maxLength: 8 })

  test.each(scales)('%s: stay sparse, and dense serving data gives the same values', (scale) => {
    fc.assert(
      fc.property(table, table, fc.constantFrom('none', 'l1', 'l2', 'inf'), (rows, other, featureBall) => {
        const map = fitFeatureMap(asSparse(dense(rows, (row) => row % 2)), { scale, featureBall })
        const lists = dense(other, (row) => row % 2)
        expect(map.zero).toBe('kept')
        expect(applyFeatureMap(map, asSparse(lists)).kind).toBe('sparse')
        expect(mappedRows(map, asSparse(lists)).map((row) => row.map((x) => x + 0))).toEqual(
          mappedRows(map, lists).map((row) => row.map((x) => x + 0)),
        )
      }),
      { numRuns: 60 },
    )
  })

  test.each(scales)('%s: a map fitted on dense data maps sparse data to the same values', (scale) => {
    fc.assert(
      fc.property(table, fc.constantFrom('none', 'l2'), (rows, featureBall) => {
        const lists = dense(rows, (row) => row % 2)
        const map = fitFeatureMap(lists, { scale, featureBall })
        expect(mappedRows(map, asSparse(lists)).map((row) => row.map((x) => x + 0))).toEqual(
          mappedRows(map, lists).map((row) => row.map((x) => x + 0)),
        )
      }),
      { numRuns: 60 },
    )
  })

  test.each(['min-max', 'standard', 'quantile'] as const)('%s: the kept scale is the moved one less its value at 0', (scale) => {
    const rows = [
      [0, 2],
      [1, 0],
      [3, -1],
      [0, 0],
    ]
    const moved = mappedRows(fitFeatureMap(dense(rows), { scale }), dense(rows))
    const kept = mappedRows(fitFeatureMap(asSparse(dense(rows)), { scale }), dense(rows))
    for (const j of [0, 1]) {
      const shift = moved[3][j]
      for (const i of rows.keys()) expect(kept[i][j]).toBeCloseTo(moved[i][j] - shift, 6)
    }
  })
})

test('mapping a range of rows gives the rows of the whole', () => {
  const random = seededRandom(5)
  const lists = dense(
    Array.from({ length: 20 }, () => [random.normal(), random.normal()]),
    (row) => row >> 2,
  )
  for (const scale of scales) {
    const map = fitFeatureMap(lists, { scale })
    const part = new Float32Array(6)
    rowMapper(map, lists).dense(9, 12, part)
    expect(Array.from(part)).toEqual(mappedRows(map, lists).slice(9, 12).flat())
  }
})

describe('fitting in blocks', () => {
  const [rows, width] = [600, 3000]
  const values = Float32Array.from({ length: rows * width }, (_, place) => ((place * 7919) % 1009) / 1009)
  const wide: RankingLists = {
    features: { kind: 'dense', values },
    width,
    labels: new Float64Array(rows),
    offsets: Uint32Array.of(0, rows),
    listIds: ['1'],
  }

  test.each([
    ['min-max', 'none', 1],
    ['standard', 'l2', 3],
    ['quantile', 'inf', 3],
    ['none', 'l2', 1],
  ] as const)('%s into the ball %s: each pass tells how far it is, in small steps', (scale, featureBall, passes) => {
    const reported: { done: number; total: number }[] = []
    finish(fittedMap(LocalLists.of(wide, plainRuntime), { scale, featureBall }), ({ done, total }) => {
      if (total !== undefined) reported.push({ done, total })
    })
    expect(reported.filter(({ done, total }) => done === total)).toHaveLength(passes)
    for (const [place, { done, total }] of reported.entries()) {
      const before = reported[place - 1]
      const from = before === undefined || before.done === before.total ? 0 : before.done
      expect(done).toBeGreaterThan(from)
      if (total === rows) expect(done - from).toBeLessThanOrEqual(Math.ceil(2 ** 18 / width))
    }
  })
})
