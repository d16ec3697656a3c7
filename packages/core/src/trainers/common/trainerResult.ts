import type { TrainedModel } from '../../models/model.ts'

/** What a trainer gives. The numbers are also in the model's record. */
export interface TrainerResult<Kind extends TrainedModel = TrainedModel> {
  readonly model: Kind
  readonly iterations: number
  readonly objective: number
  /** How far from optimal, on the trainer's own scale: for smooth convex objectives, the relative norm of the gradient. */
  readonly optimality: number
  /** What the user should know about how it went. */
  readonly notes: readonly string[]
}
