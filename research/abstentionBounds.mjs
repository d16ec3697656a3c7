// Holds the H-consistency bounds of ranking with abstention against random pairs and mixtures of pairs, and counts violations:
// `node research/abstentionBounds.mjs [trials per bound]`, after `npm run build`. The figures stand in docs/abstention-bounds.md.
//
// A bound says target gap ≤ Γ(surrogate gap). It is checked as Γ⁻¹(target gap) ≤ surrogate gap, because Γ has a root in it that makes
// 1e-8 of a gap of 1e-16: so the last column, the greatest excess, is rounding if it is about 1e-16.
import { seededRandom } from '@rankwright/core'
import { conditionalRisk, conditionalTargetRisk, consistencyBound, leastConditionalRisk, leastTargetRisk } from '@rankwright/core/theory'

const trials = Number(process.argv[2] ?? 1_000_000)
const slack = 1e-12
/** An abstention radius of 1, so that W = z. */
const abstention = { radius: 1, cost: 0.3 }

const cases = ['pairwise', 'bipartite'].flatMap((setting) => [
  { setting, surrogate: 'hinge' },
  { setting, surrogate: 'exponential' },
  { setting, surrogate: 'exponential', printed: true },
  { setting, surrogate: 'sigmoid' },
])

console.log(`${'bound'.padEnd(36)}${'trials'.padStart(10)}${'violations'.padStart(12)}${'worst'.padStart(12)}`)
for (const [number, about] of cases.entries()) {
  const random = seededRandom(number + 1)
  let violations = 0
  let worst = -Infinity
  for (let trial = 0; trial < trials; trial++) {
    const { needed, gap } = draw(about, random, 1 + (trial % 5))
    if (needed > gap + slack) violations++
    worst = Math.max(worst, needed - gap)
  }
  const name = `a-${about.setting}-${about.surrogate}${about.printed ? ', as printed' : ''}`
  console.log(`${name.padEnd(36)}${String(trials).padStart(10)}${String(violations).padStart(12)}${worst.toExponential(1).padStart(12)}`)
}

/** The surrogate gap of a mixture of so many pairs, and how much the bound needs for its target gap. */
function draw({ setting, surrogate, printed = false }, random, parts) {
  const z = 5 * random.uniform() ** 3 + 1e-4
  const about = { setting, surrogate, ...(surrogate === 'sigmoid' && { steepness: 0.1 + 5 * random.uniform() }) }
  let [target, gap, weights] = [0, 0, 0]
  for (let part = 0; part < parts; part++) {
    const [eta, other] = [chance(random), chance(random)]
    const labels = setting === 'pairwise' ? { above: eta, below: 1 - eta } : { above: eta * (1 - other), below: other * (1 - eta) }
    const distance = distanceOf(random)
    const pair = { ...labels, distance, reach: z * distance }
    const margin = marginOf(pair, random)
    const weight = random.uniform()
    target += weight * (conditionalTargetRisk(about, pair, margin, abstention) - leastTargetRisk(pair, abstention))
    gap += weight * (conditionalRisk(about, pair, margin) - leastConditionalRisk(about, pair))
    weights += weight
  }
  const excess = Math.max(0, target / weights)
  const needed = inverse(about, excess, z, printed)
  if (Math.abs(consistencyBound(about, needed, z, printed) - excess) > 1e-7) throw new Error(`not the inverse of the bound: ${needed}`)
  return { needed, gap: gap / weights }
}

/** Within the radius now and then, often hardly beyond it: there the bounds are reached. */
function distanceOf(random) {
  const kind = random.uniform()
  if (kind < 0.1) return random.uniform()
  return kind < 0.5 ? 1 + Number.EPSILON : 1 + 3 * random.uniform()
}

/** Anything within reach: level, as far as it goes, hardly off level, or the best for the labels with a touch of the other sign. */
function marginOf({ reach, above, below }, random) {
  const sign = 2 * random.integer(2) - 1
  const best = Math.max(-reach, Math.min(reach, Math.log(above / below) / 2 || 0))
  return [0, sign * reach, reach * (2 * random.uniform() - 1), sign * 1e-9 * reach, sign * best][random.integer(5)]
}

function chance(random) {
  return random.uniform() < 0.2 ? random.integer(2) : random.uniform()
}

/** The least surrogate gap at which Γ allows this target gap; in closed form for ours, by bisection for the printed ones. */
function inverse({ setting, surrogate, steepness = 1 }, target, z, printed) {
  if (surrogate === 'hinge') return target * Math.min(z, 1)
  if (surrogate === 'sigmoid') return target * Math.tanh(steepness * z)
  if (printed) return bisected((t) => consistencyBound({ setting, surrogate }, t, z, true), target)
  if (setting === 'pairwise') {
    return target <= Math.tanh(z) ? target ** 2 / (1 + Math.sqrt(1 - target ** 2)) : 1 - Math.cosh(z) + target * Math.sinh(z)
  }
  const t0 = -Math.expm1(-z / 2)
  return target <= t0 ? target ** 2 : 2 * t0 * target - t0 ** 2
}

function bisected(gamma, target) {
  let [within, beyond] = [0, 1]
  while (gamma(beyond) < target) beyond *= 2
  for (let halving = 0; halving < 100; halving++) {
    const middle = (within + beyond) / 2
    if (gamma(middle) < target) within = middle
    else beyond = middle
  }
  return within
}
