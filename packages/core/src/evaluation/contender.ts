import type { Numbers } from '../data/lists/numbers.ts'
import type { Model } from '../models/model.ts'

/** A model, or its scores: one per row, in the order of the rows. */
export interface Contender {
  readonly name: string
  readonly ranker: Model | Numbers
}
