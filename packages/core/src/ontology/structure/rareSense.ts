/**
 * What a sense of a word loses in similarity because people think of others first: 0.07 times the logarithm of its place, where the ontology
 * orders the senses of a word by how frequent they are (WordNet does); nothing elsewhere.
 */
import { logOf } from '../../numeric/special/log.ts'
import type { TermNames } from './findTerms.ts'

const rareSenseLoss = 0.07

export function rareSense({ senses }: Pick<TermNames, 'senses'>): (place: number) => number {
  return senses === undefined ? () => 0 : (place) => rareSenseLoss * logOf(1 + place)
}
