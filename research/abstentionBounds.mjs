// Holds the H-consistency bounds of ranking with abstention against random pairs and mixtures of pairs, and counts violations:
// `node research/abstentionBounds.mjs [trials per bound]`, after `npm run build`. The figures stand in docs/abstention-bounds.md.
import { seededRandom } from '@rankwright/core'
import { conditionalRisk, consistencyBound, leastConditionalRisk, targetGap } from '@rankwright/core/theory'

const trials = Number(process.argv[2] ?? 2_000_000)
/** Gaps are differences of numbers near 1; a root makes 1e-8 of the last bit. */
const slack = 1e-7

const cases = ['pairwise', 'bipartite'].flatMap((setting) => [
  { setting, surrogate: 'hinge' },
  { setting, surrogate: 'exponential' },
  { setting, surrogate: 'exponential', printed: true },
  { setting, surrogate: 'sigmoid' },
])

console.log(`${'bound'.padEnd(36)}${'trials'.padStart(10)}${'violations'.padStart(12)}${'closest'.padStart(12)}`)
for (const [number, about] of cases.entries()) {
  const random = seededRandom(number + 1)
  let violations = 0
  let closest = -Infinity
  for (let trial = 0; trial < trials; trial++) {
    const { excess, allowed } = draw(about, random, 1 + (trial % 5))
    if (excess > allowed + slack) violations++
    closest = Math.max(closest, excess - allowed)
  }
  const name = `a-${about.setting}-${about.surrogate}${about.printed ? ', as printed' : ''}`
  console.log(`${name.padEnd(36)}${String(trials).padStart(10)}${String(violations).padStart(12)}${closest.toExponential(1).padStart(12)}`)
}

/** The target gap of a mixture of so many pairs, and what the bound makes of its surrogate gap. */
function draw({ setting, surrogate, printed = false }, random, parts) {
  const z = 5 * random.uniform() ** 3 + 1e-4
  const about = { setting, surrogate, ...(surrogate === 'sigmoid' && { steepness: 0.1 + 5 * random.uniform() }) }
  let [target, gap, weights] = [0, 0, 0]
  for (let part = 0; part < parts; part++) {
    const [eta, other] = [chance(random), chance(random)]
    const reach = random.uniform() < 0.5 ? z : z * (1 + 3 * random.uniform())
    const pair =
      setting === 'pairwise' ? { above: eta, below: 1 - eta, reach } : { above: eta * (1 - other), below: other * (1 - eta), reach }
    const margin = [0, reach, -reach, reach * (2 * random.uniform() - 1), 1e-9 * reach * (2 * random.uniform() - 1)][random.integer(5)]
    const weight = random.uniform()
    target += weight * targetGap(about, pair, margin)
    gap += weight * (conditionalRisk(about, pair, margin) - leastConditionalRisk(about, pair))
    weights += weight
  }
  return { excess: target / weights, allowed: consistencyBound(about, Math.max(0, gap / weights), z, printed) }
}

function chance(random) {
  return random.uniform() < 0.2 ? random.integer(2) : random.uniform()
}
