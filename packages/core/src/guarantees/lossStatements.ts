/** What certificates of a loss have in common. */
import { namedOption } from '../problems/namedOption.ts'
import { bound } from '../theory/bound.ts'
import { shown } from '../theory/shown.ts'
import type { Certificate } from './certificate.ts'
import type { TrainingSample } from './certifiedSetting.ts'

/** What is known without learning: what scores that are all equal lose. A bound that is not below that says nothing. */
export function equalScoresLose({ equalScores }: Pick<TrainingSample, 'equalScores'>): Pick<Certificate, 'trivial' | 'trivialIs'> {
  return { trivial: equalScores, trivialIs: 'all-equal scores lose' }
}

/**
 * The same for an excess over the least loss in the ball: how far above that scores that are all equal lie. The least loss is not known; on the
 * training lists it is at most that of the model. In a small ball nothing is far above it, and a small excess says nothing.
 */
export function equalScoresExceed({
  equalScores,
  empirical,
}: Pick<TrainingSample, 'equalScores' | 'empirical'>): Pick<Certificate, 'trivial' | 'trivialIs'> {
  return { trivial: Math.max(0, equalScores - empirical), trivialIs: 'all-equal scores lie above the model, on the training lists, by' }
}

/** Why a formula whose printed proof is wrong is not stated as printed: it says more than can be proved. Undefined where it says less. */
export function printedSaysTooMuch(theorem: string, inputs: Readonly<Record<string, number>>): string | undefined {
  const [theirs, ours] = [bound(theorem, inputs, { printed: true }).value, bound(theorem, inputs).value]
  if (theirs >= ours) return undefined
  return `The printed formula gives ${shown(theirs)}, less than can be proved, ${shown(ours)}; see the errata. Leave out ${namedOption('printed')}.`
}

/** Where the share of delta in a bound comes from. */
export function deltaOrigin(delta: number, tried: number, halved = false): string {
  const parts = [...(tried > 1 ? [`the ${tried} values tried`] : []), ...(halved ? ['the two inequalities it combines'] : [])]
  return parts.length === 0 ? 'given' : `${delta} divided among ${parts.join(' and ')}`
}
