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

type Makers = {
  readonly [Name in LossSpec['loss']]: (
    spec: Extract<LossSpec, { loss: Name }>,
    gradesOf?: GradesOf,
  ) => Name extends ListLossSpec['loss'] ? ListLoss : SummedLoss
}

const makers: Makers = {
  listnet: () => listNet(),
  listmle: () => listMle(),
  'smoothed-dcg': (spec) => smoothedDcg(spec),
  ranksvm: (spec, gradesOf) => rankSvm(spec, gradesOf),
  'smoothed-hinge': ({ pairs, width }, gradesOf) => smoothedHinge(pairs, width, gradesOf),
  ranknet: (spec) => rankNet(spec),
  'pairwise-exponential': (spec) => pairwiseExponential(spec),
  'pairwise-sigmoid': (spec) => pairwiseSigmoid(spec),
}

/** `gradesOf` may remember the grades of each list; losses over pairs that sort use it. */
export function summedLoss<Spec extends LossSpec>(spec: Spec, gradesOf?: GradesOf): SummedLoss {
  const make = makers[spec.loss] as (spec: Spec, gradesOf?: GradesOf) => SummedLoss
  return make(spec, gradesOf)
}

/** The loss with all that is known about it. */
export function listLoss<Spec extends ListLossSpec>(spec: Spec): ListLoss {
  const make = makers[spec.loss] as (spec: Spec) => ListLoss
  return make(spec)
}

/** Whether the loss sorts the items of each grade, and is quicker where grades are remembered. */
export function sortsGrades({ loss }: LossSpec): boolean {
  return loss === 'ranksvm' || loss === 'smoothed-hinge'
}
