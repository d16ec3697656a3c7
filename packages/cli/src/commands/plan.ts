import { type Plan, plan as planLists, plannable } from '@rankwright/core/theory'
import { boundInputs, boundOptions } from '../boundOptions.ts'
import { type Answer, command } from '../command.ts'
import { counted, grouped, readable } from '../terminal/numbers.ts'
import { paragraph } from '../terminal/paragraph.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export const plan = command({
  summary: 'Say how many judged lists a guarantee needs.',
  inputs: {},
  options: {
    theorem: { kind: 'text', placeholder: 'NAME', required: true, doc: `The bound to invert: ${plannable.join(', ')}.` },
    epsilon: {
      kind: 'number',
      above: 0,
      required: true,
      doc: 'The gap to get to: what the bound may add to the loss, or take off the metric.',
    },
    ...boundOptions,
  },
  usage: ['--theorem NAME --epsilon E --set NAME=X,…'],
  example: 'rankwright plan --theorem q-t5 --epsilon 0.05 --set G=2,W=1,R=1',
  async run({ options }, { spelled }): Promise<Answer<Plan>> {
    const { theorem, epsilon, printed } = options
    const inputs = boundInputs(options)
    const found = spelled(planLists(theorem, epsilon, inputs, { printed }))
    return { document: found, text: (style) => planText(found, style) }
  },
})

function planText({ theorem, epsilon, lists, gap, inputs, meaning, notes }: Plan, { bold, columns }: Style): string {
  const rows = Object.entries(inputs).map(([input, value]) => [input, readable(value, 6)])
  return [
    `${bold(counted(lists, 'list'))}: with ${grouped(lists)}, the gap of ${theorem} is ${readable(gap, 4)}, not above ${readable(epsilon, 4)}.`,
    ...(rows.length > 0 ? [textTable(['input', 'value'], ['left', 'right'], rows)] : []),
    ...[meaning, ...notes].map((text) => paragraph(text, columns).join('\n')),
    '',
  ].join('\n')
}
