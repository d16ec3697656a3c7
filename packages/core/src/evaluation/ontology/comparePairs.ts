import {
  arrayOf,
  callback,
  fields,
  flag,
  number,
  optional,
  options as optionsShape,
  requireArguments,
  text,
  texts as textsShape,
} from '../../arguments/shapes.ts'
import { spearman } from '../../metrics/spearman.ts'
import type { TermPair } from '../../ontology/reading/pairs.ts'
import type { SharedAncestor, sharedAncestor } from '../../ontology/sharedAncestor.ts'
import type { TermSimilarity } from '../../ontology/similarity.ts'
import { similarityShape } from '../../ontology/similarity.ts'
import type { TermFinder } from '../../ontology/structure/findTerms.ts'
import { finderShape } from '../../ontology/structure/ontologyShapes.ts'
import { pearson } from '../pearson.ts'

/** A pair with its similarity, its rating if it has one, and the ancestor that both share if that was asked for. */
export interface ComparedPair extends Partial<SharedAncestor> {
  readonly a: string
  readonly b: string
  readonly value: number
  readonly rating?: number
}

export interface ComparedPairs {
  readonly pairs: readonly ComparedPair[]
  /** Pairs with a term that the ontology does not know; there are none unless they may be skipped. */
  readonly skipped: number
  /** Pairs whose terms have no similarity, such as those without a path by `leacock-chodorow`; ratings are not compared with them. */
  readonly withoutValue: number
  /** Against the ratings, where there are any; undefined where one side is constant. */
  readonly spearman?: number
  readonly pearson?: number
}

const pairShape = fields({ a: text, b: text, first: textsShape, second: textsShape, rating: optional(number()) })
const comparedShapes = {
  pairs: arrayOf(pairShape),
  finder: finderShape,
  similarity: similarityShape,
  options: optionsShape({ skipUnknown: flag, shared: callback }),
}

export interface ComparePairsOptions {
  /** Leave pairs out with terms that the finder does not know; otherwise they are an error. */
  readonly skipUnknown?: boolean
  /** Tells which ancestor both share, such as `sharedAncestor` gives it. */
  readonly shared?: ReturnType<typeof sharedAncestor>
}

/** The similarity of each pair, and how it goes with the ratings. */
export function comparePairs(
  pairs: readonly TermPair[],
  finder: Pick<TermFinder, 'find' | 'search'>,
  similarity: TermSimilarity,
  options: ComparePairsOptions = {},
): ComparedPairs {
  requireArguments({ pairs, finder, similarity, options }, comparedShapes)
  const { skipUnknown = false, shared } = options
  const compared: ComparedPair[] = []
  let skipped = 0
  for (const { a, b, first, second, rating, mayBeHeading, at } of pairs) {
    if (mayBeHeading && pairs.length > 1 && finder.search(a) === undefined && finder.search(b) === undefined) continue
    if (skipUnknown && [...first, ...second].some((text) => finder.search(text) === undefined)) {
      skipped++
      continue
    }
    const [ones, others] = [first, second].map((texts) => texts.map((text) => finder.find(text, at)))
    const value = ones.length === 1 && others.length === 1 ? similarity.ofWords(ones[0], others[0]) : similarity.ofSets(ones, others)
    compared.push({ a, b, value, ...(rating !== undefined && { rating }), ...shared?.(ones, others) })
  }
  const valued = compared.filter(({ value }) => !Number.isNaN(value))
  const rated = valued.filter(({ rating }) => rating !== undefined)
  const values = rated.map(({ value }) => value)
  const ratings = rated.map(({ rating }) => rating ?? 0)
  const [rankCorrelation, correlation] = rated.length === 0 ? [] : [spearman(values, ratings), pearson(values, ratings)]
  return {
    pairs: compared,
    skipped,
    withoutValue: compared.length - valued.length,
    ...(rankCorrelation !== undefined && { spearman: rankCorrelation }),
    ...(correlation !== undefined && { pearson: correlation }),
  }
}
