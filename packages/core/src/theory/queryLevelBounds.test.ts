import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bound } from './bound.ts'
import { sharpSmoothStep, sharpStep, theoryLambda } from './queryLevelExpected.ts'

// 19,000 lists of at most 120 items, as in MSLR-WEB30K; ListNet on unit balls
const listNetSetting = { G: 2, W: 1, R: 1, B: 10, m: 120, n: 19_000 }
const { G: _, ...common } = listNetSetting
const smoothSetting = { ...common, H: 1 }
const sparseSetting = { ...listNetSetting, d: 136 }
const euclideanSetting = { ...common, G2: Math.SQRT2 }

describe('in expectation', () => {
  test('Theorem 5 is G W R √(2/n), 0.02 for ListNet on 19,000 lists', () => {
    const { value, terms } = bound('q-t5', { G: 2, W: 1, R: 1, n: 19_000 })
    expect(value).toBeCloseTo(2 * Math.sqrt(2 / 19_000), 12)
    expect(value).toBeCloseTo(0.0205, 4)
    expect(terms).toEqual({ best: 0, gap: value })
    expect(bound('q-t5', { G: 2, W: 3, R: 0.5, n: 50, best: 1 }).value).toBeCloseTo(1 + 3 * Math.sqrt(2 / 50), 12)
  })

  test('Theorem 6 is 2 G R W (8/n + √(2/n)) with the lambda of the theory', () => {
    expect(bound('q-t6', { G: 2, W: 3, R: 0.5, n: 100 }).value).toBeCloseTo(6 * (8 / 100 + Math.sqrt(2 / 100)), 12)
  })

  test('with another lambda, Theorem 6 is λW²/2 + 4(λW + GR)²/(λn)', () => {
    const [G, W, R, n, lambda] = [2, 3, 0.5, 100, 0.2]
    expect(bound('q-t6', { G, W, R, n, lambda }).value).toBeCloseTo(
      (lambda * W ** 2) / 2 + (4 * (lambda * W + G * R) ** 2) / (lambda * n),
      12,
    )
  })

  test('the lambda of the theory is the best one, and the printed bound is a little above what it gives', () => {
    const setting = { G: 2, W: 3, R: 0.5, n: 100 }
    const lambda = theoryLambda(setting)
    const least = bound('q-t6', { ...setting, lambda }).value
    for (const factor of [0.5, 0.9, 1.1, 2]) expect(bound('q-t6', { ...setting, lambda: lambda * factor }).value).toBeGreaterThan(least)
    const printed = bound('q-t6', setting).value
    expect(least).toBeLessThan(printed)
    expect(least).toBeGreaterThan(0.8 * printed)
  })

  test('(8) goes from 8HW²R²/n to a slow rate as the best loss grows', () => {
    const [H, W, R, n] = [1, 2, 0.5, 400]
    expect(bound('q-eq8', { H, W, R, n }).value).toBeCloseTo((8 * H * W ** 2 * R ** 2) / n, 12)
    const x = (H * W ** 2 * R ** 2) / n
    expect(bound('q-eq8', { H, W, R, n, best: 0.3 }).value).toBeCloseTo(0.3 + 2 * Math.sqrt(2 * x * 0.3) + 8 * x, 12)
  })

  test('without the lost factor, Theorem 5 is G W R/√n; with the paper’s own step 3/(2√2) of that', () => {
    const [G, W, R, n] = [2, 3, 0.5, 400]
    const sharp = bound('q-ogd', { G, W, R, n }).value
    expect(sharp).toBeCloseTo((G * W * R) / Math.sqrt(n), 12)
    expect(bound('q-ogd', { G, W, R, n, eta: sharpStep({ G, W, R, n }) }).value).toBeCloseTo(sharp, 12)
    const printedStep = W / (G * R * Math.sqrt(2 * n))
    expect(bound('q-ogd', { G, W, R, n, eta: printedStep }).value).toBeCloseTo((3 / (2 * Math.SQRT2)) * sharp, 12)
    expect(bound('q-t5', { G, W, R, n }).value).toBeCloseTo(Math.SQRT2 * sharp, 12)
    for (const factor of [0.3, 0.9, 1.1, 4])
      expect(bound('q-ogd', { G, W, R, n, eta: factor * sharpStep({ G, W, R, n }) }).value).toBeGreaterThan(sharp)
  })

  test('without the lost factors, (8) is L* + 2a + 2 √(a² + a L*) at the best step, and never above (8)', () => {
    const positive = fc.double({ min: 0.01, max: 10, noNaN: true })
    const lists = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(positive, positive, positive, lists, fc.double({ min: 0, max: 5, noNaN: true }), (H, W, R, n, best) => {
        const sharp = bound('q-ogd-smooth', { H, W, R, n, best }).value
        const a = (H * R * R * W * W) / (2 * n)
        expect(sharp).toBeCloseTo(best + 2 * a + 2 * Math.sqrt(a * a + a * best), 9)
        expect(sharp).toBeLessThanOrEqual(
          (best + Math.sqrt((2 * H * R * R * W * W * best) / n) + (2 * H * R * R * W * W) / n) * (1 + 1e-12) + 2 * a,
        )
        expect(sharp).toBeLessThanOrEqual(bound('q-eq8', { H, W, R, n, best }).value)
        const eta = sharpSmoothStep({ H, W, R, n, best })
        const reached = bound('q-ogd-smooth', { H, W, R, n, best, eta }).value
        expect(reached / sharp).toBeCloseTo(1, 9)
        for (const other of [0.5 * eta, Math.min(1.5 * eta, 0.99 / (H * R * R))])
          expect(bound('q-ogd-smooth', { H, W, R, n, best, eta: other }).value).toBeGreaterThanOrEqual(reached * (1 - 1e-9))
      }),
    )
    expect(sharpSmoothStep({ H: 2, W: 1, R: 1, n: 10, best: 0 })).toBeCloseTo(1 / 4, 12)
    expect(() => bound('q-ogd-smooth', { H: 1, W: 1, R: 1, n: 10, best: 0.1, eta: 1 })).toThrow('below 1/(H R²) = 1')
  })

  test('(8) bounds what the step (7) gives, whatever the best loss', () => {
    const positive = fc.double({ min: 0.01, max: 10, noNaN: true })
    fc.assert(
      fc.property(
        positive,
        positive,
        positive,
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (Hphi, W, R, n, best) => {
          const H = Hphi * R * R
          const step = W / (4 * H * W + 2 * Math.sqrt(4 * H * H * W * W + 2 * H * best * n))
          const left = best / (1 - 4 * step * H) + (W * W) / (2 * step * (1 - 4 * step * H) * n)
          expect(left).toBeLessThanOrEqual(bound('q-eq8', { H: Hphi, W, R, n, best }).value * (1 + 1e-9))
        },
      ),
    )
  })
})

