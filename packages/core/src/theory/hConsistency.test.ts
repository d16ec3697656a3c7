import { expect, test } from 'vitest'
import { type Random, seededRandom } from '../numeric/random.ts'
import { bound } from './bound.ts'
import {
  abstentionBounds,
  type ConsistencyCase,
  conditionalRisk,
  conditionalTargetRisk,
  consistencyBound,
  type KnownPair,
  leastConditionalRisk,
  leastTargetRisk,
  minimisabilityGap,
  targetFromConcave,
  targetFromConvex,
  targetGap,
  targetMinimisabilityGap,
} from './hConsistency.ts'

const cases: readonly ConsistencyCase[] = (['pairwise', 'bipartite'] as const).flatMap((setting) => [
  { setting, surrogate: 'hinge' as const },
  { setting, surrogate: 'exponential' as const },
  { setting, surrogate: 'sigmoid' as const, steepness: 0.7 },
  { setting, surrogate: 'sigmoid' as const, steepness: 4 },
])

/** A pair further apart than the radius, with labels as random as they come, certain ones among them. */
function randomPair({ setting }: ConsistencyCase, random: Random, z: number): KnownPair {
  const chance = () => (random.uniform() < 0.2 ? random.integer(2) : random.uniform())
  const [eta, other] = [chance(), chance()]
  const reach = random.uniform() < 0.5 ? z : z * (1 + 3 * random.uniform())
  return setting === 'pairwise' ? { above: eta, below: 1 - eta, reach } : { above: eta * (1 - other), below: other * (1 - eta), reach }
}

function randomMargin(random: Random, reach: number): number {
  const kind = random.uniform()
  return kind < 0.3 ? 0 : kind < 0.5 ? reach * (2 * random.integer(2) - 1) : reach * (2 * random.uniform() - 1)
}

test.each(cases)('$setting $surrogate ($steepness): a pair and mixtures of pairs never exceed the bound', (about) => {
  const random = seededRandom(3)
  let worst = -Infinity
  for (let trial = 0; trial < 20_000; trial++) {
    const z = 4 * random.uniform() ** 3 + 1e-4
    let [target, surrogate, weights] = [0, 0, 0]
    for (let part = 0; part < 1 + (trial % 4); part++) {
      const pair = randomPair(about, random, z)
      const margin = randomMargin(random, pair.reach)
      const weight = random.uniform()
      target += weight * targetGap(about, pair, margin)
      surrogate += weight * (conditionalRisk(about, pair, margin) - leastConditionalRisk(about, pair))
      weights += weight
    }
    worst = Math.max(worst, target / weights - consistencyBound(about, Math.max(0, surrogate / weights), z))
  }
  expect(worst).toBeLessThan(1e-7) // a gap of 1e-16, rounded away, has a root of 1e-8
  expect(worst).toBeGreaterThan(-1e-3) // the bound is reached
})

test.each(cases)('$setting $surrogate ($steepness): the least conditional risk is that of the best margin within reach', (about) => {
  const random = seededRandom(4)
  for (let trial = 0; trial < 200; trial++) {
    const pair = randomPair(about, random, 2 * random.uniform())
    const corner = Math.min(1, pair.reach) // of the hinge
    let least = Math.min(conditionalRisk(about, pair, corner), conditionalRisk(about, pair, -corner))
    for (let step = -400; step <= 400; step++) least = Math.min(least, conditionalRisk(about, pair, (pair.reach * step) / 400))
    expect(leastConditionalRisk(about, pair)).toBeLessThanOrEqual(least + 1e-12)
    expect(leastConditionalRisk(about, pair)).toBeGreaterThan(least - 1e-4)
  }
})

test('the printed bipartite bound for the exponential is violated, ours is not', () => {
  // η(x) = 1, η(x′) = 0: the right order is certain, a scorer of 0 leaves half of it to chance, and the best one gets exp(−z).
  const pair = { above: 1, below: 0, reach: 0.912 }
  const about = { setting: 'bipartite', surrogate: 'exponential' } as const
  const excess = conditionalRisk(about, pair, -1e-12) - leastConditionalRisk(about, pair)
  const target = targetGap(about, pair, -1e-12)
  expect(target).toBe(1)
  expect(consistencyBound(about, excess, 0.912, true)).toBeCloseTo(0.829, 3)
  expect(consistencyBound(about, excess, 0.912)).toBeGreaterThanOrEqual(1)
})

