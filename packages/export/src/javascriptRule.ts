/** What an exported module offers of a model's calibration and of its rule to leave things undecided. */
import type { ListModel } from '@rankwright/core'
import { type Calibration, type ChosenRule, isPairRule, listRow, pairRow, toldRule } from '@rankwright/core/models'
import { javascriptLiteral } from './javascriptLiteral.ts'
import { numbers as array, number } from './javascriptOutputs.ts'

/** Nothing for a model that has neither. */
export function ruleCode({ calibration, abstention, encoders }: Pick<ListModel, 'calibration' | 'abstention' | 'encoders'>): string[] {
  const encoded = encoders === undefined ? '' : '\n  const rows = given.map((row) => encode(row, list))'
  return [...(calibration ? [probabilityCode(calibration)] : []), ...(abstention ? [codeOfRule(abstention, encoded)] : [])]
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

/** `encoded` makes features of what is given, if that is not done already. */
function codeOfRule(rule: ChosenRule, encoded: string): string {
  const stated = `\nexport const abstention = ${javascriptLiteral(toldRule(rule))}\n`
  if (!isPairRule(rule)) return `${stated}${rankedWhole(listRow(rule).javascript(rule, number), rule.threshold, encoded)}`
  const { undecided, code = '', usesRows = false } = pairRow(rule).javascript(rule, number)
  return `${stated}${code}${rankedPairs(undecided, usesRows, encoded)}`
}

const orderCode = 'const order = scores.map((_, i) => i).sort((i, k) => scores[k] - scores[i])'

function rankedPairs(undecided: string, usesRows: boolean, encoded: string): string {
  return `${randomCode}
/** Each row with the rows after it, in this order, up to where two neighbours are decided. */
function runsOf(order, isUndecided) {
  const runs = []
  order.forEach((i, place) => {
    if (place > 0 && isUndecided(order[place - 1], i)) runs[runs.length - 1].push(i)
    else runs.push([i])
  })
  return runs
}

/** The rows of a run by rank, as far as decided pairs allow: a row waits for all above it that it is decided with. */
function arranged(run, isUndecided, rank) {
  const left = run.slice()
  return run.map(() => {
    const free = left.filter((k, place) => left.slice(0, place).every((i) => isUndecided(i, k)))
    const next = free.reduce((best, i) => (rank[i] < rank[best] ? i : best))
    left.splice(left.indexOf(next), 1)
    return next
  })
}

/**
 * The rows of a list by their numbers, best first; the pairs of rows that the model leaves undecided, the higher one first; and the runs of
 * rows in which each is undecided with the next. What becomes of a run is up to ties: 'review' leaves it by score, 'keep' takes the order of
 * the rows, 'random' draws an order from the seed and the name of the list.
 */
export function rankList(${encoded === '' ? 'rows' : 'given'}, { ties = 'review', seed = 1, list } = {}) {${encoded}
  const scores = scoreList(rows)${usesRows ? '\n  const mapped = mappedRows(rows)' : ''}
  const isUndecided = (i, k) => ${undecided}
  ${orderCode.replace('order', 'byScore')}
  const rank = ranks(ties, rows.length, seed, list ?? '')
  const order = rank === undefined ? byScore : runsOf(byScore, isUndecided).flatMap((run) => arranged(run, isUndecided, rank))
  const undecided = []
  order.forEach((i, place) => {
    for (const k of order.slice(place + 1)) if (isUndecided(i, k)) undecided.push([i, k])
  })
  return { order, scores, undecided, runs: runsOf(order, isUndecided).filter((run) => run.length > 1) }
}`
}

/** The same generator as that of the library (numeric/random.ts), so that the same seed draws the same order. */
const randomCode = `
/** What a run is ordered by, the least first; undefined for the scores. */
function ranks(ties, count, seed, list) {
  switch (ties) {
    case 'review':
      return undefined
    case 'keep':
      return Array.from({ length: count }, (_, i) => i)
    case 'random': {
      const uniform = generator(seed, 'list ' + list)
      return Array.from({ length: count }, () => uniform())
    }
    default:
      throw new RangeError('ties is ' + ties + '; give keep, random or review')
  }
}

/** Uniform numbers by xoshiro128**, its state by SplitMix64 from the seed and a hash of the name. */
function generator(seed, name) {
  const word = (value) => BigInt.asUintN(64, value)
  const mixed = (state) => {
    let z = word(state)
    z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
    z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn)
    return z ^ (z >> 31n)
  }
  const step = 0x9e3779b97f4a7c15n
  const text = ':' + name
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at++) hash = word((hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  const key = mixed((word(BigInt(seed)) ^ hash) + step)
  const halves = [mixed(key + step), mixed(key + 2n * step)]
  const s = Int32Array.from(halves.flatMap((half) => [Number(half & 0xffffffffn), Number(half >> 32n)]))
  const bits = () => {
    const scrambled = Math.imul(s[1], 5)
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9)
    const shifted = s[1] << 9
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= shifted
    s[3] = (s[3] << 11) | (s[3] >>> 21)
    return result >>> 0
  }
  return () => ((bits() >>> 5) * 0x4000000 + (bits() >>> 6)) / 2 ** 53
}
`

function rankedWhole(confidence: string, threshold: number, encoded: string): string {
  return `
/** The rows of a list by their numbers, best first. Without enough confidence they stay as they came: answered is false. */
export function rankList(${encoded === '' ? 'rows' : 'given, { list } = {}'}) {${encoded}
  const scores = scoreList(rows)
  ${orderCode}
${confidence}
  const answered = confidence >= ${number(threshold)}
  return { order: answered ? order : scores.map((_, i) => i), scores, confidence, answered }
}`
}
