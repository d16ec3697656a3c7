/** Slopes and curvatures of an objective in the score of each row. */
export interface Gradients {
  readonly slopes: Float64Array
  readonly curvatures: Float64Array
}

/** What trees are grown to lower, for the lists of a training. */
export interface TreeObjective {
  /**
   * into ← slopes ∂L/∂s and curvatures, about ∂²L/∂s² and at least 0, for each row. Lists count equally; their weights come later. `trees` says how
   * many trees the scores are from.
   */
  gradients(scores: Float64Array, into: Gradients, trees: number): void
}
