import { eachText } from '../cells/packedTexts.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import type { OneHotEncoder } from '../encoders/oneHotEncoder.ts'
import type { Categories } from './columnSummary.ts'

export interface CategoryChoices {
  readonly categoryEncoding: 'auto' | 'one-hot' | 'target' | 'hash' | 'codes'
  readonly oneHot: number
  readonly buckets: number
  /** Other categories are still to come, and labels are not looked at. */
  readonly open: boolean
}

/** Categories beyond so many are told apart by their hash. */
const mostStatistics = 10_000
/** Categories beyond so many share a number: trees tell no more of them apart. */
const mostCodes = 4000
/** From so many rows on, a category needs two rows for a feature of its own. */
const enoughRows = 50

/** How many different categories there may be for their texts to matter; undefined where they never do. */
export function categoriesWished({ categoryEncoding, oneHot, open }: CategoryChoices): number | undefined {
  if (categoryEncoding === 'hash') return undefined
  if (categoryEncoding !== 'auto') return Infinity
  return open ? oneHot : Math.max(oneHot, mostStatistics)
}

/** A column of categories that are followed by how much better than their list their rows were: labels are still to be looked at. */
export interface TargetFit {
  readonly kind: 'target'
  readonly column: string
  readonly values: readonly string[]
}

/** `categories` are left out where there are more than wished for. */
export function fitCategory(
  column: string,
  { categories, missing }: { readonly categories?: Categories | undefined; readonly missing: number },
  rows: number,
  choices: CategoryChoices,
): Exclude<ColumnEncoder, { kind: 'target' }> | TargetFit {
  const chosen = chosenEncoding(categories, choices)
  if (chosen === 'hash' || categories === undefined) return { kind: 'hashed', column, buckets: choices.buckets }
  switch (chosen) {
    case 'one-hot':
      return { kind: 'one-hot', column, ...frequent(categories, missing, rows, choices.oneHot, choices.open) }
    case 'codes':
      return { kind: 'codes', column, ...frequent(categories, missing, rows, mostCodes, choices.open) }
    case 'target':
      return { kind: 'target', column, values: [...eachText(categories.values)] }
  }
}

function chosenEncoding(
  categories: Categories | undefined,
  { categoryEncoding, oneHot, open }: CategoryChoices,
): 'one-hot' | 'target' | 'hash' | 'codes' {
  if (categoryEncoding !== 'auto') return categoryEncoding
  const different = categories?.values.length ?? Infinity
  if (different <= oneHot) return 'one-hot'
  return different <= mostStatistics && !open ? 'target' : 'hash'
}

/** The most frequent categories, and what else there is, or may come (`open`). */
function frequent(
  { values, times }: Categories,
  missing: number,
  rows: number,
  most: number,
  open: boolean,
): Pick<OneHotEncoder, 'values' | 'others'> {
  const least = rows >= enoughRows ? 2 : 1
  const texts = Array.from(eachText(values))
  const order = Array.from(texts.keys()).sort((a, b) => times[b] - times[a] || compared(texts[a], texts[b]))
  const kept = order.filter((code) => times[code] >= least).slice(0, most)
  const others = [
    ...(open || kept.length < order.length ? (['other'] as const) : []),
    ...(open || missing > 0 ? (['missing'] as const) : []),
  ]
  return { values: kept.map((code) => texts[code]), others }
}

/** By code units, the same everywhere. */
function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
