/** What a learned ranker says about terms: how alike two are, which are nearest to one, and why. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { expOf } from '../../numeric/special/exp.ts'
import { type TermFeatures, termFeatures } from '../../ontology/features/termFeatures.ts'
import { setSimilarity } from '../../ontology/measures/sets.ts'
import type { TermSimilarity } from '../../ontology/similarity.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import type { PairExplanation } from '../common/explanation.ts'
import { explainLinear } from '../linear/explainLinear.ts'
import { type LinearModel, scoreLinear } from '../linear/linear.ts'
import { hierarchyFromEdges } from '../ontologyTerms/hierarchyFromEdges.ts'
import type { SimilarTerm, SimilarTerms } from '../ontologyTerms/similarTerm.ts'
import { lineFeatures } from './lineFeatures.ts'
import type { OntologyRanker } from './ontologyRanker.ts'

/** The hierarchy that the ranker was learned on, from its model. */
export function hierarchyOfRanker(model: OntologyRanker, file = 'the model'): Hierarchy {
  const { relations, edges } = model
  const weights = edges.weights.map((weight) => (weight === 0 ? Number.NaN : weight))
  return hierarchyFromEdges(model, relations, { ...edges, weights }, file)
}

/** The features that the ranker looks at. */
function featuresOfRanker(model: OntologyRanker, hierarchy = hierarchyOfRanker(model)): TermFeatures {
  return termFeatures(hierarchy, {
    ...(model.counted && { counted: model.counted }),
    ...(model.places && { groups: [lineFeatures(model.places, hierarchy)] }),
  })
}

/** Rows of features as one list, for the functions of list models. */
function listOfRows(values: Float32Array, names: readonly string[]): RankingLists {
  const rows = values.length / names.length
  return {
    features: { kind: 'dense', values },
    width: names.length,
    labels: new Float64Array(rows),
    offsets: Uint32Array.of(0, rows),
    listIds: ['terms'],
    featureNames: names,
  }
}

export function scoresOfRows(ranker: LinearModel, values: Float32Array, names: readonly string[]): Float64Array {
  return scoreLinear(ranker, listOfRows(values, names), plainCompute)
}

/** Scores of a word with every term, exactly: all of them are ranked. */
function rowScorer(model: OntologyRanker, features: TermFeatures): (senses: readonly number[], terms: Uint32Array) => Float64Array {
  let values = new Float32Array(0)
  return (senses, terms) => {
    const needed = terms.length * features.names.length
    if (values.length !== needed) values = new Float32Array(needed)
    features.rows(senses, terms, values)
    return scoresOfRows(model.ranker, values, features.names)
  }
}

function everyTerm({ ids }: OntologyRanker): Uint32Array {
  return Uint32Array.from(ids, (_, term) => term)
}

export function similarByRanker(model: OntologyRanker): SimilarTerms {
  const features = featuresOfRanker(model)
  const scoresOf = rowScorer(model, features)
  const shown = shownSimilarity(model)
  const all = everyTerm(model)
  const ordered = (term: number, scores: Float64Array, least: number): SimilarTerm[] =>
    Array.from(all)
      .filter((other) => other !== term && scores[other] >= least)
      .sort((a, b) => scores[b] - scores[a] || a - b)
      .map((other) => ({ term: other, similarity: shown(scores[other]) }))
  return {
    similarity: (a, b) => (a === b ? 1 : shown(scoresOf([Math.min(a, b)], Uint32Array.of(Math.max(a, b)))[0])),
    top(term, count) {
      if (count < 1) return []
      const scores = scoresOf([term], all)
      const sorted = scores.filter((_, other) => other !== term).sort()
      return ordered(term, scores, sorted[Math.max(0, sorted.length - count)] ?? 0).slice(0, count)
    },
    above(term, least) {
      const scores = scoresOf([term], all)
      return ordered(term, scores, Number.NEGATIVE_INFINITY).filter(({ similarity }) => similarity >= least)
    },
  }
}

export function similarityByRanker(model: OntologyRanker): TermSimilarity {
  const features = featuresOfRanker(model)
  const scoresOf = rowScorer(model, features)
  const shown = shownSimilarity(model)
  const one = new Float32Array(features.names.length)
  const ofWords = (first: readonly number[], second: readonly number[]) => {
    features.ofWords(first, second, one)
    return shown(scoresOfRows(model.ranker, one, features.names)[0])
  }
  return {
    // Sums round alike both ways if the terms are always taken in the same order.
    of: (a, b) => (a === b ? 1 : ofWords([Math.min(a, b)], [Math.max(a, b)])),
    ofWords,
    ofSets: (first, second) => setSimilarity('bma', first.length, second.length, (a, b) => ofWords(first[a], second[b])),
    *rows(sources, targets = sources) {
      for (const source of sources) {
        const scores = scoresOf([source], targets)
        yield scores.map((score, place) => (targets[place] === source ? 1 : shown(score)))
      }
    },
  }
}

function shownSimilarity({ slope, offset }: OntologyRanker): (score: number) => number {
  return (score) => 1 / (1 + expOf(-slope * score - offset))
}

/** Why one term is closer to a term than another: what each feature adds to the lead. */
export function closerByRanker(model: OntologyRanker): (term: number, first: number, second: number) => PairExplanation {
  const features = featuresOfRanker(model)
  return (term, first, second) => {
    const values = new Float32Array(2 * features.names.length)
    features.rows([term], [first, second], values)
    return explainLinear(model.ranker, listOfRows(values, features.names)).pair(0, 1)
  }
}
