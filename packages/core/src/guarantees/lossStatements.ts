/** What certificates of a loss have in common. */
import type { Certificate } from './certificate.ts'
import type { TrainingSample } from './certifiedSetting.ts'

/** What is known without learning: what scores that are all equal lose. A bound that is not below that says nothing. */
export function equalScoresLose({ equalScores }: Pick<TrainingSample, 'equalScores'>): Pick<Certificate, 'trivial' | 'trivialIs'> {
  return { trivial: equalScores, trivialIs: 'all-equal scores lose' }
}

/** Where the share of delta in a bound comes from. */
export function deltaOrigin(delta: number, tried: number, halved = false): string {
  const parts = [...(tried > 1 ? [`the ${tried} values tried`] : []), ...(halved ? ['the two inequalities it combines'] : [])]
  return parts.length === 0 ? 'given' : `${delta} divided among ${parts.join(' and ')}`
}
