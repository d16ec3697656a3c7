import type { BoundList } from '@rankwright/core/reports'
import { type BoundResult, bound as calculate, listBounds } from '@rankwright/core/theory'
import { readScores } from '@rankwright/node'
import { boundInputs, boundOptions } from '../boundOptions.ts'
import { type Answer, command } from '../command.ts'
import { readable } from '../terminal/numbers.ts'
import { paragraph } from '../terminal/paragraph.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

export const bound = command({
  summary: 'Calculate a bound from its inputs.',
  inputs: { name: { doc: 'Name of the bound; --list shows all.', optional: true } },
  options: {
    list: { kind: 'flag', doc: 'List the bounds and their inputs.' },
    ...boundOptions,
    values: {
      kind: 'text',
      placeholder: 'FILE',
      leftOut: 'the bound is calculated from --set',
      doc: 'For heldout-* and q-martingale: one number in [0, 1] per line, one per list; - is standard input.',
    },
  },
  usage: ['NAME --set NAME=X,…', 'heldout-betting --values FILE', 'q-martingale --values FILE', '--list'],
  example: 'rankwright bound heldout-betting --values ndcg.txt --delta 0.05',
  reads: ['values'],
  async run({ name, options }, { spelled }): Promise<Answer<BoundResult | BoundList>> {
    if (options.list) {
      if (name !== undefined) throw new UsageError('--list takes no NAME.')
      const bounds = spelled(listBounds())
      return { document: { bounds }, text: (style) => boundsText(bounds, style) }
    }
    if (name === undefined) throw new UsageError('Give the NAME of a bound, or --list.')
    const inputs = boundInputs(options)
    const { values: file } = options
    const spec = listBounds().find((each) => each.name === name)
    if (spec?.sample && file === undefined) throw new UsageError(`${name} is calculated from values: give --values FILE.`)
    if (spec?.sample === false && file !== undefined) throw new UsageError(`${name} takes no file of values; give its inputs with --set.`)
    // Report an unknown name before reading the file.
    const values = spec === undefined || file === undefined ? undefined : await readScores(file)
    const result = spelled(
      calculate(name, inputs, { printed: options.printed, ...(values && { values, ...(file !== undefined && { file }) }) }),
    )
    return { document: result, text: (style) => resultText(result, style) }
  },
})

function resultText({ bound: name, inputs, value, terms, notes }: BoundResult, { bold, columns }: Style): string {
  const rows = (numbers: Readonly<Record<string, number>>) => Object.entries(numbers).map(([key, number]) => [key, readable(number, 6)])
  return [
    `${bold(name)} = ${readable(value, 8)}`,
    textTable(['input', 'value'], ['left', 'right'], rows(inputs)),
    textTable(['term', 'value'], ['left', 'right'], rows(terms)),
    ...notes.map((note) => paragraph(note, columns).join('\n')),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}

function neededInput(input: string, mayBeLeftOut: boolean): string {
  return mayBeLeftOut ? `[${input}=X]` : `${input}=X`
}

function boundsText(bounds: ReturnType<typeof listBounds>, { bold, dim, columns }: Style): string {
  return bounds
    .map(({ name, doc, inputs, sample }) => {
      const needs = [
        ...(sample ? ['--values FILE'] : []),
        ...Object.entries(inputs).map(([input, spec]) => neededInput(input, !('required' in spec))),
      ]
      return `${bold(name)}  ${dim(needs.join(' '))}\n${paragraph(doc, columns - 2)
        .map((line) => `  ${line}`)
        .join('\n')}\n`
    })
    .join('')
}
