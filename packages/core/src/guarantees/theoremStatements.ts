import type { Certificate } from './certificate.ts'

/** A theorem that does not apply to the model, and why. */
export interface NotApplicable {
  readonly theorem: string
  readonly reason: string
}

export interface TheoremStatements {
  readonly certificates: readonly Certificate[]
  readonly notApplicable: readonly NotApplicable[]
}

export interface TheoremOptions {
  readonly delta: number
  readonly printed: boolean
}
