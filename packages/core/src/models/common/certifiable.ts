/** What the theorems about lists may ask of a kind. Where an entry is absent, the theorems that need it say nothing about the kind. */
export interface Certifiable<Kind> {
  /** The weights of a score that is a weighted sum of mapped features: the query-level theorems are about them. */
  weights?(model: Kind): Float64Array
  /** The space of functions that least squares over pairs chose from: its stability depends on it. */
  functionSpace?(model: Kind): FunctionSpace
  /** The balls that a scorer with abstention was trained in: the theorems on H-consistency are about them. */
  balls?(model: Kind): ScorerBalls
}

export interface FunctionSpace {
  /** κ: the most that √K(x, x) can be, K the kernel of the space. */
  reach(rows: RowReach): SpaceReach
  /** Why the penalties tried were not fixed before the training lists were seen, where they were not. */
  readonly penaltiesFollow?: string
  /** Options that the space depends on. */
  readonly options: readonly SpaceOption[]
}

/** How long mapped rows are, in the L2 norm. */
export interface RowReach {
  readonly featureRadius: number
  /** Whether future rows are no longer, too. */
  readonly certain: boolean
}

export interface SpaceReach {
  readonly value: number
  readonly origin: string
  /** Whether it depends on how long rows are. */
  readonly dependsOnRows: boolean
}

export interface SpaceOption {
  readonly option: string
  /** Begins a sentence: `The width of the kernel`. */
  readonly subject: string
  /** How it followed from the training lists, where it did, and what to give instead. */
  readonly follows?: string
}

export interface ScorerBalls {
  /** What W is the radius of. */
  readonly weights: string
  /** Λ: the radius of the output weights, where there is a hidden layer. */
  readonly outputRadius?: number
  /** Why the theorems are not about these balls, where they are not. */
  readonly refusal?: string
  /** Whether the model lies in the balls. */
  readonly inside: { readonly text: string; readonly holds: boolean }
}
