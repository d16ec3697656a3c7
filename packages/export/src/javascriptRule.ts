/** What an exported module offers of a model's calibration and of its rule to leave things undecided. */
import { type Calibration, type ChosenRule, type MappedModel, toldRule } from '@rankwright/core/models'
import { numbers as array, number } from './javascriptOutputs.ts'

/** Nothing for a model that has neither. */
export function ruleCode({ calibration, abstention }: MappedModel): string[] {
  return [...(calibration ? [probabilityCode(calibration)] : []), ...(abstention ? [codeOfRule(abstention)] : [])]
}

function probabilityCode({ margins, probabilities }: Calibration): string {
  return `
const margins = ${array(margins)}
const probabilities = ${array(probabilities)}

/** P(A above B), if the two differ: from the score of A minus the score of B. */
export function probability(ahead) {
  const margin = Math.abs(ahead)
  const last = margins.length - 1
  let p = probabilities[margin > 0 ? last : 0]
  if (margin > 0 && margin < margins[last]) {
    let below = 0
    let above = last
    while (above - below > 1) {
      const middle = (below + above) >>> 1
      if (margins[middle] <= margin) below = middle
      else above = middle
    }
    p = probabilities[below] + ((margin - margins[below]) / (margins[above] - margins[below])) * (probabilities[above] - probabilities[below])
  }
  return ahead < 0 ? 1 - p : p
}`
}

function codeOfRule(rule: ChosenRule): string {
  const { rule: name, threshold } = rule
  const stated = `\nexport const abstention = ${JSON.stringify(toldRule(rule))}\n`
  if (name === 'list')
    return `${stated}${rankedWhole(rule.about === 'top' ? topConfidence(rule.cutoff) : orderConfidence(rule.cutoff), threshold)}`
  const undecided = {
    distance: () => `distance(mapped[i], mapped[k]) <= ${number(threshold)}`,
    margin: () => `Math.abs(scores[i] - scores[k]) <= ${number(threshold)}`,
    probability: () => `probability(Math.abs(scores[i] - scores[k])) < ${number(threshold)}`,
  }[name]()
  return `${stated}${rule.rule === 'distance' ? distanceCode(rule.norm) : ''}${rankedPairs(undecided, name === 'distance')}`
}

function distanceCode(norm: '1' | '2' | 'inf'): string {
  const step = {
    1: 'total += Math.abs(x[j] - y[j])',
    2: 'total += (x[j] - y[j]) * (x[j] - y[j])',
    inf: 'total = Math.max(total, Math.abs(x[j] - y[j]))',
  }[norm]
  return `
function distance(x, y) {
  let total = 0
  for (let j = 0; j < x.length; j++) ${step}
  return ${norm === '2' ? 'Math.sqrt(total)' : 'total'}
}
`
}

const orderCode = 'const order = scores.map((_, i) => i).sort((i, k) => scores[k] - scores[i])'

function rankedPairs(undecided: string, byDistance: boolean): string {
  return `
/** The rows of a list by their numbers, best first, and the pairs of rows that the model leaves undecided, the higher one first. */
export function rankList(rows) {
  const scores = scoreList(rows)${byDistance ? '\n  const mapped = mappedRows(rows)' : ''}
  ${orderCode}
  const undecided = []
  order.forEach((i, place) => {
    for (const k of order.slice(place + 1)) if (${undecided}) undecided.push([i, k])
  })
  return { order, scores, undecided }
}`
}

function rankedWhole(confidence: string, threshold: number): string {
  return `
/** The rows of a list by their numbers, best first. Without enough confidence they stay as they came: answered is false. */
export function rankList(rows) {
  const scores = scoreList(rows)
  ${orderCode}
${confidence}
  const answered = confidence >= ${number(threshold)}
  return { order: answered ? order : scores.map((_, i) => i), scores, confidence, answered }
}`
}

function topConfidence(cutoff: number): string {
  return `  const confidence = order.length > ${cutoff} ? probability(scores[order[${cutoff - 1}]] - scores[order[${cutoff}]]) : 1`
}

function orderConfidence(cutoff: number): string {
  return `  let sum = 0
  let pairs = 0
  order.slice(0, ${cutoff}).forEach((i, place) => {
    for (const k of order.slice(place + 1)) {
      sum += probability(scores[i] - scores[k])
      pairs++
    }
  })
  const confidence = pairs === 0 ? 1 : sum / pairs`
}
