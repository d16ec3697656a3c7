import type { OptionTable } from '../options/optionTable.ts'

export const shapeOptions = {
  shapes: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'all of them',
    doc: 'The features whose shapes are wanted; by name, or by number from 1 where they have none.',
  },
  points: { kind: 'integer', default: 20, atLeast: 2, atMost: 1000, doc: 'Most values of a feature; they are its quantiles.' },
  rows: {
    kind: 'integer',
    default: 1000,
    atLeast: 1,
    atMost: 1_000_000_000,
    doc: 'About how many rows the means are over; where there are more, whole lists are drawn.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the draw of lists.' },
} as const satisfies OptionTable
