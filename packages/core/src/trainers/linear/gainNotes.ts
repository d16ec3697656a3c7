import { GREATEST_GAINED } from '../../losses/dcgWeights.ts'
import type { LossSpec } from '../../losses/lossSpec.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'

/** The gain of a greater label is a billion times that of a label of 1. */
const USUAL_LABELS = 30

/** What to say about labels that the gains 2^y − 1 of DCG make nothing or too much of. */
export function gainNotes(loss: LossSpec, { graded, greatestLabel }: Pick<ListsSummary, 'graded' | 'greatestLabel'>): string[] {
  if (!graded || !usesGains(loss)) return []
  if (!(greatestLabel > 0)) {
    return [
      'no label is above 0, and DCG gives no gain to labels of 0 and below: add a number to all labels, or use a method without gains, such as listnet',
    ]
  }
  if (greatestLabel <= USUAL_LABELS) return []
  const capped = greatestLabel > GREATEST_GAINED ? `labels above ${GREATEST_GAINED} count as ${GREATEST_GAINED}, and ` : ''
  return [
    `the greatest label is ${greatestLabel}: ${capped}the gain 2^label − 1 of the greatest labels outweighs everything else; use grades such as 0 to 4, or a method without gains, such as listnet`,
  ]
}

function usesGains(loss: LossSpec): boolean {
  return loss.loss === 'smoothed-dcg' || (loss.loss === 'ranknet' && loss.lambdaWeights === 'ndcg')
}
