import { type Plan, plan as planLists, plannable } from '@rankwright/core/theory'
import { assignments } from '../assignments.ts'
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
    set: {
      kind: 'texts',
      placeholder: 'NAME=X,…',
      leftOut: 'all inputs have their defaults',
      doc: 'The other inputs of the bound, such as G=2,W=1,R=1.',
    },
    delta: {
      kind: 'number',
      above: 0,
      below: 1,
      leftOut: 'delta is what --set says, or 0.05',
      doc: 'Short for --set delta=X: the probability with which the statement may fail.',
    },
    printed: { kind: 'flag', doc: "The paper's own formula where ours differs, refused where it does not hold; see docs/errata.md." },
  },
  usage: ['--theorem NAME --epsilon E --set NAME=X,…'],
  example: 'rankwright plan --theorem q-t5 --epsilon 0.05 --set G=2,W=1,R=1',
  async run({ options }): Promise<Answer<Plan>> {
    const { theorem, epsilon, delta, printed } = options
    const inputs = { ...assignments(options.set ?? []), ...(delta !== undefined && { delta }) }
    const found = planLists(theorem, epsilon, inputs, { printed })
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
