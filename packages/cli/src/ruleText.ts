import type { AbstentionRule, ChosenRule } from '@rankwright/core/models'
import { counted, readable } from './terminal/numbers.ts'

/** What a model leaves undecided, and why. */
export function ruleText({ origin, ...rule }: ChosenRule): string {
  const what = `the model leaves ${leftText(rule)}`
  switch (origin.by) {
    case 'hand':
      return `${what}; the threshold was given by hand`
    case 'cost':
      return `${what}; chosen at cost ${readable(origin.cost)} on ${counted(origin.lists, 'list')}${trainedText(origin.trained)}`
    case 'guarantee':
      return `${what}; ${origin.risk}: at most ${readable(origin.alpha)}, except with probability ${readable(origin.delta)} over the draw of ${counted(origin.lists, 'list')}. ${origin.conditions.join(' ')}`
  }
}

function trainedText(trained: number): string {
  return trained === 0 ? '' : `, of which the model was trained on ${trained}: there it looks better than it is`
}

const normName = { 1: 'L1', 2: 'L2', inf: 'the maximum norm' } as const

/** Completes "the model leaves …". */
function leftText(rule: AbstentionRule): string {
  const threshold = readable(rule.threshold)
  switch (rule.rule) {
    case 'distance':
      return `pairs undecided that are at most ${threshold} apart in ${normName[rule.norm]}`
    case 'margin':
      return `pairs undecided whose scores differ by at most ${threshold}`
    case 'probability':
      return `pairs undecided with P below ${threshold}`
    case 'list':
      return `lists as they came with a confidence below ${threshold} in ${rule.about === 'top' ? `which ${rule.cutoff} items come first` : `the order of the first ${rule.cutoff} places`}`
  }
}
