/** The folds of each round: about two fifths of them, one fifth, and the rest. */
export function halvingRounds(folds: number): number[][] {
  const first = Math.max(1, Math.round(0.4 * folds))
  const second = Math.min(folds, Math.max(first + 1, Math.round(0.6 * folds)))
  const all = Array.from({ length: folds }, (_, fold) => fold)
  return [all.slice(0, first), all.slice(first, second), all.slice(second)].filter((round) => round.length > 0)
}

/** Trials that come from one fit: they differ in nothing but the option that is read off it. */
export function fitsOf(trials: readonly Readonly<Record<string, unknown>>[], option: string | undefined): number[][] {
  const fits = new Map<string, number[]>()
  for (const [trial, options] of trials.entries()) {
    const key = JSON.stringify(Object.entries(options).filter(([name]) => name !== option))
    fits.set(key, [...(fits.get(key) ?? []), trial])
  }
  return [...fits.values()]
}
