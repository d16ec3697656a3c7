/** Directions and groups of features, as options name them, for the columns of the binned rows. */
import { nearestName } from '../../problems/nearestName.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Allowed } from './growTree.ts'

/** Groups are bits of a number. */
const MOST_GROUPS = 31

export interface FeatureRules {
  readonly increasing?: readonly string[]
  readonly decreasing?: readonly string[]
  readonly together?: readonly string[]
}

/** `columns` are the features behind the columns; `names` those of the features, or how many there are. */
export function allowedColumns(rules: FeatureRules, names: readonly string[] | number, columns: Uint32Array): Omit<Allowed, 'columns'> {
  const { increasing, decreasing, together } = rules
  const numbers = featureNumbersOf(names)
  const rising = (increasing ?? []).map((name) => numbers(name, 'increasing'))
  const falling = (decreasing ?? []).map((name) => numbers(name, 'decreasing'))
  const groups = (together ?? []).map((group) => group.split('+').map((name) => numbers(name.trim(), 'together')))
  const both = rising.find((feature) => falling.includes(feature))
  if (both !== undefined) refuse('decreasing', nameOf(names, both), 'a feature that is not among the increasing ones')
  if (groups.length > MOST_GROUPS) refuse('together', `${groups.length} groups`, `at most ${MOST_GROUPS} groups`)
  return {
    ...(rising.length + falling.length > 0 && {
      directions: Int32Array.from(columns, (feature) => Number(rising.includes(feature)) - Number(falling.includes(feature))),
    }),
    ...(groups.length > 0 && { groups: Uint32Array.from(columns, (feature) => bitsOf(feature, groups)) }),
  }
}

function bitsOf(feature: number, groups: readonly (readonly number[])[]): number {
  return groups.reduce((bits, group, number) => (group.includes(feature) ? bits | (1 << number) : bits), 0)
}

function featureNumbersOf(names: readonly string[] | number): (name: string, option: string) => number {
  const known = typeof names === 'number' ? undefined : new Map(names.map((name, feature) => [name, feature]))
  return (name, option) => {
    const found = known === undefined ? Number(/^f?([1-9]\d*)$/.exec(name)?.[1] ?? Number.NaN) - 1 : known.get(name)
    if (found !== undefined && found >= 0 && (typeof names !== 'number' || found < names)) return found
    const nearest = typeof names === 'number' ? undefined : nearestName(name, names)
    const allowed = typeof names === 'number' ? `numbers of features, from 1 to ${names}` : 'names of features'
    return refuse(option, `"${name}"`, nearest === undefined ? allowed : `${allowed}; did you mean "${nearest}"?`)
  }
}

function nameOf(names: readonly string[] | number, feature: number): string {
  return typeof names === 'number' ? String(feature + 1) : names[feature]
}

function refuse(option: string, found: string, allowed: string): never {
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option, found, allowed })
}
