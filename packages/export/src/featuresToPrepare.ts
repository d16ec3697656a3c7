import type { ListModel } from '@rankwright/core'
import { encodedSources } from '@rankwright/core/data'

/** Names that are shown of the features of one column. */
const shown = 4

/**
 * What to tell about a target that takes the features of a model with encoders, and not the columns that they are made of: which features each
 * column becomes, by their places. Nothing for a model without encoders.
 */
export function featuresToPrepare({ encoders }: Pick<ListModel, 'encoders'>): string[] {
  if (encoders === undefined) return []
  let first = 1
  const made = encodedSources(encoders).map(({ source, kind, features }) => {
    const last = first + features.length - 1
    const places = last === first ? `feature ${first}` : `features ${first} to ${last}`
    first = last + 1
    const names = `${features.slice(0, shown).join(', ')}${features.length > shown ? ', …' : ''}`
    return features.length === 0 ? '' : kind === 'number' ? `${source} is ${places}` : `${source} becomes ${places} (${names})`
  })
  const told = made.filter((each) => each !== '').join('; ')
  return [
    `the target takes the ${first - 1} features that the model makes of the columns, in this order: ${told}. Prepare them, for example with encode(object, list) of the same model exported to js`,
  ]
}
