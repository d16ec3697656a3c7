// How often do the guarantees of the rules fail? Lists are drawn from generators whose true risks are known, a threshold is guaranteed on them,
// and the share of draws is counted in which its true risk exceeds alpha. Alpha is just below the true risk of one of the thresholds: the
// hardest case. Every share must be at most delta. `node research/ruleGuarantees.mjs [repetitions]`, after `npm run build`.
import { abstain, rankingLists, seededRandom, train } from '@rankwright/core'
import { probabilityAbove } from '@rankwright/core/models'

const repetitions = Number(process.argv[2] ?? 1000)
const delta = 0.1

/** Scores are the feature. */
const bare = {
  ...train(rankingLists({ features: [[0], [1]], labels: [0, 1], lists: ['a', 'a'] }), { method: 'least-squares', scale: 'none' }),
  weights: Float64Array.of(1),
  intercept: 0,
}
/** P rises from 1/2 to 1 as the margin goes to 1: it need not be right for a guarantee to hold. */
const straight = { margins: Float64Array.of(0, 1), probabilities: Float64Array.of(0.5, 1), lists: 1, pairs: 1, data: '' }
const calibrated = { ...bare, calibration: straight }

/** Lists of two items in random order. `margins` are those that there are, with how likely each is. */
const anywhere = {
  draw: (random) => random.uniform(),
  margins: Array.from({ length: 20_000 }, (_, step) => [(step + 0.5) / 20_000, 1 / 20_000]),
}
const tied = {
  draw: (random) => Math.round(8 * random.uniform()) / 8,
  margins: Array.from({ length: 9 }, (_, step) => [step / 8, step % 8 === 0 ? 1 / 16 : 1 / 8]),
}
const generators = {
  'drawn margins': { ...anywhere, order: 'as drawn' },
  'tied margins': { ...tied, order: 'as drawn' },
  'a file sorted by margin': { ...anywhere, order: 'by margin' },
  'a file sorted by success': { ...anywhere, order: 'by success' },
}
const wrongAt = (margin) => (margin === 0 ? 0.5 : 0.45 - 0.4 * margin)
const lostNdcg = 1 - 1 / Math.log2(3)

const byMargin = (_, threshold) => (margin) => margin > threshold
const byP = (calibration, threshold) => (margin) => probabilityAbove(calibration, margin) >= threshold
const probabilities = [0.85, 0.75, 0.65, 0.55]
const lists = { thresholds: probabilities, answers: byP, among: 'answered', model: calibrated }
const rules = {
  margin: {
    options: { rule: 'margin' },
    thresholds: [0.7, 0.5, 0.3, 0.1],
    answers: byMargin,
    among: 'all',
    model: calibrated,
    risk: wrongAt,
  },
  probability: {
    options: { rule: 'probability' },
    thresholds: probabilities,
    answers: byP,
    among: 'all',
    model: calibrated,
    risk: wrongAt,
  },
  'probability, calibrated on half': {
    options: { rule: 'probability' },
    thresholds: [0.8, 0.7, 0.6, 0.5],
    answers: byP,
    among: 'all',
    model: bare,
    risk: wrongAt,
  },
  'list, wrong pairs': { ...lists, options: { rule: 'list', risk: 'wrong-pairs' }, risk: wrongAt },
  'list, nDCG': { ...lists, options: { rule: 'list', risk: 'ndcg' }, risk: (margin) => lostNdcg * wrongAt(margin) },
  'list, worse': { ...lists, options: { rule: 'list', risk: 'worse' }, risk: (margin) => (margin === 0 ? 0.5 : wrongAt(margin) / 2) },
  'list, top 1': { ...lists, options: { rule: 'list', risk: 'top', cutoff: 1 }, risk: wrongAt },
}

console.log(`failures of ${repetitions} draws; at most ${delta * 100} % are allowed`)
console.log('| rule | generator | lists of a draw | found | failed |')
console.log('|---|---|---|---|---|')
for (const [name, rule] of Object.entries(rules)) {
  for (const [generator, made] of Object.entries(generators)) {
    for (const count of [60, 400]) {
      const alpha = trueRisk(rule, made, straight, rule.thresholds[2]) - 1e-9
      let [found, failed] = [0, 0]
      for (let seed = 1; seed <= repetitions; seed++) {
        const asked = { ...rule.options, thresholds: rule.thresholds, guarantee: alpha, delta, costs: [0.1] }
        const pairs = rule.options.rule === 'list' ? {} : { pairs: 1, runs: 1 }
        const { guaranteed, calibration } = abstain(rule.model, drawLists(count, made, seededRandom(seed)), { ...asked, ...pairs })
        if (guaranteed.threshold === undefined) continue
        found++
        if (trueRisk(rule, made, calibration ?? straight, guaranteed.threshold) > alpha) failed++
      }
      const percent = (share) => `${((100 * share) / repetitions).toFixed(1)} %`
      console.log(`| ${name} | ${generator} | ${count} | ${percent(found)} | ${percent(failed)} |`)
    }
  }
}

/** The mean risk of future lists: over all of them, those that are not answered as 0, or over the answered ones. */
function trueRisk({ answers, among, risk }, { margins }, calibration, threshold) {
  const isAnswered = answers(calibration, threshold)
  let [sum, answered] = [0, 0]
  for (const [margin, share] of margins) {
    if (!isAnswered(margin)) continue
    sum += share * risk(margin)
    answered += share
  }
  return among === 'all' ? sum : sum / answered
}

function drawLists(count, { draw, order }, random) {
  const drawn = Array.from({ length: count }, () => {
    const margin = draw(random)
    const wrong = random.uniform() < wrongAt(margin)
    const items = [
      { score: margin, label: wrong ? 0 : 1 },
      { score: 0, label: wrong ? 1 : 0 },
    ]
    return { margin, wrong, items: random.uniform() < 0.5 ? items : items.reverse() }
  })
  if (order === 'by margin') drawn.sort((a, b) => a.margin - b.margin)
  if (order === 'by success') drawn.sort((a, b) => Number(a.wrong) - Number(b.wrong))
  const rows = drawn.flatMap(({ items }) => items)
  return rankingLists({
    features: rows.map(({ score }) => [score]),
    labels: rows.map(({ label }) => label),
    lists: rows.map((_, row) => row >> 1),
  })
}
