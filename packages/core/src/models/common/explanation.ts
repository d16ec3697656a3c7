/** Why an item has its score, and why one item stands above another. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'

/**
 * `exact`: the score is a sum over features, and contributions are its terms. `integrated-gradients`: the score is no such sum; see
 * integratedGradients.ts. `shapley-values`: it is a sum of trees; see explainTrees.ts. `sampled-shapley-values`: it is neither; see
 * explainStream.ts. `weighted-members`: it is a weighted sum of models that are explained in different ways; see explainEnsemble.ts. All of them
 * add up to the score.
 */
export type Attribution = 'exact' | 'integrated-gradients' | 'shapley-values' | 'sampled-shapley-values' | 'weighted-members'

/**
 * What the Shapley values of a row compare its values with: `training`, the rows that came to each split of the trees in training; `missing`, a
 * row without a value; `list`, the rows of its own list; `background`, given rows; `other`, the other item of the pair.
 */
export type Reference = 'training' | 'missing' | 'list' | 'background' | 'other'

export interface ExplainOptions {
  /** For models of trees: a word, or rows to compare with. Left out, it is `training` where the model knows it, else `missing`; of pairs `other`. */
  readonly against?: 'training' | 'missing' | 'list' | RankingLists
}

/** What one feature adds to the score of one item. */
export interface Contribution {
  readonly feature: string
  /** As it stands in the data; NaN is missing. */
  readonly value: number
  /** The category that the value is the number of, for features of categories. */
  readonly category?: string
  /** What the feature map makes of it, if the model has one. */
  readonly mapped?: number
  /** Of a linear model. */
  readonly weight?: number
  /** weight · mapped in a linear model. */
  readonly contribution: number
}

export interface ItemExplanation {
  /** Where the row stood in the file, from 0. */
  readonly row: number
  readonly item?: string
  /** The sum of all contributions and the intercept. */
  readonly score: number
  readonly intercept: number
  /** The strongest first; features that add exactly 0 are left out. */
  readonly contributions: readonly Contribution[]
}

/** What one feature adds to the lead of one item over another. */
export interface PairContribution {
  readonly feature: string
  /** The values of the item above and of the item below, as they stand in the data. */
  readonly values: readonly [number, number]
  /** The categories that the values are the numbers of, for features of categories. */
  readonly categories?: readonly [string, string]
  readonly mapped?: readonly [number, number]
  readonly weight?: number
  /** Negative where the feature speaks for the other. In a linear model weight · (mapped of the one above − mapped of the one below). */
  readonly contribution: number
}

export interface PairExplanation {
  readonly how: Attribution
  /** Where these are Shapley values of trees. */
  readonly against?: Reference
  /** Rows of the file, from 0: the one with the greater score first, or as asked when both have the same. */
  readonly above: number
  readonly below: number
  /** Score of the one less that of the other: the sum of all contributions, and of `itself` where there is one. */
  readonly difference: number
  /** What does not come from features: what a stream learner knows of the two items themselves. */
  readonly itself?: number
  /** The strongest first; features that tell nothing between the two are left out. */
  readonly contributions: readonly PairContribution[]
}

/** Explains rows of the same lists again and again. Rows are those that `rank` names: places in the file, from 0. */
export interface Explainer {
  readonly how: Attribution
  /** Where these are Shapley values of trees. */
  readonly against?: Reference
  /** What every score starts from: that of a row whose features add nothing. 0 where each item starts from a number of its own. */
  readonly intercept: number
  item(row: number): ItemExplanation
  pair(row: number, other: number): PairExplanation
}

/** Puts the contributions of an item in order. */
export function itemExplanation({
  row,
  item,
  intercept,
  contributions,
}: Pick<ItemExplanation, 'row' | 'intercept' | 'contributions'> & { readonly item: string | undefined }): ItemExplanation {
  const telling = contributions.filter(({ contribution }) => contribution !== 0)
  const score = telling.reduce((sum, { contribution }) => sum + contribution, 0) + intercept
  return { row, ...(item !== undefined && { item }), score, intercept, contributions: telling.sort(strongestFirst) }
}

/** `contributions` are those to the lead of `row` over `other`, and `itself` is what does not come from features. */
export function pairExplanation(
  how: Attribution,
  row: number,
  other: number,
  contributions: readonly PairContribution[],
  itself = 0,
): PairExplanation {
  const telling = contributions.filter(({ contribution }) => contribution !== 0)
  const lead = telling.reduce((sum, { contribution }) => sum + contribution, itself)
  const seen = (lead < 0 ? telling.map(fromBelow) : telling).sort(strongestFirst)
  const [above, below] = lead < 0 ? [other, row] : [row, other]
  const rest = itself === 0 ? {} : { itself: lead < 0 ? -itself : itself }
  return { how, above, below, difference: Math.abs(lead), ...rest, contributions: seen }
}

function fromBelow({ values, categories, mapped, contribution, ...others }: PairContribution): PairContribution {
  return {
    ...others,
    values: [values[1], values[0]],
    ...(categories && { categories: [categories[1], categories[0]] as const }),
    ...(mapped && { mapped: [mapped[1], mapped[0]] as const }),
    contribution: -contribution,
  }
}

function strongestFirst(a: { readonly contribution: number }, b: { readonly contribution: number }): number {
  return Math.abs(b.contribution) - Math.abs(a.contribution)
}
