import { expect, test } from 'vitest'
import { command } from './command.ts'
import { commandHelp } from './help.ts'
import { styleOf } from './terminal/style.ts'

const sample = command({
  summary: 'Fits things.',
  inputs: { data: 'Data file.', more: { doc: 'More files.', many: true } },
  options: {
    method: { kind: 'choice', of: ['one', 'two'], default: 'one', doc: 'Which method.' },
    out: { kind: 'text', placeholder: 'FILE', leftOut: 'to the terminal', doc: 'Where to.' },
  },
  variants: {
    option: 'method',
    tables: { one: { lambda: { kind: 'number', default: 0.5, atLeast: 0, doc: 'How much.' } }, two: {} },
    summaries: { one: 'The first.', two: 'The second.' },
  },
  example: 'rankwright fit data.txt',
  run: async () => ({ document: {}, text: () => '' }),
})

test('help tells usage, inputs, every option with its range and default, and an example', () => {
  const help = commandHelp('fit', sample, 'one', styleOf({ columns: 100, color: false }))
  expect(help).toContain('rankwright fit DATA [MORE…] [--option value]')
  expect(help).toMatch(/--out FILE +Where to\. \(left out: to the terminal\)/)
  expect(help).toMatch(/Options of --method one\n +--lambda NUMBER +How much\. \(a number of at least 0; default 0\.5\)/)
  expect(help).toMatch(/--json +Print one JSON document/)
  expect(help).toMatch(/Example\n {2}rankwright fit data\.txt/)
})

test('without a choice, help tells what can be chosen and how to read on', () => {
  const help = commandHelp('fit', sample, undefined, styleOf({ columns: 100, color: false }))
  expect(help).toMatch(/Methods\n +one +The first\.\n +two +The second\./)
  expect(help).toContain('rankwright fit --method NAME --help')
  expect(help).not.toContain('--lambda')
})

test('help fits the width of the terminal', () => {
  const help = commandHelp('fit', sample, 'one', styleOf({ columns: 60, color: false }))
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
})
