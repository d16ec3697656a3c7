import { namedOption } from './namedOption.ts'

/** Problems of a metric's name or of the values to measure. */
export type MetricProblem =
  | { readonly code: 'unknown-metric'; readonly found: string; readonly known: readonly string[]; readonly suggestion?: string }
  | { readonly code: 'metric-without-cutoff'; readonly found: string; readonly family: string }
  | { readonly code: 'cutoff-not-a-count'; readonly found: string; readonly family: string }
  | { readonly code: 'level-not-a-share'; readonly found: string; readonly family: string; readonly below1: boolean }
  | { readonly code: 'unknown-profile'; readonly found: string; readonly known: readonly string[]; readonly suggestion?: string }
  | { readonly code: 'scores-do-not-fit'; readonly found: number; readonly expected: number; readonly of: string }
  /** `threshold`: whether one can be given. */
  | { readonly code: 'places-without-relevance'; readonly metrics: readonly string[]; readonly threshold: boolean }
  | { readonly code: 'served-without-scores'; readonly metric: string }
  | { readonly code: 'no-common-topics'; readonly judged: number; readonly answered: number }

export function explainMetricProblem(problem: MetricProblem): string {
  switch (problem.code) {
    case 'unknown-metric':
      return `There is no metric "${problem.found}".${didYouMean(problem.suggestion)} Give one of: ${problem.known.join(', ')}.`
    case 'metric-without-cutoff':
      return `The metric "${problem.found}" has a cutoff, but ${problem.family} uses whole lists. Give "${problem.family}".`
    case 'cutoff-not-a-count':
      return `The cutoff of "${problem.found}" is not a whole number from 1. Give a metric such as "${problem.family}@10".`
    case 'level-not-a-share':
      return `The metric "${problem.found}" needs a number ${problem.below1 ? 'of at least 0 and below 1' : 'from 0 to 1'} after an @. Give a metric such as "${problem.family}@0.5".`
    case 'unknown-profile':
      return `There is no metric profile "${problem.found}".${didYouMean(problem.suggestion)} Give one of: ${problem.known.join(', ')}.`
    case 'scores-do-not-fit':
      return `There are ${problem.found} scores for ${problem.expected} ${problem.of}. Give one score per row, in the order of the rows.`
    case 'places-without-relevance':
      return withoutRelevance(problem)
    case 'served-without-scores':
      return `${problem.metric} compares scores with labels, and lists that the rule of a model serves have an order, but no scores. Measure the scores with ${namedOption('decideAll')}.`
    case 'no-common-topics':
      return `None of the ${problem.answered} topics of the run is among the ${problem.judged} judged topics. Check that the run and the qrels belong together.`
  }
}

function withoutRelevance({ metrics, threshold }: Extract<MetricProblem, { code: 'places-without-relevance' }>): string {
  const many = metrics.length > 1
  const text = `${metrics.join(', ')} ${many ? 'are' : 'is'} not measured: labels are places, which do not say which items are relevant, and all of them would count.`
  const other = 'Use ndcg@10, kendall-tau or pairwise-accuracy'
  return threshold
    ? `${text} ${other}, or give ${namedOption('relevantFrom')}: a place counts as (L + 1 − place) / L in a list of L items, so 0.9 takes about the best tenth.`
    : `${text} ${other}.`
}

function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
}