describe('Theorem 9', () => {
  test('its complexity for ListNet on 19,000 lists is twice 2.452, twice 3.565 as printed', () => {
    expect(bound('q-t9', listNetSetting).terms.complexity / 2).toBeCloseTo(2.452, 3)
    expect(bound('q-t9', listNetSetting, { printed: true }).terms.complexity / 2).toBeCloseTo(3.565, 3)
  })

  test('as printed it is Corollary 8 to the letter', () => {
    const { G, W, R, B, m, n } = listNetSetting
    const root = Math.sqrt(Math.log2(3 * m * n))
    const rademacher = ((10 * G * W * R * root) / Math.sqrt(n)) * Math.log((6 * B * Math.sqrt(n)) / (5 * G * W * R * root))
    expect(bound('q-t9', listNetSetting, { printed: true }).terms.complexity).toBeCloseTo(2 * rademacher, 10)
  })

  test('is the empirical loss, the complexity and 3B√(ln(2/δ)/2n)', () => {
    const { value, terms } = bound('q-t9', { ...listNetSetting, delta: 0.1, empirical: 0.7 })
    expect(terms.empirical).toBe(0.7)
    expect(terms.confidence).toBeCloseTo(30 * Math.sqrt(Math.log(20) / 38_000), 12)
    expect(value).toBeCloseTo(terms.empirical + terms.complexity + terms.confidence, 12)
  })

  test('ours is never above the printed one where the loss can reach the scale of the class', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 100, max: 1e7 }),
        (W, m, n) => {
          const setting = { G: 2, W, R: 1, B: 2 * W * 2, m, n }
          const printed = bound('q-t9', setting, { printed: true }).value
          if (printed > setting.B) expect(bound('q-t9', setting).value).toBeLessThanOrEqual(printed)
        },
      ),
    )
  })

  test('a loss that stays far below the scale of the class is bounded through its own range, never below what was proved', () => {
    const small = { ...listNetSetting, W: 10, B: 0.5 }
    const ours = bound('q-t9', small).terms.complexity
    expect(ours).toBeLessThan(bound('q-t9', { ...small, B: 100 }).terms.complexity)
    const tiny = bound('q-t9', { ...small, B: 0.001 }).terms.complexity
    expect(tiny).toBeCloseTo(2 * 4 * 0.001, 12) // the closed form is negative there
  })

  test('the second half adds what Hoeffding needs for the best weights', () => {
    const { terms } = bound('q-t9-excess', { ...listNetSetting, best: 0.2 })
    expect(terms.comparison).toBeCloseTo(10 * Math.sqrt(Math.log(20) / 38_000), 12)
    expect(terms.complexity).toBe(bound('q-t9', listNetSetting).terms.complexity)
    expect(terms.best).toBe(0.2)
  })
})

