import type { ListModel } from '@rankwright/core'
import { preparedFeatures } from '../featuresToPrepare.ts'
import type { TableInputs } from './tableInputs.ts'

/** What to tell about a graph that takes categories as texts. */
export function inputsToGive({ encoders }: Pick<ListModel, 'encoders'>, { texts, prepared }: TableInputs): string {
  const names = texts.map(({ input, column }) => (input === column ? column : `${column} (as "${input}")`)).join(', ')
  const asTexts = `the graph takes these columns as texts, without spaces around them and empty where the value is missing: ${names}`
  if (prepared.length === 0) return asTexts
  return `${asTexts}; in "features" it takes the other ${prepared.length} features that the model makes of the columns, ${preparedFeatures(encoders!, prepared)}`
}
