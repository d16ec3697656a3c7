// How often do the guarantees of the rules fail? Lists are drawn from generators whose true risks are known, a threshold is guaranteed on them,
// and the share of draws is counted in which its true risk exceeds alpha. Alpha is just below the true risk of one of the thresholds: the
// hardest case. Every share must be at most delta. `node research/ruleGuarantees.mjs [repetitions]`, after `npm run build`.
import { abstain, rankingLists, seededRandom, train } from '@rankwright/core'

const repetitions = Number(process.argv[2] ?? 1000)
const delta = 0.1

/** Scores are the feature. */
const bare = {
  ...train(rankingLists({ features: [[0], [1]], labels: [0, 1], lists: ['a', 'a'] }), { method: 'least-squares', scale: 'none' }),
  weights: Float64Array.of(1),
  intercept: 0,
}
/** P rises from 1/2 to 1 as the margin goes to 1: it need not be right for a guarantee to hold. */
const model = {
  ...bare,
  calibration: { margins: Float64Array.of(0, 1), probabilities: Float64Array.of(0.5, 1), lists: 1, pairs: 1, data: '' },
}

/** Lists of two items: the margin, and how often the order is wrong at a margin. */
const generators = {
  'drawn margins': { margin: (random) => random.uniform(), order: 'as drawn' },
  'tied margins': { margin: (random) => Math.round(8 * random.uniform()) / 8, order: 'as drawn' },
  'a file sorted by margin': { margin: (random) => random.uniform(), order: 'by margin' },
  'a file sorted by success': { margin: (random) => random.uniform(), order: 'by success' },
}
const wrongAt = (margin) => (margin === 0 ? 0.5 : 0.45 - 0.4 * margin)

const rules = {
  margin: {
    options: { rule: 'margin' },
    thresholds: [0.7, 0.5, 0.3, 0.1],
    answers: (margin, threshold) => margin > threshold,
    among: 'all',
  },
  probability: {
    options: { rule: 'probability' },
    thresholds: [0.85, 0.75, 0.65, 0.55],
    answers: (margin, threshold) => 0.5 + margin / 2 >= threshold,
    among: 'all',
  },
  'list, wrong pairs': {
    options: { rule: 'list', risk: 'wrong-pairs' },
    thresholds: [0.85, 0.75, 0.65, 0.55],
    answers: (margin, threshold) => 0.5 + margin / 2 >= threshold,
    among: 'answered',
  },
  'list, top 1': {
    options: { rule: 'list', risk: 'top', cutoff: 1 },
    thresholds: [0.85, 0.75, 0.65, 0.55],
    answers: (margin, threshold) => 0.5 + margin / 2 >= threshold,
    among: 'answered',
  },
}

console.log(`failures of ${repetitions} draws; at most ${delta * 100} % are allowed`)
console.log('| rule | lists | generator | lists of a draw | found | failed |')
console.log('|---|---|---|---|---|---|')
for (const [name, rule] of Object.entries(rules)) {
  for (const [generator, { margin, order }] of Object.entries(generators)) {
    for (const lists of [60, 400]) {
      const truth = trueRisks(rule, margin)
      const alpha = truth[2] - 1e-9
      let [found, failed] = [0, 0]
      for (let seed = 1; seed <= repetitions; seed++) {
        const drawn = drawLists(lists, margin, order, seededRandom(seed))
        const asked = { ...rule.options, thresholds: rule.thresholds, guarantee: alpha, delta, costs: [0.1] }
        const pairs = rule.options.rule === 'list' ? {} : { pairs: 1, runs: 1 }
        const { threshold } = abstain(model, drawn, { ...asked, ...pairs }).guaranteed
        if (threshold === undefined) continue
        found++
        if (truth[rule.thresholds.indexOf(threshold)] > alpha) failed++
      }
      const percent = (count) => `${((100 * count) / repetitions).toFixed(1)} %`
      console.log(`| ${name} | ${rule.among} | ${generator} | ${lists} | ${percent(found)} | ${percent(failed)} |`)
    }
  }
}

/** From two million draws: the risk of a list is 1 if it is answered and wrong. A tie is half wrong; the first of two tied items comes first. */
function trueRisks({ thresholds, answers, among }, margin) {
  const random = seededRandom(0)
  const [wrong, answered] = [new Float64Array(thresholds.length), new Float64Array(thresholds.length)]
  const draws = 2_000_000
  for (let draw = 0; draw < draws; draw++) {
    const own = margin(random)
    for (const [place, threshold] of thresholds.entries()) {
      if (!answers(own, threshold)) continue
      answered[place]++
      wrong[place] += wrongAt(own)
    }
  }
  return Array.from(wrong, (sum, place) => sum / (among === 'all' ? draws : answered[place]))
}

function drawLists(count, margin, order, random) {
  const drawn = Array.from({ length: count }, () => {
    const own = margin(random)
    return { own, wrong: random.uniform() < wrongAt(own) }
  })
  if (order === 'by margin') drawn.sort((a, b) => a.own - b.own)
  if (order === 'by success') drawn.sort((a, b) => Number(a.wrong) - Number(b.wrong))
  return rankingLists({
    features: drawn.flatMap(({ own }) => [[own], [0]]),
    labels: drawn.flatMap(({ wrong }) => (wrong ? [0, 1] : [1, 0])),
    lists: drawn.flatMap((_, list) => [list, list]),
  })
}