test('Theorem 12 grows like the root of the logarithm of the number of features', () => {
  const at = (d: number) => bound('q-t12', { ...sparseSetting, n: 1e10, d }).terms.complexity
  expect(at(1e6) / at(100)).toBeLessThan(Math.sqrt((2 + Math.log(1e6)) / (2 + Math.log(100))) * 1.01)
  expect(at(1e6)).toBeGreaterThan(at(100))
})

test('Corollary 11 as printed is hundreds of times above the trivial bound at a real size, ours within a factor of two of it', () => {
  expect(bound('q-t12', sparseSetting, { printed: true }).value / sparseSetting.B).toBeGreaterThan(300)
  expect(bound('q-t12', sparseSetting).value / sparseSetting.B).toBeLessThan(2)
})

describe('Theorem 17', () => {
  test('solves its own inequality with equality', () => {
    const { value, terms } = bound('q-t17', { ...smoothSetting, n: 1e6, empirical: 0.3 })
    const [r, r0] = [terms.complexity / 45, terms.confidence / 20]
    expect(0.3 + 45 * r + Math.sqrt(8 * r * value) + Math.sqrt(4 * r0 * value) + 20 * r0).toBeCloseTo(value, 10)
    expect(r0).toBeCloseTo((10 * (Math.log(20) + Math.log(Math.log(1e6)))) / 1e6, 12)
  })

  test('as printed it takes r* = (4C ln(3√B/C))²', () => {
    const C = 5 * Math.sqrt(3) * Math.sqrt(Math.log2(3 * 120 * 19_000) / 19_000)
    const r = (4 * C * Math.log((3 * Math.sqrt(10)) / C)) ** 2
    expect(bound('q-t17', smoothSetting, { printed: true }).terms.complexity).toBeCloseTo(45 * r, 9)
  })

  test('falls like 1/n, up to logarithms, where there is no empirical loss, and like 1/√n above one', () => {
    const gap = (n: number, empirical: number) => bound('q-t17', { ...smoothSetting, n, empirical }).value - empirical
    expect(gap(1e10, 0) / gap(1e12, 0)).toBeGreaterThan(40)
    expect(gap(1e12, 1) / gap(1e14, 1)).toBeLessThan(11)
  })

  test('what the second half adds to the best loss grows with it, and by at least how far training was from the minimum', () => {
    const loss = fc.double({ min: 0, max: 10, noNaN: true })
    const lists = fc.integer({ min: 3, max: 1e7 })
    fc.assert(
      fc.property(loss, loss, lists, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, n, gap) => {
        const excess = (best: number, training = 0) => bound('q-t17-excess', { ...smoothSetting, n, best, gap: training }).value - best
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(excess(more)).toBeGreaterThanOrEqual(excess(less) * (1 - 1e-12))
        expect(excess(less, gap)).toBeGreaterThanOrEqual((excess(less) + gap) * (1 - 1e-12))
        // The first half at L̂(w*) as large as Bernstein's inequality lets it be.
        const log = Math.log(1 / 0.05) / n
        const empirical = less + Math.sqrt(2 * smoothSetting.B * less * log) + (smoothSetting.B * log) / 3
        expect(excess(less) + less).toBeCloseTo(bound('q-t17', { ...smoothSetting, n, empirical }).value, 6)
      }),
    )
  })

  test('the second half keeps the best loss, which the printed one loses', () => {
    const endless = { ...smoothSetting, n: 1e14, best: 0.5 }
    expect(bound('q-t17-excess', { ...endless, best: 0 }, { printed: true }).value).toBeLessThan(0.01)
    expect(() => bound('q-t17-excess', endless, { printed: true })).toThrow('below that least loss itself, 0.5')
    expect(bound('q-t17-excess', endless).value).toBeGreaterThan(0.5)
    expect(bound('q-t17-excess', endless).value).toBeLessThan(0.51)
  })
})

