/** Losses as plain data: what a trainer asks others to sum, in this process or on another machine. */
import type { GradesOf } from './grades.ts'
import { listMle } from './listMle.ts'
import { listNet } from './listNet.ts'
import type { ListLoss } from './loss.ts'
import { pairwiseExponential } from './pairwiseExponential.ts'
import { pairwiseSigmoid } from './pairwiseSigmoid.ts'
import { rankNet } from './rankNet.ts'
import { rankSvm } from './rankSvm.ts'
import { smoothedDcg } from './smoothedDcg.ts'
import { smoothedHinge } from './smoothedHinge.ts'

type OverPairs = { readonly pairs: 'sum' | 'mean' }

export type LossSpec =
  | { readonly loss: 'listnet' }
  | { readonly loss: 'listmle' }
  | { readonly loss: 'smoothed-dcg'; readonly sigma: number; readonly cutoff: number }
  | ({ readonly loss: 'ranksvm'; readonly hinge: 'plain' | 'squared' } & OverPairs)
  | ({ readonly loss: 'smoothed-hinge'; readonly width: number } & OverPairs)
  | ({ readonly loss: 'ranknet'; readonly cutoff?: number; readonly lambdaWeights: 'none' | 'ndcg' } & OverPairs)
  | ({ readonly loss: 'pairwise-exponential' } & OverPairs)
  | ({ readonly loss: 'pairwise-sigmoid'; readonly steepness: number } & OverPairs)

/** A loss as a pass over many lists uses it. */
export interface SummedLoss extends Pick<ListLoss, 'evaluate' | 'curvature'> {
  /** For losses that smooth a hinge, of the list evaluated last: the hinge itself and the sum of its multipliers. */
  readonly hinge?: number
  readonly mass?: number
  /** μ of a smoothed hinge; may be changed between passes. */
  width?: number
}

/** Losses that stand for themselves; a smoothed hinge is a step on the way to the hinge. */
export type ListLossSpec = Exclude<LossSpec, { loss: 'smoothed-hinge' }>

/** Losses whose curvature can be asked for: `newton` steps need it. */
export type CurvedLossSpec =
  | Extract<LossSpec, { loss: 'listmle' | 'smoothed-hinge' | 'pairwise-exponential' }>
  | (Extract<LossSpec, { loss: 'ranksvm' }> & { readonly hinge: 'squared' })
  | (Extract<LossSpec, { loss: 'ranknet' }> & { readonly cutoff?: never; readonly lambdaWeights: 'none' })

interface LossRow<Spec extends LossSpec, Made extends SummedLoss> {
  /** `gradesOf` may remember the grades of each list. */
  make(spec: Spec, gradesOf?: GradesOf): Made
  /** Whether the loss sorts the items of each grade, and is quicker where grades are remembered. */
  readonly sortsGrades: boolean
}

type LossTable = {
  readonly [Name in LossSpec['loss']]: LossRow<Extract<LossSpec, { loss: Name }>, Name extends ListLossSpec['loss'] ? ListLoss : SummedLoss>
}

const losses: LossTable = {
  listnet: { make: () => listNet(), sortsGrades: false },
  listmle: { make: () => listMle(), sortsGrades: false },
  'smoothed-dcg': { make: ({ loss: _, ...options }) => smoothedDcg(options), sortsGrades: false },
  ranksvm: { make: ({ loss: _, ...options }, gradesOf) => rankSvm(options, gradesOf), sortsGrades: true },
  'smoothed-hinge': { make: ({ pairs, width }, gradesOf) => smoothedHinge(pairs, width, gradesOf), sortsGrades: true },
  ranknet: { make: ({ loss: _, ...options }) => rankNet(options), sortsGrades: false },
  'pairwise-exponential': { make: ({ loss: _, ...options }) => pairwiseExponential(options), sortsGrades: false },
  'pairwise-sigmoid': { make: ({ loss: _, ...options }) => pairwiseSigmoid(options), sortsGrades: false },
}

/** `gradesOf` may remember the grades of each list; losses over pairs that sort use it. */
export function summedLoss<Spec extends LossSpec>(spec: Spec, gradesOf?: GradesOf): SummedLoss {
  const row = losses[spec.loss] as LossRow<Spec, SummedLoss>
  return row.make(spec, gradesOf)
}

/** The loss with all that is known about it. */
export function listLoss<Spec extends ListLossSpec>(spec: Spec): ListLoss {
  const row = losses[spec.loss] as LossRow<Spec, ListLoss>
  return row.make(spec)
}

export function sortsGrades({ loss }: LossSpec): boolean {
  return losses[loss].sortsGrades
}
