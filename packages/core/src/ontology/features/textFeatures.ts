/**
 * How alike terms are called: words in common, rare words counting more (by their inverse document frequency), in their names and in
 * all that they are called, three letters in a row in common, and words of their definitions where the ontology has some.
 */
import { logOf } from '../../numeric/special/log.ts'
import type { TermNames } from '../structure/findTerms.ts'
import type { FeatureGroup } from './featureGroup.ts'
import { memberTable } from './memberTable.ts'
import { setOverlap } from './setOverlap.ts'

export function textFeatures({ ids, names, synonyms, definitions }: TermNames): FeatureGroup {
  const size = ids.length
  const all = (term: number) => [names[term], ...(synonyms.get(term) ?? [])]
  const defined = definitions !== undefined && definitions.size > 0
  const measures = [
    overlapOf(size, (term) => wordsOf(names[term])),
    overlapOf(size, (term) => all(term).flatMap(wordsOf)),
    overlapOf(size, (term) => lettersOf(names[term])),
    ...(defined ? [overlapOf(size, (term) => wordsOf(definitions?.get(term) ?? ''))] : []),
  ]
  return {
    names: ['words of names', 'words of names and synonyms', 'letters of names', ...(defined ? ['words of definitions'] : [])],
    from(source) {
      const to = measures.map((measure) => measure(source))
      return (target, into, at) => {
        for (let place = 0; place < to.length; place++) into[at + place] = to[place](target)
      }
    },
  }
}

/** The overlap of sets of texts, each of which weighs ln(1 + terms/terms that have it). */
function overlapOf(size: number, partsOf: (term: number) => readonly string[]) {
  const numberOf = new Map<string, number>()
  const holders: number[] = []
  const table = memberTable(size, (term) => {
    const numbers = new Set<number>()
    for (const part of partsOf(term)) {
      let number = numberOf.get(part)
      if (number === undefined) numberOf.set(part, (number = holders.push(0) - 1))
      numbers.add(number)
    }
    for (const number of numbers) holders[number]++
    return Uint32Array.from(numbers)
  })
  return setOverlap(
    table,
    Float64Array.from(holders, (terms) => logOf(1 + size / terms)),
  )
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function lettersOf(text: string): string[] {
  const parts: string[] = []
  for (const word of wordsOf(text)) {
    const whole = ` ${word} `
    for (let at = 0; at + 3 <= whole.length; at++) parts.push(whole.slice(at, at + 3))
  }
  return parts
}
