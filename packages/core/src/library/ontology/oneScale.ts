/**
 * Scores of a ranker on the scale of its own scores of all pairs: mean 0, variance 1. Pairs of different folds are ordered together by the scores of different
 * rankers; rankers that give the same order would give another one together if each kept its own scale. Rounding keeps ties.
 */
export function oneScale(all: Float64Array): (score: number) => number {
  const mean = all.reduce((sum, score) => sum + score, 0) / all.length
  const variance = all.reduce((sum, score) => sum + (score - mean) ** 2, 0) / all.length
  const scale = variance > 0 ? Math.sqrt(variance) : 1
  return (score) => Math.round(((score - mean) / scale) * 1e9) / 1e9
}