test('Chapelle and Wu’s bound grows with the root of the list length, those of the query level hardly', () => {
  const growth = (name: string, setting: Record<string, number>) =>
    bound(name, { ...setting, m: 1000 }).terms.complexity / bound(name, { ...setting, m: 10 }).terms.complexity
  expect(growth('q-cw', euclideanSetting)).toBeCloseTo(10, 10)
  expect(growth('q-t9', listNetSetting)).toBeLessThan(1.25)
  expect(growth('q-t12', { ...sparseSetting, n: 1e10 })).toBeLessThan(1.25)
  expect(growth('q-t17', { ...smoothSetting, n: 1e6 })).toBeLessThan(1.5)
})

test('Chapelle and Wu’s bound is 3 G₂ W R √(m/n) and B √(8 ln(1/δ)/n), printed for losses of at most 1', () => {
  const { terms } = bound('q-cw', euclideanSetting)
  expect(terms.complexity).toBeCloseTo(3 * Math.SQRT2 * Math.sqrt(120 / 19_000), 12)
  expect(terms.confidence).toBeCloseTo(10 * Math.sqrt((8 * Math.log(20)) / 19_000), 12)
  expect(bound('q-cw', { ...euclideanSetting, B: 0.5 }, { printed: true }).terms.confidence).toBeCloseTo(terms.confidence / 10, 12)
  expect(() => bound('q-cw', euclideanSetting, { printed: true })).toThrow('for losses of at most 1, and B is 10')
})

describe('each bound', () => {
  const settings: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    'q-t5': { G: 2, W: 1, R: 1, n: 500 },
    'q-t6': { G: 2, W: 1, R: 1, n: 500 },
    'q-eq8': { H: 1, W: 1, R: 1, n: 500, best: 0.1 },
    'q-ogd': { G: 2, W: 1, R: 1, n: 500 },
    'q-ogd-smooth': { H: 1, W: 1, R: 1, n: 500, best: 0.1 },
    'q-t9': listNetSetting,
    'q-t9-excess': listNetSetting,
    'q-t12': { ...sparseSetting, n: 1e8 },
    'q-t12-excess': { ...sparseSetting, n: 1e8 },
    'q-t17': smoothSetting,
    'q-t17-excess': smoothSetting,
    'q-cw': euclideanSetting,
  }
  for (const [name, setting] of Object.entries(settings)) {
    test(`${name} falls with n and grows with W, R and the probability asked for`, () => {
      const value = bound(name, setting).value
      for (const factor of [2, 10, 1000]) {
        expect(bound(name, { ...setting, n: setting['n'] * factor }).value).toBeLessThan(value)
        expect(bound(name, { ...setting, W: setting['W'] * factor }).value).toBeGreaterThan(value)
        expect(bound(name, { ...setting, R: setting['R'] * factor }).value).toBeGreaterThan(value)
      }
      if (!('B' in setting)) return
      expect(bound(name, { ...setting, delta: 0.001 }).value).toBeGreaterThan(value)
      expect(bound(name, { ...setting, delta: 0.5 }).value).toBeLessThan(value)
    })
    test(`${name} is the sum of its terms, costs nothing of the class for a ball of radius 0, and refuses what is no number`, () => {
      const { value, terms } = bound(name, setting)
      expect(Object.values(terms).reduce((sum, term) => sum + term)).toBeCloseTo(value, 12)
      const point = bound(name, { ...setting, W: 0 })
      expect(point.terms['complexity'] ?? point.terms['gap'] ?? point.terms['fast']).toBe(0)
      for (const input of Object.keys(setting)) {
        expect(() => bound(name, { ...setting, [input]: Number.NaN })).toThrow(new RegExp(`${input}\`? is NaN`))
        expect(() => bound(name, { ...setting, [input]: -1 })).toThrow(new RegExp(`${input}\`? is -1`))
      }
      const { W: __, ...without } = setting
      expect(() => bound(name, without)).toThrow('W is missing; give a number')
    })
  }
})