test('ours for the exponential is concave, never falls, and never exceeds the printed pairwise one', () => {
  for (const z of [0.05, 0.5, 1, 3]) {
    for (const setting of ['pairwise', 'bipartite'] as const) {
      const gamma = (t: number) => consistencyBound({ setting, surrogate: 'exponential' }, t, z)
      for (let t = 0.001; t < 1.5; t += 0.001) {
        expect(gamma(t)).toBeGreaterThanOrEqual(gamma(t - 0.001))
        expect(2 * gamma(t)).toBeGreaterThanOrEqual(gamma(t - 0.001) + gamma(t + 0.001) - 1e-12)
        if (setting === 'pairwise')
          expect(gamma(t)).toBeLessThanOrEqual(consistencyBound({ setting, surrogate: 'exponential' }, t, z, true))
      }
    }
  }
})

test('the general tools give the bounds: B.1 from the least surrogate gap, B.2 from Γ, each with ε on top', () => {
  const z = 0.7
  const psi = (u: number) => (u <= Math.tanh(z) ? 1 - Math.sqrt(1 - u * u) : 1 - Math.cosh(z) + u * Math.sinh(z))
  const gamma = (t: number) => consistencyBound({ setting: 'pairwise', surrogate: 'exponential' }, t, z)
  for (const t of [0.001, 0.05, 0.2, 0.4]) {
    expect(targetFromConvex(psi, t)).toBeCloseTo(gamma(t), 10)
    expect(targetFromConcave(gamma, t, 0.1)).toBeCloseTo(gamma(t) + 0.1, 12)
    expect(targetFromConvex(psi, t, 0.3)).toBeCloseTo(gamma(t + psi(0.3)), 10)
  }
  expect(targetFromConvex(psi, 5)).toBe(1)
})

test('the minimisability gap is 0 where one scorer is best on every pair, and above 0 where pairs disagree', () => {
  const about = { setting: 'pairwise', surrogate: 'hinge' } as const
  const pair = { above: 0.8, below: 0.2, reach: 0.5 }
  expect(minimisabilityGap(about, conditionalRisk(about, pair, 0.5), [pair])).toBeCloseTo(0, 12)
  // Two pairs on a line that want opposite slopes: the best slope is 0.
  const other = { above: 0.2, below: 0.8, reach: 0.5 }
  expect(minimisabilityGap(about, 1, [pair, other])).toBeCloseTo(0.3, 12)
})

test.each(['pairwise', 'bipartite'] as const)(
  '%s: no order has a smaller target risk than C.1 or D.1 says, and the likelier one has it',
  (setting) => {
    const random = seededRandom(6)
    const abstention = { radius: 0.5, cost: 0.3 }
    const about = { setting, surrogate: 'hinge' } as const
    for (let trial = 0; trial < 2000; trial++) {
      const pair = { ...randomPair(about, random, 1), distance: random.uniform() }
      const risks = [-1, 0, 1].map((margin) => conditionalTargetRisk(about, pair, margin, abstention))
      const least = leastTargetRisk(pair, abstention)
      expect(Math.min(risks[0], risks[2])).toBeCloseTo(least, 12)
      expect(risks[1]).toBeGreaterThanOrEqual(least - 1e-12)
      const gaps = [-1, 0, 1].map((margin) => targetGap(about, pair, margin))
      const excess = risks.map((risk) => risk - least)
      for (const [place, gap] of gaps.entries()) expect(excess[place]).toBeCloseTo(pair.distance <= 0.5 ? 0 : gap, 12)
    }
    // Two items of the same class, which have no order, cost c within the radius as well.
    if (setting === 'bipartite')
      expect(conditionalTargetRisk(about, { above: 0.5, below: 0.2, distance: 0.5 }, 3, abstention)).toBeCloseTo(0.3, 12)
  },
)

