/** Of the pairs of terms from branches of different rates, the share that the scores put in the wrong order; equal scores count one half. */
import { pairwiseAccuracy } from '../../metrics/pairwiseAccuracy.ts'
import { type LearnedLine, scoredLineShape } from '../../models/ontologyTerms/learnedLine.ts'

export interface PartiteError {
  /** Over all terms of the branches. */
  readonly all: number
  /** Over the terms that were not in the sample; undefined where those left are of one rate. */
  readonly unseen?: number
}

export function partiteError(line: Pick<LearnedLine, 'scores' | 'parts' | 'sample'>): PartiteError {
  scoredLineShape('line', line)
  const { scores, parts, sample } = line
  const drawn = new Set(sample.vertices)
  const errorOver = (taken: (term: number) => boolean) => {
    const chosen = parts.flatMap(({ rate, members }) => Array.from(members.filter(taken), (term) => ({ rate, score: scores[term] })))
    const accuracy = pairwiseAccuracy(
      chosen.map(({ score }) => score),
      chosen.map(({ rate }) => rate),
    )
    return accuracy === undefined ? undefined : 1 - accuracy
  }
  const unseen = errorOver((term) => !drawn.has(term))
  return { all: errorOver(() => true) ?? 0, ...(unseen !== undefined && { unseen }) }
}
