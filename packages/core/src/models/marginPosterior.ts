import { normalCdf } from '../numeric/special/normalDistribution.ts'

/**
 * What the posterior of a model says about the margin of two items of a list: the score of one less that of the other. The true margin is
 * that of the scores which labels scatter about; it is normal around the margin.
 */
export interface MarginPosterior {
  readonly margin: number
  /** Holds the true margin with the probability asked for. */
  readonly interval: readonly [number, number]
  /** Holds the difference of the two labels: wider, because labels scatter. */
  readonly labelInterval: readonly [number, number]
  /** P(the true margin is above 0). It says nothing about the scatter of labels, as the probability of a calibration does. */
  readonly probability: number
}

/** `reach` is how many standard deviations an interval goes to each side, `noise` the variance of labels. */
export function marginPosterior(margin: number, deviation: number, noise: number, reach: number): MarginPosterior {
  const around = (half: number) => [margin - half, margin + half] as const
  return {
    margin,
    interval: around(reach * deviation),
    labelInterval: around(reach * Math.sqrt(deviation * deviation + 2 * noise)),
    probability: margin === 0 ? 0.5 : normalCdf(margin / deviation),
  }
}
