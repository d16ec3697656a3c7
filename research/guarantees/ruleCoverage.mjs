// How often a guaranteed threshold of a rule fails. Lists are drawn from a population, a threshold is guaranteed on them, and it fails if its true risk exceeds
// alpha. Alpha is just below the true risk of one of the thresholds, which is the hardest case.
//
// A draw is decided by the functions that `abstain` decides by, from what is true of each type of lists, with the lists in each of four orders in turn. Where every
// wrong threshold looks wrong, or right by less than 0.8 standard errors (1.5 with many lists, where passing takes about 2.1), none can pass, and only every 50th such
// draw is decided. Every so often `abstain` itself gets the draw as a file, in each order of its lists, and must find the same threshold. Where the calibration is
// fitted to the file, `abstain` decides every draw.
import { abstain, rankingLists, seededRandom, train } from '@rankwright/core'
import { probabilityAbove } from '@rankwright/core/models'
import { guaranteedLists } from '../../packages/core/dist/abstention/choice/guaranteedLists.js'
import { guaranteedThreshold } from '../../packages/core/dist/abstention/guaranteedThreshold.js'
import { clearLead, DECIDE_EVERY, leadBelow } from './clearDraws.mjs'
import { arranged, drawTypes, meansOfEqual, orders, repetitions } from './fileShapes.mjs'
import { confidenceOf, listRisks, pairsOf, wrongAmong } from './judgedTypes.mjs'
import { fileOf, populations } from './listTypes.mjs'

