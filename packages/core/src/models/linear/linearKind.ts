import { changedAlone } from '../common/changedAlone.ts'
import { mappedKind } from '../common/mappedKind.ts'
import { type FeatureFact, mappedNamesOf, patchFacts } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { explainLinear } from './explainLinear.ts'
import { type LinearModel, scoreLinear } from './linear.ts'
import { linearFromDocument, linearToDocument } from './linearJson.ts'
import { linearScorerBalls } from './linearScorerBalls.ts'

export const linearKind: ListKind<LinearModel> = {
  ...mappedKind,
  title: 'a linear model',
  arrays: ['weights'],
  toDocument: linearToDocument,
  fromDocument: linearFromDocument,
  score: scoreLinear,
  scoreChanged: changedAlone(scoreLinear),
  explain: explainLinear,
  certifiable: {
    weights: ({ weights }) => weights,
    functionSpace: () => ({
      reach: ({ featureRadius }) => ({ value: featureRadius, origin: '√K(x, x) of the linear kernel', dependsOnRows: true }),
      options: [],
    }),
    balls: linearScorerBalls,
  },
  facts: (model) => ({
    method: model.method,
    options: model.options,
    features: featuresByWeight(model),
    parts: { intercept: model.intercept, ...patchFacts(model).parts },
    sizes: [{ count: model.weights.length, of: 'feature' }, ...patchFacts(model).sizes],
  }),
}

/** The strongest first; the weight of a feature is on the scale that the feature map gives it. */
function featuresByWeight(model: LinearModel): FeatureFact[] {
  const names = mappedNamesOf(model)
  const features = Array.from(model.weights, (weight, column) => ({ feature: names[column], weight }))
  return features.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
}
