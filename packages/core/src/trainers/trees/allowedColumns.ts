/** Directions, groups and kinds of features, as options name them, for the columns of the binned rows. */
import { featureName, featureNumbersOf, refuseFeatures } from './featureNumbers.ts'
import type { Allowed } from './growTree.ts'

/** Groups are bits of a number. */
const MOST_GROUPS = 31

export interface FeatureRules {
  readonly increasing?: readonly string[]
  readonly decreasing?: readonly string[]
  readonly together?: readonly string[]
  readonly categories?: readonly string[]
}

/** `columns` are the features behind the columns; `names` those of the features, or how many there are. */
export function allowedColumns(rules: FeatureRules, names: readonly string[] | number, columns: Uint32Array): Omit<Allowed, 'columns'> {
  const { increasing, decreasing, together, categories } = rules
  const numbers = featureNumbersOf(names)
  const rising = (increasing ?? []).map((name) => numbers(name, 'increasing'))
  const falling = (decreasing ?? []).map((name) => numbers(name, 'decreasing'))
  const groups = (together ?? []).map((group) => group.split('+').map((name) => numbers(name.trim(), 'together')))
  const kinds = (categories ?? []).map((name) => numbers(name, 'categories'))
  const both = rising.find((feature) => falling.includes(feature))
  if (both !== undefined) refuseFeatures('decreasing', featureName(names, both), 'a feature that is not among the increasing ones')
  const ordered = kinds.find((feature) => rising.includes(feature) || falling.includes(feature))
  if (ordered !== undefined)
    refuseFeatures(
      'categories',
      featureName(names, ordered),
      'a feature without a direction: categories have no order to rise or fall with',
    )
  if (groups.length > MOST_GROUPS) refuseFeatures('together', `${groups.length} groups`, `at most ${MOST_GROUPS} groups`)
  return {
    ...(rising.length + falling.length > 0 && {
      directions: Int32Array.from(columns, (feature) => Number(rising.includes(feature)) - Number(falling.includes(feature))),
    }),
    ...(kinds.length > 0 && { categorical: Uint8Array.from(columns, (feature) => Number(kinds.includes(feature))) }),
    ...(groups.length > 0 && { groups: Uint32Array.from(columns, (feature) => bitsOf(feature, groups)) }),
  }
}

function bitsOf(feature: number, groups: readonly (readonly number[])[]): number {
  return groups.reduce((bits, group, number) => (group.includes(feature) ? bits | (1 << number) : bits), 0)
}
