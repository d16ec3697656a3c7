import { type ChosenRule, rowOf } from '@rankwright/core/models'
import { shownAtMost, shownChance } from '@rankwright/core/theory'
import { counted, readable } from './terminal/numbers.ts'

/** What a model leaves undecided, and why. */
export function ruleText({ origin, ...rule }: ChosenRule): string {
  const what = `the model leaves ${rowOf(rule.rule).leftText(rule, readable)}`
  switch (origin.by) {
    case 'hand':
      return `${what}; the threshold was given by hand`
    case 'cost':
      return `${what}; chosen at cost ${readable(origin.cost)} on ${counted(origin.lists, 'list')}${trainedText(origin.trained)}`
    case 'guarantee':
      return `${what}; ${origin.risk}: at most ${shownAtMost(origin.alpha)}, except with probability ${shownChance(origin.delta)} over the draw of ${counted(origin.lists, 'list')}. ${origin.conditions.join(' ')}`
  }
}

function trainedText(trained: number): string {
  return trained === 0 ? '' : `, of which the model was trained on ${trained}: there it looks better than it is`
}
