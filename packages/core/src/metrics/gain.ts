/** The gain of an item: its label, or 2^label − 1. Labels of 0 and below gain nothing. */
export type Gain = 'linear' | 'exponential'

const smallPowers = Float64Array.from({ length: 64 }, (_, label) => 2 ** label - 1)

/**
 * The gain divided by 2^scale. A scale other than 0 keeps exponential gains of labels above 1023 finite, if only their
 * ratio matters.
 */
export function gainOf(label: number, gain: Gain, scale = 0): number {
  const grade = label | 0
  if (grade === label && grade >>> 0 < smallPowers.length && scale === 0) return gain === 'linear' ? label : smallPowers[grade]
  if (!(label > 0)) return 0
  if (gain === 'linear') return label
  return scale === 0 ? 2 ** label - 1 : 2 ** (label - scale) - 2 ** -scale
}

/** The scale under which gains up to that of the greatest label stay finite: 0 unless they would overflow. */
export function gainScale(greatestLabel: number, gain: Gain): number {
  return gain === 'exponential' && greatestLabel > 900 ? greatestLabel : 0
}
