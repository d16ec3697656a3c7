import type { GradientSums } from './gradientSums.ts'

/** Sums of whole numbers have to stay below these. */
const COARSE = 2 ** 31 - 1
const FINE = 2 ** 51

export interface Scales {
  readonly slope: number
  readonly curvature: number
  readonly fineSlope: number
  readonly fineCurvature: number
}

/** What slopes and curvatures are multiplied with before they are rounded: as much as sums over any of the rows allow. */
export function scalesOf({ rows, slope, curvature }: Pick<GradientSums, 'rows' | 'slope' | 'curvature'>): Scales {
  return {
    slope: scaleFor(COARSE - rows, slope),
    curvature: scaleFor(COARSE - rows, curvature),
    fineSlope: scaleFor(FINE, slope),
    fineCurvature: scaleFor(FINE, curvature),
  }
}

function scaleFor(most: number, sum: number): number {
  return sum > 0 ? most / (sum * (1 + 2 ** -20)) : 1
}
