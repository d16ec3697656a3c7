import { type ChosenRule, rowOf } from '@rankwright/core/models'
import { shownAtMost, shownChance } from '@rankwright/core/theory'
import { counted, readable } from './terminal/numbers.ts'

/** What a model leaves undecided, and why: what it does, how that was chosen, and what a guarantee of it rests on, in lines of their own. */
export function ruleLines({ origin, ...rule }: ChosenRule): { readonly rule: readonly string[]; readonly conditions: readonly string[] } {
  const what = `the model leaves ${rowOf(rule.rule).leftText(rule, readable)}`
  switch (origin.by) {
    case 'hand':
      return { rule: [`${what}; the threshold was given by hand`], conditions: [] }
    case 'cost': {
      const on = `chosen at cost ${readable(origin.cost)} on ${counted(origin.lists, 'list')}${trainedText(origin.trained)}`
      return { rule: [`${what}; ${on}`], conditions: [] }
    }
    case 'guarantee': {
      const chance = `except with probability ${shownChance(origin.delta)} over the draw of ${counted(origin.lists, 'list')}`
      return {
        rule: [what, `guaranteed: ${origin.risk} is at most ${shownAtMost(origin.alpha)}, ${chance}`],
        conditions: origin.conditions,
      }
    }
  }
}

/** All of it, for a page. */
export function ruleText(chosen: ChosenRule): string {
  const { rule, conditions } = ruleLines(chosen)
  return [...rule, ...conditions.map((condition) => `  - ${condition}`)].join('\n')
}

function trainedText(trained: number): string {
  return trained === 0 ? '' : `, of which the model was trained on ${trained}: there it looks better than it is`
}
