import { changedAlone } from '../common/changedAlone.ts'
import { mappedKind } from '../common/mappedKind.ts'
import { featureFacts } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { type ElmModel, scoreElm } from './elm.ts'
import { elmFromDocument, elmToDocument } from './elmJson.ts'
import { elmSpace } from './elmSpace.ts'
import { elmUncertainty } from './elmUncertainty.ts'
import { explainElm } from './explainElm.ts'

export const elmKind: ListKind<ElmModel> = {
  ...mappedKind,
  title: 'an extreme learning machine',
  arrays: ['weights'],
  toDocument: elmToDocument,
  fromDocument: elmFromDocument,
  score: scoreElm,
  scoreChanged: changedAlone(scoreElm),
  explain: explainElm,
  uncertainty: (model, lists, compute) => model.posterior && elmUncertainty(model, model.posterior, lists, compute),
  certifiable: { functionSpace: elmSpace },
  facts(model) {
    const { method, options, nodes, posterior, intercept } = model
    const { kind, count } = nodes
    const features = featureFacts(model)
    return {
      method,
      options,
      features,
      parts: { nodes: { kind, count }, uncertainty: posterior !== undefined, intercept },
      sizes: [
        { count: features.length, of: 'feature' },
        { count, of: `${kind} node` },
      ],
      figures: { uncertainty: posterior === undefined ? 'not kept' : 'kept' },
    }
  },
}
