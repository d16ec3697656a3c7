// How often does the bound q-martingale fail? At most delta of the runs, whatever generates the losses.
//
//   npm run build && node research/martingaleCoverage.mjs [runs]          about ten minutes for 10,000 runs
//
// First the bound alone: losses whose conditional means follow the past, an adversary among them. Then online gradient descent on lists drawn
// from a known population, so that the expected loss of the model is known: files in the order of the draw, files sorted by how hard the lists
// are with the default seed in every run, and files of a population with rare lists that contradict the others.
import { certify, rankingLists, score, seededRandom, selectLists, train } from '@rankwright/core'
import { listNet } from '@rankwright/core/losses'
import { bound } from '@rankwright/core/theory'

const runs = Number(process.argv[2] ?? 10_000)
const random = seededRandom(2024)

console.log(`${runs} runs each\n`)
console.log('| losses | lists | delta | failed | mean of the means | mean bound |\n|---|---:|---:|---:|---:|---:|')

/** From the number of losses met and their sum: the next conditional mean, and a loss with that mean. */
const generators = {
  '0 or 1, one in ten is 1': () => [0.1, random.uniform() < 0.1 ? 1 : 0],
  'adversary: risk 0.4 while losses were few, 0.02 after': (t, sum) => {
    const mean = sum > 0.15 * t ? 0.02 : 0.4
    return [mean, random.uniform() < mean ? 1 : 0]
  },
  'adversary: stakes everything once nothing was lost for long': (t, sum) => {
    const mean = sum === 0 && t > 20 ? 0.15 : 0.01
    return [mean, random.uniform() < mean ? 1 : 0]
  },
  'falling risk with rare large losses': (t) => {
    const chance = 0.05 + 0.3 / (1 + t / 10)
    return [0.75 * chance, random.uniform() < chance ? 0.5 + random.uniform() / 2 : 0]
  },
  'equal losses': () => [0.2, 0.2],
}
for (const [name, next] of Object.entries(generators)) {
  for (const [n, delta] of [
    [20, 0.1],
    [200, 0.1],
    [200, 0.01],
  ]) {
    let [failed, truth, stated] = [0, 0, 0]
    for (let run = 0; run < runs; run++) {
      const values = []
      let [sum, means] = [0, 0]
      for (let t = 0; t < n; t++) {
        const [mean, loss] = next(t, sum)
        means += mean
        sum += loss
        values.push(loss)
      }
      const { value } = bound('q-martingale', { delta }, { values })
      if (means / n > value) failed++
      truth += means / n / runs
      stated += value / runs
    }
    row(name, n, delta, failed, truth, stated)
  }
}

const kl = listNet({ form: 'kl' })
const types = 40
const fixed = { method: 'ogd', scale: 'none', missing: 'zero', featureBall: 'l2', radius: 2, step: 'sharp' }
const files = {
  'ogd, lists in the order of the draw': { contrary: 0, sorted: false },
  'ogd, file sorted by how hard the lists are, one seed': { contrary: 0, sorted: true },
  'ogd, one list in twenty contradicts the others, sorted, one seed': { contrary: 2, sorted: true },
}
for (const [name, { contrary, sorted }] of Object.entries(files)) {
  const population = populationOf(contrary)
  const hardness = lossesOf(new Float64Array(4), population)
  for (const [n, delta] of [
    [20, 0.1],
    [100, 0.1],
  ]) {
    let [failed, truth, stated] = [0, 0, 0]
    for (let run = 0; run < runs; run++) {
      const drawn = Array.from({ length: n }, () => random.integer(types))
      if (sorted) drawn.sort((a, b) => hardness[a] - hardness[b])
      const sample = selectLists(population, drawn)
      const model = train(sample, { ...fixed, seed: sorted ? 1 : run })
      const { certificates } = certify(model, { train: sample, delta })
      const stating = certificates.find(({ theorem }) => theorem === 'q-martingale')
      const expected = mean(lossesOf(model.weights, population))
      if (expected > stating.bound) failed++
      truth += expected / runs
      stated += stating.bound / runs
    }
    row(name, n, delta, failed, truth, stated)
  }
}

function row(name, n, delta, failed, truth, stated) {
  console.log(`| ${name} | ${n} | ${delta} | ${((100 * failed) / runs).toFixed(2)} % | ${truth.toFixed(4)} | ${stated.toFixed(4)} |`)
}

/** Lists of ten items with rows on the unit sphere; the labels of the last `contrary` lists fall where those of the others rise. */
function populationOf(contrary) {
  const own = seededRandom(5)
  const features = Array.from({ length: types * 10 }, () => {
    const entries = Array.from({ length: 4 }, () => own.normal())
    const norm = Math.hypot(...entries)
    return entries.map((entry) => entry / norm)
  })
  return rankingLists({
    features,
    labels: features.map(([x, y], at) => {
      const worth = (x + 0.5 * y + 0.2 * own.normal()) * (Math.floor(at / 10) >= types - contrary ? -1 : 1)
      return worth > 0.6 ? 2 : worth > 0.2 ? 1 : 0
    }),
    lists: features.map((_, at) => Math.floor(at / 10)),
  })
}

function lossesOf(weights, population) {
  const featureMap = { width: 4, missing: 'zero', scale: { kind: 'none' }, zero: 'kept', shrink: 1, ball: { norm: 'l2', radius: 1 } }
  const scores = score({ kind: 'linear', method: 'ogd', options: {}, features: 4, weights, intercept: 0, featureMap }, population)
  return population.listIds.map((_, list) => {
    const [first, last] = [population.offsets[list], population.offsets[list + 1]]
    return kl.evaluate(scores.subarray(first, last), population.labels.subarray(first, last), new Float64Array(last - first))
  })
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
