/** What an exported module offers of a model's calibration and of its rule to leave things undecided. */
import { type Calibration, type ChosenRule, isPairRule, listRow, type MappedModel, pairRow, toldRule } from '@rankwright/core/models'
import { javascriptLiteral } from './javascriptLiteral.ts'
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
  const stated = `\nexport const abstention = ${javascriptLiteral(toldRule(rule))}\n`
  if (!isPairRule(rule)) return `${stated}${rankedWhole(listRow(rule).javascript(rule, number), rule.threshold)}`
  const { undecided, code = '', usesRows = false } = pairRow(rule).javascript(rule, number)
  return `${stated}${code}${rankedPairs(undecided, usesRows)}`
}

const orderCode = 'const order = scores.map((_, i) => i).sort((i, k) => scores[k] - scores[i])'

function rankedPairs(undecided: string, usesRows: boolean): string {
  return `
/** The rows of a list by their numbers, best first, and the pairs of rows that the model leaves undecided, the higher one first. */
export function rankList(rows) {
  const scores = scoreList(rows)${usesRows ? '\n  const mapped = mappedRows(rows)' : ''}
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
