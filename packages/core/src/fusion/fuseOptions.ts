import type { OptionTable } from '../options/optionTable.ts'

export const fuseOptions = {
  how: {
    kind: 'choice',
    of: ['rrf', 'combsum', 'combmnz', 'borda', 'z-score'],
    default: 'rrf',
    doc: 'How scores join: reciprocal ranks, sums of scores from 0 to 1 (times the runs that have the document), votes by rank, or sums of standardised scores.',
  },
  k: { kind: 'number', default: 60, atLeast: 0, with: { how: 'rrf' }, doc: 'What is added to a rank before its reciprocal is taken.' },
  weights: {
    kind: 'numbers',
    placeholder: 'NUMBERS',
    atLeast: 0,
    leftOut: 'every run weighs the same',
    doc: 'What each run weighs, with commas between, in the order of the runs.',
  },
  top: { kind: 'integer', atLeast: 1, leftOut: 'all are kept', doc: 'How many documents of each topic to keep.' },
} as const satisfies OptionTable
