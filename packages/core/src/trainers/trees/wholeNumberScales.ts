import type { Gradients } from './objectives/treeObjective.ts'

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
export function scalesOf({ slopes, curvatures }: Gradients, rows: Uint32Array): Scales {
  let [slope, curvature] = [0, 0]
  for (let place = 0; place < rows.length; place++) {
    slope += Math.abs(slopes[rows[place]])
    curvature += curvatures[rows[place]]
  }
  return {
    slope: scaleFor(COARSE - rows.length, slope),
    curvature: scaleFor(COARSE - rows.length, curvature),
    fineSlope: scaleFor(FINE, slope),
    fineCurvature: scaleFor(FINE, curvature),
  }
}

function scaleFor(most: number, sum: number): number {
  return sum > 0 ? most / (sum * (1 + 2 ** -20)) : 1
}
