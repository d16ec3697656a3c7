/** The scores of the fits that there are, all computed together; undefined for each fit that is not there. */
export function scoresOfKnown<Fit extends object>(
  fits: readonly (Fit | undefined)[],
  scoresOf: (known: readonly Fit[]) => readonly Float64Array[],
): readonly (Float64Array | undefined)[] {
  const scores = scoresOf(fits.flatMap((fit) => (fit === undefined ? [] : [fit])))
  let next = 0
  return fits.map((fit) => (fit === undefined ? undefined : scores[next++]))
}