test('the target gap of a scorer is its risk over the least in the set, plus the minimisability gap, and below Γ', () => {
  const random = seededRandom(8)
  const abstention = { radius: 0.2, cost: 0.3 }
  const W = 3
  // Scorers w · x on a line with |w| ≤ W; both risks are least at one of a fine grid of slopes.
  const slopes = Array.from({ length: 2001 }, (_, step) => W * (step / 1000 - 1))
  for (const about of cases) {
    for (let trial = 0; trial < 20; trial++) {
      const drawn = Array.from({ length: 6 }, () => {
        const [x, other] = [random.uniform(), random.uniform()]
        const pair = randomPair(about, random, 1)
        return { ...pair, ahead: x - other, distance: Math.abs(x - other), reach: W * Math.abs(x - other) }
      })
      const targetRisk = (w: number) => mean(drawn.map((pair) => conditionalTargetRisk(about, pair, w * pair.ahead, abstention)))
      const surrogateRisk = (w: number) => mean(drawn.map((pair) => conditionalRisk(about, pair, w * pair.ahead)))
      const [leastTarget, leastSurrogate] = [targetRisk, surrogateRisk].map((risk) => Math.min(...slopes.map(risk)))
      const targetMinimisability = targetMinimisabilityGap(leastTarget, drawn, abstention)
      expect(targetMinimisability).toBeGreaterThanOrEqual(-1e-12)
      const w = slopes[random.integer(slopes.length)]
      const left = targetRisk(w) - leastTarget + targetMinimisability
      const own = drawn.map((pair) => (pair.distance <= 0.2 ? 0 : targetGap(about, pair, w * pair.ahead)))
      expect(left).toBeCloseTo(mean(own), 10)
      const right = surrogateRisk(w) - leastSurrogate + minimisabilityGap(about, leastSurrogate, drawn)
      expect(left).toBeLessThanOrEqual(consistencyBound(about, right, W * 0.2) + 1e-7)
    }
  }
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

test('the minimisability gap of the target: pairs that want opposite orders cost a single scorer more than each alone', () => {
  const abstention = { radius: 0.1, cost: 0.05 }
  const [one, other] = [0.8, 0.2].map((above) => ({ above, below: 1 - above, distance: 0.5 }))
  // Whichever order a scorer takes, it is wrong with chance 0.2 on one pair and 0.8 on the other.
  expect(targetMinimisabilityGap(0.5, [one, other], abstention)).toBeCloseTo(0.3, 12)
  expect(targetMinimisabilityGap(0.2, [one, one], abstention)).toBeCloseTo(0, 12)
  expect(targetMinimisabilityGap((0.5 * 2 + 0.05) / 3, [one, other, { ...one, distance: 0.1 }], abstention)).toBeCloseTo(0.2, 12)
})

test('each case is a bound of the calculator, networks multiply W by Lambda, and a radius of 0 is refused', () => {
  expect(abstentionBounds).toHaveLength(6)
  expect(bound('a-pairwise-hinge', { t: 0.1, W: 2, gamma: 0.25 }).value).toBeCloseTo(0.2, 12)
  expect(bound('a-pairwise-hinge', { t: 0.1, W: 1, Lambda: 2, gamma: 0.25 }).value).toBeCloseTo(0.2, 12)
  expect(bound('a-bipartite-sigmoid', { t: 0.1, W: 2, gamma: 0.25, k: 3 }).value).toBeCloseTo(0.1 / Math.tanh(1.5), 12)
  expect(bound('a-bipartite-exponential', { t: 0.01, W: 1, gamma: 1 }).value).toBeCloseTo(0.1, 12)
  expect(() => bound('a-pairwise-hinge', { t: 0.1, W: 2, gamma: 0 })).toThrow('`gamma` is 0')
  expect(bound('a-pairwise-sigmoid', { t: 0.1, W: 2, gamma: 1 }).value).toBeCloseTo(0.1 / Math.tanh(2), 12) // k = 1
})
