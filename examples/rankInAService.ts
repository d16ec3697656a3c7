/**
 * Ranking inside a service: the model file is read once, then candidates come as plain objects and leave in order. Needs
 * `@rankwright/core` alone, so the same code runs in a browser or at the edge.
 */
import { type ListModel, modelFromJson, rank, rankingLists } from '@rankwright/core'
import { requireListModel } from '@rankwright/core/models'

export interface Candidate {
  readonly id: string
  /** Values by feature name; what is not known is left out. */
  readonly features: Readonly<Record<string, number>>
}

export function ranker(modelJson: string): (candidates: readonly Candidate[]) => string[] {
  const model = requireListModel(modelFromJson(modelJson, 'model.json'), 'model.json')
  const names = featureNames(model)
  return (candidates) => {
    if (candidates.length === 0) return []
    const lists = rankingLists({
      features: candidates.map(({ features }) => names.map((name) => features[name] ?? Number.NaN)),
      labels: candidates.map(() => 0),
      lists: candidates.map(() => 'request'),
      items: candidates.map(({ id }) => id),
      featureNames: names,
    })
    return rank(model, lists)[0].items.map(({ item }) => item ?? '')
  }
}

function featureNames({ features }: ListModel): readonly string[] {
  if (typeof features === 'number') throw new Error('train on data with named columns, such as CSV, to rank by feature names')
  return features
}
