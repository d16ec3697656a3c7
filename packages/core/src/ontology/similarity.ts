import {
  fields,
  madeBy,
  number,
  oneOf,
  options as optionsShape,
  recordOf,
  requireArguments,
  required,
  type ShapesOf,
  typed,
} from '../arguments/shapes.ts'
import { descendantsInformation } from './information/descendants.ts'
import type { InformationContent } from './information/informationContent.ts'
import { informationRows } from './measures/informationMeasure.ts'
import {
  type MeasureName,
  type MeasureProfile,
  type MeasureSetting,
  measureNames,
  measureProfiles,
  type Similarity,
} from './measures/measure.ts'
import { type SetRule, setRules, setSimilarity } from './measures/sets.ts'
import { simGicOfSets } from './measures/simGic.ts'
import { sharedContent, similarityOf } from './measures/similarityOf.ts'
import { wangWeights } from './measures/wang.ts'
import type { Hierarchy } from './structure/hierarchy.ts'
import { hierarchyShape } from './structure/ontologyShapes.ts'

export interface SimilarityOptions {
  readonly measure: MeasureName
  /** For the measures that need it; from descendants when left out. */
  readonly information?: InformationContent
  /** Whose conventions, where tools disagree. */
  readonly profile?: MeasureProfile
  /** How sets of terms are compared by those of terms; not for simgic, which compares sets itself. */
  readonly sets?: SetRule
  /** Weights of edges by relation, for `wang`. */
  readonly weights?: Readonly<Record<string, number>>
}

export interface TermSimilarity {
  /** Of two terms. */
  of(first: number, second: number): number
  /**
   * Of two words: the greatest over what they may mean; a word is the list of its senses.
   */
  ofWords(first: readonly number[], second: readonly number[]): number
  /** Of two sets of words. */
  ofSets(first: readonly (readonly number[])[], second: readonly (readonly number[])[]): number
  /** Row by row from each source to all targets; a row is valid until the next one. */
  rows(sources: Uint32Array, targets?: Uint32Array): Generator<Float64Array>
}

const optionShapes: ShapesOf<SimilarityOptions> = {
  measure: oneOf(...measureNames),
  information: fields({ values: typed(Float64Array, 'infinite'), scale: number() }, 'what informationOf gives'),
  profile: oneOf(...measureProfiles),
  sets: oneOf(...setRules),
  weights: recordOf(number({ atLeast: 0 }), 'weights by relation'),
}
const takesOptions = required(optionsShape(optionShapes), 'measure')

export const similarityShape = madeBy('termSimilarity or learnedSimilarity', 'of', 'ofWords', 'ofSets', 'rows')

/** A classical measure on a hierarchy. Numbers are those of terms in the ontology. */
export function termSimilarity(hierarchy: Hierarchy, options: SimilarityOptions): TermSimilarity {
  const setting = measureSetting(hierarchy, options)
  const { measure, sets } = options
  const plain = wordsAndSets(similarityOf(measure, setting), sets)
  const combine = sharedContent(measure, setting)
  return {
    ...plain,
    ...(measure === 'simgic' && { ofSets: (first, second) => simGicOfSets(setting, first.flat(), second.flat()) }),
    ...(combine !== undefined && {
      rows: (sources, targets = sources) => informationRows(hierarchy, setting.information, combine, sources, targets),
    }),
  }
}

/** What a measure works on, with what was left out filled in. */
export function measureSetting(hierarchy: Hierarchy, options: SimilarityOptions): MeasureSetting {
  requireArguments({ hierarchy, options }, { hierarchy: hierarchyShape, options: takesOptions })
  return {
    hierarchy,
    information: options.information ?? descendantsInformation(hierarchy),
    profile: options.profile ?? 'rankwright',
    weights: options.weights ?? wangWeights,
  }
}

/** From the similarity of terms to that of words, of sets and of all pairs. A sense at some place of the list of a word may lose something. */
export function wordsAndSets(similarity: Similarity, sets: SetRule = 'bma', loses?: (place: number) => number): TermSimilarity {
  const ofWords = (first: readonly number[], second: readonly number[]) => {
    let best = Number.NaN
    for (const [place, a] of first.entries()) {
      const to = similarity(a)
      for (const [other, b] of second.entries()) {
        const value = loses === undefined ? to(b) : Math.max(0, to(b) - loses(place) - loses(other))
        if (!(value <= best)) best = Number.isNaN(value) ? best : value
      }
    }
    return best
  }
  return {
    of: (first, second) => similarity(first)(second),
    ofWords,
    ofSets: (first, second) => setSimilarity(sets, first.length, second.length, (a, b) => ofWords(first[a], second[b])),
    *rows(sources, targets = sources) {
      const into = new Float64Array(targets.length)
      for (const source of sources) {
        const to = similarity(source)
        for (let at = 0; at < targets.length; at++) into[at] = to(targets[at])
        yield into
      }
    },
  }
}
