// How often do the guarantees of the rules fail? Lists are drawn from generators whose true risks are known, a threshold is guaranteed on them
// by `abstain`, and the share of draws is counted in which its true risk exceeds alpha. Alpha is just below the true risk of one of the thresholds:
// the hardest case. Every share must be at most delta. The figures stand in docs/not-answering.md:
// `node research/ruleGuarantees.mjs [repetitions [start of a rule's name [part of a
// generator's]]]`, after `npm run build`. 10,000 repetitions of everything take about an hour of processor time.
import { abstain, rankingLists, seededRandom, train } from '@rankwright/core'
import { probabilityAbove } from '@rankwright/core/models'

const repetitions = Number(process.argv[2] ?? 1000)
const [onlyRule = '', onlyGenerator = ''] = process.argv.slice(3)
const delta = 0.1

/** Scores are the first feature; the second only makes lists differ. */
const bare = {
  ...train(
    rankingLists({
      features: [
        [0, 0],
        [1, 0],
      ],
      labels: [0, 1],
      lists: ['a', 'a'],
    }),
    { method: 'least-squares', scale: 'none' },
  ),
  weights: Float64Array.of(1, 0),
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
const stepped = (steps) => ({
  draw: (random) => Math.round(steps * random.uniform()) / steps,
  margins: Array.from({ length: steps + 1 }, (_, step) => [step / steps, (step % steps === 0 ? 0.5 : 1) / steps]),
})
const asDrawn = (drawn) => drawn
const generators = {
  'drawn margins': { ...anywhere, arrange: asDrawn },
  'tied margins': { ...stepped(8), arrange: asDrawn },
  'a file sorted by margin': { ...anywhere, arrange: (drawn) => drawn.sort((one, other) => one.margin - other.margin) },
  'a file sorted by success': { ...anywhere, arrange: (drawn) => drawn.sort((one, other) => Number(one.wrong) - Number(other.wrong)) },
  'lists in the right order copied three times': {
    ...anywhere,
    arrange: (drawn) => drawn.flatMap((list) => (list.wrong ? [list] : [list, list, list])),
  },
  'few different lists, drawn often': { ...stepped(64), arrange: asDrawn, alike: true },
}
/** Lists in a file, and the share of the repetitions that is worth its time. Risks of answered lists need more lists to be shown. */
const sizes = [
  { count: 8, share: 0.1, of: () => true },
  { count: 100, share: 1, of: (name) => !name.startsWith('list') },
  { count: 400, share: 1, of: (name) => name.startsWith('list') },
  { count: 5000, share: 0.05, of: (name) => name === 'margin' || name === 'list, top 1' },
]
const wrongAt = (margin) => (margin === 0 ? 0.5 : 0.45 - 0.4 * margin)
const lostNdcg = 1 - 1 / Math.log2(3)

const byMargin = (_, threshold) => (margin) => margin > threshold
const byP = (calibration, threshold) => (margin) => probabilityAbove(calibration, margin) >= threshold
const probabilities = [0.85, 0.75, 0.65, 0.55]
const lists = { thresholds: probabilities, answers: byP, among: 'answered', model: calibrated }
const rules = {
  distance: {
    options: { rule: 'distance' },
    thresholds: [0.7, 0.5, 0.3, 0.1],
    answers: byMargin,
    among: 'all',
    model: calibrated,
    risk: wrongAt,
  },
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

console.log(`share of draws that failed; at most ${delta * 100} % may`)
console.log('| rule | generator | lists of a draw | draws | found | failed |')
console.log('|---|---|---|---|---|---|')
for (const [name, rule] of Object.entries(rules).filter(([name]) => name.startsWith(onlyRule))) {
  for (const [generator, made] of Object.entries(generators).filter(([generator]) => generator.includes(onlyGenerator))) {
    for (const { count, share } of sizes.filter(({ of }) => of(name))) {
      const alpha = trueRisk(rule, made, straight, rule.thresholds[2]) - 1e-9
      const draws = Math.ceil(share * repetitions)
      let [found, failed] = [0, 0]
      for (let seed = 1; seed <= draws; seed++) {
        const asked = { ...rule.options, thresholds: rule.thresholds, guarantee: alpha, delta, costs: [0.1] }
        const pairs = rule.options.rule === 'list' ? {} : { pairs: 1, runs: 1 }
        const lists = drawLists(count, made, seededRandom(seed))
        const { guaranteed, calibration } = abstain(rule.model, lists, { ...asked, ...pairs })
        if (guaranteed.threshold === undefined) continue
        found++
        if (trueRisk(rule, made, calibration ?? straight, guaranteed.threshold) > alpha) failed++
      }
      const percent = (part) => `${((100 * part) / draws).toFixed(2)} %`
      console.log(`| ${name} | ${generator} | ${count} | ${draws} | ${percent(found)} | ${percent(failed)} |`)
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

function drawLists(count, { draw, arrange, alike = false }, random) {
  const drawn = Array.from({ length: count }, () => {
    const margin = draw(random)
    const own = alike ? 0 : random.uniform()
    const wrong = random.uniform() < wrongAt(margin)
    const items = [
      { features: [margin, own], label: wrong ? 0 : 1 },
      { features: [0, own], label: wrong ? 1 : 0 },
    ]
    return { margin, wrong, items: random.uniform() < 0.5 ? items : items.reverse() }
  })
  const rows = arrange(drawn).flatMap(({ items }) => items)
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map((_, row) => row >> 1),
  })
}
