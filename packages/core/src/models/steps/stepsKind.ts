import { matchFeatures } from '../common/matchFeatures.ts'
import { type FeatureFact, featureNamesOf } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { explainSteps } from './explainSteps.ts'
import { type StepsModel, scoreSteps } from './steps.ts'
import { stepsFromDocument, stepsToDocument } from './stepsJson.ts'

export const stepsKind: ListKind<StepsModel> = {
  title: 'a sum of step functions',
  arrays: ['columns', 'starts', 'thresholds', 'levels', 'missing'],
  toDocument: stepsToDocument,
  fromDocument: stepsFromDocument,
  match: matchFeatures,
  score: scoreSteps,
  explain: explainSteps,
  seen: ({ training }) => training.seen,
  missing: () => 'own-branch',
  facts(model) {
    const { method, options, thresholds } = model
    const features = featuresByReach(model)
    return {
      method,
      options,
      features,
      parts: { functions: model.columns.length, steps: thresholds.length },
      sizes: [
        { count: features.length, of: 'feature' },
        { count: thresholds.length, of: 'step' },
      ],
      figures: { 'features with steps': model.columns.length },
    }
  },
}

/** The weight of a feature is the most that it can change the score by: its greatest value less its least. */
function featuresByReach(model: StepsModel): FeatureFact[] {
  const { columns, starts, levels, missing } = model
  const names = featureNamesOf(model)
  const weights = new Float64Array(names.length)
  for (const [place, column] of columns.entries()) {
    let [least, greatest] = [missing[place], missing[place]]
    for (let at = starts[place] + place; at <= starts[place + 1] + place; at++) {
      least = Math.min(least, levels[at])
      greatest = Math.max(greatest, levels[at])
    }
    weights[column] = greatest - least
  }
  const features = Array.from(weights, (weight, column) => ({ feature: names[column], weight }))
  return features.sort((a, b) => b.weight - a.weight)
}
