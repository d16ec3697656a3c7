import type { ListModel } from '@rankwright/core'
import { encodedSources, type TableEncoders } from '@rankwright/core/data'

/** Names that are shown of the features of one column. */
const shown = 4

/**
 * What to tell about a target that takes the features of a model with encoders, and not the columns that they are made of: which features each
 * column becomes, by their places. Nothing for a model without encoders.
 */
export function featuresToPrepare({ encoders }: Pick<ListModel, 'encoders'>): string[] {
  if (encoders === undefined) return []
  const places = encodedSources(encoders).flatMap(({ features }) => features)
  return [
    `the target takes the ${places.length} features that the model makes of the columns, ${preparedFeatures(encoders, [...places.keys()])}`,
  ]
}

/** Which columns become the features at these places of the model, in the order in which they are to be given. */
export function preparedFeatures(encoders: TableEncoders, places: readonly number[]): string {
  const wanted = new Set(places)
  let [place, first] = [0, 1]
  const made = encodedSources(encoders).flatMap(({ source, kind, features: all }) => {
    const features = all.filter(() => wanted.has(place++))
    if (features.length === 0) return []
    const last = first + features.length - 1
    const told = last === first ? `feature ${first}` : `features ${first} to ${last}`
    first = last + 1
    const names = `${features.slice(0, shown).join(', ')}${features.length > shown ? ', …' : ''}`
    return [kind === 'number' ? `${source} is ${told}` : `${source} becomes ${told} (${names})`]
  })
  return `in this order: ${made.join('; ')}. Prepare them, for example with encode(object, list) of the same model exported to js`
}
