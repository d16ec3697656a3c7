import { needsRelevance } from '../metrics/needsRelevance.ts'
import { explain, type Problem, RankwrightError } from '../problems/problem.ts'

/**
 * Places do not say which items are relevant, and every item would count: metrics that need to know are left out with a note. Throws if no
 * other is left. `threshold`: whether the caller could have given a threshold.
 */
export function metricsOfPlaces(
  names: readonly string[],
  { threshold = false }: { readonly threshold?: boolean } = {},
): { readonly metrics: readonly string[]; readonly notes: readonly string[] } {
  const left = names.filter(needsRelevance)
  if (left.length === 0) return { metrics: names, notes: [] }
  const problem: Problem = { area: 'metric', code: 'places-without-relevance', metrics: left, threshold }
  if (left.length === names.length) throw new RankwrightError(problem)
  return { metrics: names.filter((name) => !needsRelevance(name)), notes: [explain(problem)] }
}
