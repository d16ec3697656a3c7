/** What can be wrong with a metric's name or with the values it is asked to measure. */
export type MetricProblem = { readonly code: 'unknown-metric'; readonly found: string; readonly known: readonly string[] }

export function explainMetricProblem(problem: MetricProblem): string {
  switch (problem.code) {
    case 'unknown-metric':
      return `There is no metric "${problem.found}". Give one of: ${problem.known.join(', ')}.`
  }
}
