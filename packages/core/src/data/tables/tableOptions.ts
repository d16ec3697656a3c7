import type { OptionTable } from '../../options/optionTable.ts'
import { encoderOptions } from '../encoders/encoderOptions.ts'

/** What the columns of a table are for, where that is not to be guessed, and how those that are not numbers become features. */
export const tableOptions = {
  number: {
    kind: 'texts',
    placeholder: 'COLUMNS',
    leftOut: 'guessed',
    doc: 'Columns that hold numbers; cells that are none count as missing.',
  },
  category: { kind: 'texts', placeholder: 'COLUMNS', leftOut: 'guessed', doc: 'Columns that hold categories, such as brands.' },
  text: { kind: 'texts', placeholder: 'COLUMNS', leftOut: 'guessed', doc: 'Columns that hold text, such as titles.' },
  date: { kind: 'texts', placeholder: 'COLUMNS', leftOut: 'guessed', doc: 'Columns that hold dates, or seconds since 1970.' },
  vector: { kind: 'texts', placeholder: 'COLUMNS', leftOut: 'guessed', doc: 'Columns that hold vectors, such as [0.1, 0.2].' },
  position: {
    kind: 'text',
    placeholder: 'COLUMN',
    leftOut: 'no column is taken for it',
    doc: 'Column with the place at which an item was shown; it is no feature.',
  },
  weight: {
    kind: 'text',
    placeholder: 'COLUMN',
    leftOut: 'all lists count the same',
    doc: 'Column with the weight of the list, the same in all its rows.',
  },
  missingWords: {
    kind: 'texts',
    placeholder: 'WORDS',
    leftOut: 'the usual ones, such as N/A',
    doc: 'Words that stand for a missing value, besides the usual ones.',
  },
  match: {
    kind: 'texts',
    placeholder: 'A~B,…',
    leftOut: 'a list that is a query is compared with every text, and with categories whose words queries have',
    doc: 'Columns to compare in each row, as in query~title: words, BM25, trigrams; vectors by their cosine. none for no such features.',
  },
  ...encoderOptions,
} as const satisfies OptionTable
