import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import type { DateOrder } from '../cells/cellDate.ts'

/** How encoders are fitted to the columns of a table. */
export const encoderOptions = {
  categoryEncoding: {
    kind: 'choice',
    default: 'auto',
    of: ['auto', 'one-hot', 'target', 'hash', 'codes'],
    doc: 'How categories become features: a feature each, the mean label of earlier lists, or shared features by hash; auto takes the first for few categories, the second for up to 10,000, else the third. codes: their numbers, for lambdamart alone, which splits on sets of them.',
  },
  oneHot: { kind: 'integer', default: 32, atLeast: 1, atMost: 65_536, doc: 'Most categories of a column that get a feature each.' },
  buckets: {
    kind: 'integer',
    default: 32,
    atLeast: 1,
    atMost: 1_048_576,
    doc: 'Features that are shared by hash: by the rarer words of a text, by its rarer trigrams, or by categories.',
  },
  textFeatures: {
    kind: 'choice',
    default: 'words',
    of: ['words', 'trigrams', 'both'],
    doc: 'What of a text becomes features: its words, the runs of three characters in them, which typos and endings change less, or both.',
  },
  words: {
    kind: 'integer',
    default: 128,
    atLeast: 0,
    atMost: 65_536,
    doc: 'Most words of a text column that get a feature each; as many trigrams, where these are features.',
  },
  dateOrder: {
    kind: 'choice',
    default: 'auto',
    of: ['auto', 'day-first', 'month-first'],
    doc: 'What stands first in dates such as 03/04/2025, in columns whose dates do not show it; auto takes the month where they are written with slashes, else the day.',
  },
} as const satisfies OptionTable

export type EncoderOptions = OptionsOf<typeof encoderOptions>

/** The order of day and month, if one is given. */
export function givenDateOrder({ dateOrder }: EncoderOptions): DateOrder | undefined {
  return dateOrder === 'auto' ? undefined : dateOrder
}