describe('printed formulas', () => {
  const uniform = ['q-t9', 'q-t9-excess', 'q-t12', 'q-t12-excess', 'q-t17', 'q-cw']
  test.each(uniform)('%s as printed is refused, or falls with the number of lists and adds something', (name) => {
    const size = fc.double({ min: -3, max: 3, noNaN: true }).map((exponent) => 10 ** exponent)
    fc.assert(
      fc.property(size, size, fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 3, max: 1e6 }), (W, B, m, n) => {
        const inputs = { W, R: 1, B, m, n }
        const all = {
          ...inputs,
          ...(name === 'q-cw' ? { G2: 2 } : name === 'q-t17' ? { H: 1 } : { G: 2 }),
          ...(name.includes('t12') && { d: 50 }),
        }
        const printed = (lists: number) => bound(name, { ...all, n: lists }, { printed: true })
        let first: number
        try {
          first = printed(n).value
        } catch (error) {
          expect(String(error)).toContain('does not hold here')
          return
        }
        expect(printed(n).terms['complexity']).toBeGreaterThan(0)
        expect(printed(2 * n).value).toBeLessThan(first)
      }),
    )
  })

  test('what is ours, not a paper’s, has no printed form', () => {
    expect(() => bound('q-ogd', { G: 2, W: 1, R: 1, n: 9 }, { printed: true })).toThrow('No paper prints q-ogd')
    expect(() => bound('q-martingale', {}, { printed: true, values: [0.1] })).toThrow('No paper prints q-martingale')
  })

  test('one feature, for which Corollary 11 would add nothing, is refused', () => {
    expect(() => bound('q-t12', { ...sparseSetting, d: 1 }, { printed: true })).toThrow('√(ln d)')
  })
})

test('losses that are left out count as 0, and the answer says so', () => {
  const { W, R, n, B, m } = common
  const notes = (name: string, inputs: Record<string, number>) => bound(name, inputs).notes
  expect(notes('q-t9', { ...common, G: 2 })).toEqual(['empirical was not given and counts as 0: the value is what the bound adds to it.'])
  expect(notes('q-t17', { ...common, H: 1 })).toEqual([expect.stringContaining('grows with it: give empirical=X')])
  for (const name of ['q-eq8', 'q-ogd-smooth'])
    expect(notes(name, { H: 1, W, R, n })).toEqual([expect.stringContaining('grows with it: give best=X')])
  expect(notes('q-t17-excess', { H: 1, W, R, n, B, m })).toEqual([expect.stringContaining('give best=X')])
  expect(notes('q-t17', { ...common, H: 1, empirical: 0.2 })).toEqual([])
})

test('a bound beyond the greatest number is refused', () => {
  expect(() => bound('q-t5', { G: 1e200, W: 1e200, R: 1, n: 1 })).toThrow('overflows')
})
