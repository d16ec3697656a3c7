/** Features as options name them: by name, or by number from 1 where they have no names. */
import { nearestName } from '../../problems/nearestName.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** `names` are those of the features, or how many there are. */
export function featureNumbersOf(names: readonly string[] | number): (name: string, option: string) => number {
  const known = typeof names === 'number' ? undefined : new Map(names.map((name, feature) => [name, feature]))
  return (name, option) => {
    const found = known === undefined ? Number(/^f?([1-9]\d*)$/.exec(name)?.[1] ?? Number.NaN) - 1 : known.get(name)
    if (found !== undefined && found >= 0 && (typeof names !== 'number' || found < names)) return found
    const nearest = typeof names === 'number' ? undefined : nearestName(name, names)
    const allowed = typeof names === 'number' ? `numbers of features, from 1 to ${names}` : 'names of features'
    return refuseFeatures(option, `"${name}"`, nearest === undefined ? allowed : `${allowed}; did you mean "${nearest}"?`)
  }
}

export function featureName(names: readonly string[] | number, feature: number): string {
  return typeof names === 'number' ? String(feature + 1) : names[feature]
}

export function refuseFeatures(option: string, found: string, allowed: string): never {
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option, found, allowed })
}
