/**
 * Which features of a file without names are used. They are chosen by number from 1, singly or in ranges (`1,5-20`), and those that
 * remain are called by their numbers, so that a model trained on them finds them again in the whole file.
 */

import { count, options, requireArguments, text, texts } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { featureNumbers, greatestFeature, numberedFeature } from './featureNumbers.ts'
import { sparseUpTo, toDense } from './layout.ts'
import type { RankingLists } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'
import { selectColumns } from './selectColumns.ts'

export interface FeatureChoice {
  /** Numbers and ranges of the features to use; all when left out. */
  readonly features?: readonly string[]
  /** Numbers and ranges of the features to leave out, of those. */
  readonly ignore?: readonly string[]
}

/** A range may reach this far beyond the features of the file. */
const mostChosen = 1_000_000

/** `file` is the name that errors speak of. */
export function chooseFeatures(lists: RankingLists, choice: FeatureChoice, file: string): RankingLists {
  requireArguments({ lists, choice, file }, { lists: requireLists, choice: options({ features: texts, ignore: texts }), file: text })
  if (choice.features === undefined && choice.ignore === undefined) return lists
  const occurring = lists.othersAreZero && featureNumbers(lists.featureNames ?? [])
  const numbers = numbersOf(occurring ?? lists.width, choice, file)
  const columns = occurring && new Map(Array.from(occurring, (number, column) => [number, column]))
  const selected = selectColumns(
    lists,
    Int32Array.from(numbers, (number) => columns?.get(number) ?? (number <= lists.width ? number - 1 : -1)),
  )
  return { ...narrowed(selected), featureNames: Array.from(numbers, numberedFeature), ...(occurring && { othersAreZero: true }) }
}

/** The numbers of the features that are chosen, ascending, where there are those up to `width`. Some may lie beyond it: they are 0 in every row. */
export function chosenFeatures(width: number, choice: FeatureChoice, file: string): Uint32Array {
  requireArguments({ width, choice, file }, { width: count(), choice: options({ features: texts, ignore: texts }), file: text })
  return numbersOf(width, choice, file)
}

/** `known` are the numbers that occur, or how far they go. */
function numbersOf(known: Uint32Array | number, { features, ignore }: FeatureChoice, file: string): Uint32Array {
  const greatest = typeof known === 'number' ? known : (known.at(-1) ?? 0)
  const wanted = features?.map((text) => rangeOf(text, 'features', greatest, file)) ?? [{ first: 1, last: greatest }]
  const unwanted = ignore?.map((text) => rangeOf(text, 'ignore', greatest, file)) ?? []
  const numbers = typeof known === 'number' ? allChosen(wanted, unwanted) : known.filter((number) => isChosen(number, wanted, unwanted))
  if (numbers.length === 0) throw new RankwrightError({ area: 'data', code: 'no-feature-chosen', at: { file } })
  return numbers
}

/** Every number that is wanted. */
function allChosen(wanted: readonly NumberRange[], unwanted: readonly NumberRange[]): Uint32Array {
  const last = wanted.reduce((most, range) => Math.max(most, range.last), 0)
  const chosen = new Uint8Array(last + 1)
  for (const range of wanted) chosen.fill(1, range.first, range.last + 1)
  for (const range of unwanted) chosen.fill(0, range.first, range.last + 1)
  return Uint32Array.from(chosen.keys()).filter((number) => chosen[number] === 1)
}

function isChosen(number: number, wanted: readonly NumberRange[], unwanted: readonly NumberRange[]): boolean {
  const within = ({ first, last }: NumberRange) => number >= first && number <= last
  return wanted.some(within) && !unwanted.some(within)
}

interface NumberRange {
  readonly first: number
  readonly last: number
}

/** A range may reach beyond the file, whose last features may be 0 in every row; it may not begin there. */
function rangeOf(text: string, option: 'features' | 'ignore', width: number, file: string): NumberRange {
  const parts = /^f?([1-9]\d{0,9})(?:-f?([1-9]\d{0,9}))?$/.exec(text)
  const first = Number(parts?.[1])
  const last = parts?.[2] === undefined ? first : Number(parts[2])
  if (parts === null || last < first || last > Math.min(greatestFeature, Math.max(mostChosen, width)))
    throw new RankwrightError({ area: 'data', code: 'not-a-feature-range', at: { file }, option, found: text })
  if (first > width) throw new RankwrightError({ area: 'data', code: 'no-such-feature', at: { file }, option, found: text, width })
  return { first, last }
}

/** Few features of a wide file need not be sparse, and then every method takes them. */
function narrowed(lists: RankingLists): RankingLists {
  const { features, labels, width } = lists
  if (features.kind === 'dense' || features.values.length <= sparseUpTo(labels.length, width)) return lists
  return { ...lists, features: { kind: 'dense', values: toDense(features, labels.length, width) } }
}
