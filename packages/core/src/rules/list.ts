import { type ListConfidence, listConfidence, listConfidences } from './listConfidence.ts'
import { usualProbabilities } from './probability.ts'
import { type ListRow, reaches } from './ruleRow.ts'

/** Lists with a confidence below the threshold. */
export interface ListAbstention {
  readonly rule: 'list'
  readonly threshold: number
  /** What the confidence is about: the order of the first places, or which items they hold. */
  readonly about: ListConfidence
  /** How many first places. */
  readonly cutoff: number
}

export const list = {
  leaves: 'lists',
  looksAt: 'lists',
  summary: 'whole lists of which the model is not sure',
  needsCalibration: true,
  atLeast: 0.5,
  atMost: 1,
  usualThresholds: () => usualProbabilities,
  isAnswered: reaches,
  confidenceOf: (rule, scores, order, calibration) => listConfidence(scores, order, calibration, rule),
  words: { threshold: 'confidence', undecided: 'as they came below a confidence of', reach: 'below' },
  leftText({ threshold, about, cutoff }, number) {
    const what = about === 'top' ? `which ${cutoff} items come first` : `the order of the first ${cutoff} places`
    return `lists as they came with a confidence below ${number(threshold)} in ${what}`
  },
  ownKeys: ['about', 'cutoff'],
  fromDocument: (threshold, parts, where, read) => ({
    rule: 'list',
    threshold,
    about: read.choice(parts['about'], `${where}.about`, listConfidences),
    cutoff: read.count(parts['cutoff'], `${where}.cutoff`),
  }),
  javascript: ({ about, cutoff }) => (about === 'top' ? topConfidence(cutoff) : orderConfidence(cutoff)),
} as const satisfies ListRow<ListAbstention>

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
