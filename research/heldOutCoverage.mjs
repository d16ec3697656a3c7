// How often the held-out bounds lie above the true mean, on values from known distributions that stand in a file sorted, in blocks or as they
// were drawn: `node research/heldOutCoverage.mjs [repetitions]`, after `npm run build`. The figures stand in docs/held-out-bounds.md.
import { seededRandom } from '@rankwright/core'
import { heldOutMethods } from '@rankwright/core/theory'

const repetitions = Number(process.argv[2] ?? 10_000)
const sizes = [5, 30, 150]
const deltas = [0.1, 0.05]

/** Values of [0, 1] with their mean: those on which a bound that is not valid fails first. */
const generators = {
  'rare 1 (3 %)': { mean: 0.03, draw: (random) => (random.uniform() < 0.03 ? 1 : 0) },
  'fair coin': { mean: 0.5, draw: (random) => random.integer(2) },
  'rare 0 (3 %)': { mean: 0.97, draw: (random) => (random.uniform() < 0.97 ? 1 : 0) },
  'four tied grades': { mean: 0.5, draw: (random) => [0, 0.2, 0.8, 1][random.integer(4)] },
  uniform: { mean: 0.5, draw: (random) => random.uniform() },
  'Beta(5, 1)': { mean: 5 / 6, draw: (random) => random.uniform() ** (1 / 5) },
  'easy and hard lists': { mean: 0.55, draw: (random) => (random.integer(2) === 0 ? 0.9 : 0.2) + 0.1 * (random.uniform() - 0.5) },
}
const arrangements = {
  'best first': (values) => values.sort().reverse(),
  'worst first': (values) => values.sort(),
  'in blocks': (values) => {
    const sorted = values.slice().sort()
    return values.map((_, place) => sorted[(place * 7) % values.length])
  },
  'as drawn': (values) => values,
}

console.log('Share of repetitions in which the bound lies above the mean: the greatest over distributions and sizes, and where.')
for (const [method, bound] of Object.entries(heldOutMethods)) {
  for (const delta of deltas) {
    for (const [arrangement, arrange] of Object.entries(arrangements)) {
      const worst = { share: -1, where: '' }
      for (const [name, { mean, draw }] of Object.entries(generators)) {
        for (const n of sizes) {
          const random = seededRandom(n).fork(name)
          let missed = 0
          for (let repetition = 0; repetition < repetitions; repetition++) {
            const values = Float64Array.from({ length: n }, () => draw(random))
            if (bound(arrange(values), delta).lower > mean + 1e-12) missed++
          }
          if (missed / repetitions > worst.share) Object.assign(worst, { share: missed / repetitions, where: `${name}, n = ${n}` })
        }
      }
      console.log(
        `${method.padEnd(20)} delta ${String(delta).padEnd(6)} ${arrangement.padEnd(12)} ${(100 * worst.share).toFixed(2).padStart(6)} %  ${worst.where}`,
      )
    }
  }
}
