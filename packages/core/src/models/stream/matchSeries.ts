import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { MatchedLists } from '../common/matchFeatures.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import type { StreamModel } from './streamModel.ts'

/** The columns of series come and go: columns that the data lacks are missing, and columns that the stream has not seen are ignored. The lists stay as they are. */
export function matchSeries(model: StreamModel, lists: RankingLists): MatchedLists {
  const known = featureNamesOf(model)
  const found = featureNamesOf({ features: lists.featureNames ?? lists.width })
  const [inModel, inData] = [new Set(known), new Set(found)]
  const lacking = known.filter((name) => !inData.has(name))
  const strange = found.filter((name) => !inModel.has(name))
  return {
    lists,
    notes: [
      ...(lacking.length > 0 ? [`the data lacks ${some(lacking)} of the stream: treated as missing`] : []),
      ...(strange.length > 0 ? [`the stream has not seen ${some(strange)}: ignored`] : []),
    ],
  }
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  if (names.length > 5) return `the features ${shown} and ${names.length - 5} more`
  return names.length > 1 ? `the features ${shown}` : `the feature ${shown}`
}