/** Scores are the first feature. The second one of its training list occurs in no other list. */
const bare = {
  ...train(
    rankingLists({
      features: [
        [0, -1],
        [1, -1],
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
export const scoringModel = { ...bare, calibration: straight }

const byMargin = (_, threshold) => (margin) => margin > threshold
const byP = (calibration, threshold) => (margin) => probabilityAbove(calibration, margin) >= threshold
const pairs = (rule, thresholds, answers, model = scoringModel) => ({ about: 'pairs', options: { rule }, thresholds, answers, model })
const lists = (risk, cutoff, model = scoringModel) => ({
  about: risk === 'top' ? 'top' : 'order',
  options: { rule: 'list', risk, cutoff },
  thresholds: [0.75, 0.65, 0.6, 0.5],
  risk,
  cutoff,
  model,
})
/** The last probability is that of equal scores: with it tied pairs are answered, and count as half wrong. */
export const rules = {
  distance: pairs('distance', [0.75, 0.5, 0.25, 0], byMargin),
  margin: pairs('margin', [0.75, 0.5, 0.25, 0], byMargin),
  probability: pairs('probability', [0.875, 0.75, 0.625, 0.5], byP),
  'probability, calibrated on half': pairs('probability', [0.8, 0.7, 0.6, 0.5], byP, bare),
  'list, wrong pairs': lists('wrong-pairs', 10),
  'list, wrong pairs, calibrated on half': lists('wrong-pairs', 10, bare),
  'list, nDCG': lists('ndcg', 10),
  'list, worse': lists('worse', 10),
  'list, top 1': lists('top', 1),
}

/** One entry for each population and way to repeat lists and, where the calibration is fitted to the file, for each order of the file. */
export function* ruleCoverage(name, { count, draws, delta, checkEvery, only = () => true }) {
  const rule = rules[name]
  const isFitted = rule.model === bare
  for (const [population, made] of Object.entries(populations)) {
    for (const [repetition, repeated] of Object.entries(repetitions)) {
      for (const order of isFitted ? Object.keys(orders) : ['any order']) {
        if (!only({ population, repetition, order })) continue
        const cell = {
          rule,
          made,
          count,
          draws,
          delta,
          checkEvery,
          repeated,
          drawnOften: repetition === 'lists that are drawn often',
          order,
        }
        yield { name, population, repetition, order, count, draws, ...(isFitted ? coverageByFiles(cell) : coverageByTypes(cell)) }
      }
    }
  }
}

const everyOrder = Object.values(orders)

function coverageByTypes({ rule, made, count, draws, delta, checkEvery, repeated, drawnOften }) {
  const judged = judgedBy(rule, made.types, straight)
  const truth = rule.thresholds.map((_, place) => judged.trueRisk(place))
  const alpha = truth[2] - 1e-9
  const wrong = rule.thresholds.flatMap((_, place) => (truth[place] > alpha ? [place] : []))
  let [failed, found, decided, checked] = [0, 0, 0, 0]
  for (let seed = 1; seed <= draws; seed++) {
    const sample = repeated(drawTypes(count, made, seededRandom(seed)), judged.hardness, made)
    const always = seed % DECIDE_EVERY === 0 || seed % checkEvery === 0
    if (!always && wrong.every((place) => leadBelow(alpha, judged.risksOf(sample, place)) < clearLead(count))) continue
    const hardness = Array.from(sample.drawn, (type) => judged.hardness[type])
    const order = everyOrder[seed % everyOrder.length]
    const threshold = judged.decided(arranged(sample, order(hardness)), alpha, delta)
    if (seed % checkEvery === 0) {
      for (const order of everyOrder) {
        const file = fileOf(made, arranged(sample, order(hardness)), { drawnOften })
        requireSame(threshold, byAbstain(rule, file, alpha, delta).threshold)
        checked++
      }
    }
    if (always) decided++
    if (threshold === undefined) continue
    if (always) found++
    if (truth[rule.thresholds.indexOf(threshold)] > alpha) failed++
  }
  return { found: found / decided, failed: failed / draws, checked }
}

function coverageByFiles({ rule, made, count, draws, delta, repeated, drawnOften, order }) {
  const usual = judgedBy(rule, made.types, straight)
  const alpha = usual.trueRisk(2) - 1e-9
  let [found, failed] = [0, 0]
  for (let seed = 1; seed <= draws; seed++) {
    const sample = repeated(drawTypes(count, made, seededRandom(seed)), usual.hardness, made)
    const places = orders[order](Array.from(sample.drawn, (type) => usual.hardness[type]))
    const { threshold, calibration } = byAbstain(rule, fileOf(made, arranged(sample, places), { drawnOften }), alpha, delta)
    if (threshold === undefined) continue
    found++
    if (judgedBy(rule, made.types, calibration).trueRisk(rule.thresholds.indexOf(threshold)) > alpha) failed++
  }
  return { found: found / draws, failed: failed / draws, checked: draws }
}

function byAbstain(rule, file, alpha, delta) {
  const asked = { ...rule.options, thresholds: rule.thresholds, guarantee: alpha, delta, costs: [0.1] }
  const few = rule.options.rule === 'list' ? {} : { pairs: 1, runs: 1 }
  const { guaranteed, calibration } = abstain(rule.model, file, { ...asked, ...few })
  return { threshold: guaranteed.threshold, calibration }
}

/** What is true of each type under a rule, how hard its lists are, and what is decided from it. */
function judgedBy(rule, types, calibration) {
  return rule.about === 'pairs' ? judgedPairs(rule, types, calibration) : judgedLists(rule, types, calibration)
}

function judgedPairs({ thresholds, answers }, types, calibration) {
  const all = types.map(pairsOf)
  const isAnswered = thresholds.map((threshold) => answers(calibration, threshold))
  const risks = isAnswered.map((answered) => all.map((pairs) => wrongAmong(pairs, answered)))
  const covered = isAnswered.map((answered) => all.map((pairs) => pairs.filter(({ margin }) => answered(margin)).length))
  const counts = all.map((pairs) => pairs.length > 0)
  const counted = risks.map((of) => Float64Array.from(of, (risk, type) => (counts[type] ? risk : Number.NaN)))
  return {
    trueRisk: (place) => mean(risks[place].filter((_, type) => counts[type])),
    risksOf: (sample, place) => valuesOf(sample, counted[place]),
    hardness: risks[thresholds.length - 1],
    decided({ drawn, first }, alpha, delta) {
      const kept = Uint32Array.from(drawn.keys()).filter((list) => counts[drawn[list]])
      const column = (of) => columnOf(kept, drawn, of)
      const given = thresholds.map((threshold, place) => ({
        lists: kept,
        threshold,
        risk: column(risks[place]),
        coverage: column(covered[place]),
      }))
      return guaranteedThreshold(given, { alpha, delta, first, of: drawn.length }).threshold
    },
  }
}

function judgedLists({ thresholds, about, risk, cutoff }, types, calibration) {
  const risks = types.map((type) => listRisks[risk](type, cutoff))
  const confidence = types.map((type) => confidenceOf(type, calibration, about, cutoff))
  const counts = types.map(({ labels }) => labels.some((label) => label !== labels[0]))
  const isAnswered = (type, place) => counts[type] && confidence[type] >= thresholds[place]
  const counted = thresholds.map((_, place) => Float64Array.from(risks, (risk, type) => (isAnswered(type, place) ? risk : Number.NaN)))
  return {
    trueRisk: (place) => mean(risks.filter((_, type) => isAnswered(type, place))),
    risksOf: (sample, place) => valuesOf(sample, counted[place]),
    hardness: risks,
    decided({ drawn, first }, alpha, delta) {
      const kept = Uint32Array.from(drawn.keys()).filter((list) => counts[drawn[list]])
      const column = (of) => columnOf(kept, drawn, of)
      const given = { lists: kept, confidence: column(confidence), risk: column(risks) }
      return guaranteedLists(given, thresholds, { alpha, delta, first }).threshold
    },
  }
}

/** A value of the lists that count, each list once; NaN is the value of lists that do not count. */
function valuesOf({ drawn, first }, of) {
  const values = new Float64Array(drawn.length)
  for (let list = 0; list < drawn.length; list++) values[list] = of[drawn[list]]
  return first === undefined ? values.filter((value) => !Number.isNaN(value)) : meansOfEqual(first, values)
}

function columnOf(lists, drawn, of) {
  const column = new Float64Array(lists.length)
  for (let place = 0; place < lists.length; place++) column[place] = of[drawn[lists[place]]]
  return column
}

function requireSame(one, other) {
  if (one !== other) throw new Error(`abstain found ${other}, where the types of the lists say ${one}`)
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
