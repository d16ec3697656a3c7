import { changedAlone } from '../common/changedAlone.ts'
import { mappedKind } from '../common/mappedKind.ts'
import { featureFacts, patchFacts } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { explainNetwork } from './explainNetwork.ts'
import { type NetworkModel, scoreNetwork } from './network.ts'
import { networkFromDocument, networkToDocument } from './networkJson.ts'
import { networkScorerBalls } from './networkScorerBalls.ts'

export const networkKind: ListKind<NetworkModel> = {
  ...mappedKind,
  title: 'a network',
  arrays: ['weights', 'biases', 'outputs'],
  toDocument: networkToDocument,
  fromDocument: networkFromDocument,
  score: scoreNetwork,
  scoreChanged: changedAlone(scoreNetwork),
  explain: explainNetwork,
  certifiable: { balls: networkScorerBalls },
  facts(model) {
    const { method, options, hidden } = model
    const features = featureFacts(model)
    const patches = patchFacts(model)
    return {
      method,
      options,
      features,
      parts: { hidden, ...patches.parts },
      sizes: [{ count: features.length, of: 'feature' }, ...patches.sizes, { count: hidden, of: 'rectifier' }],
    }
  },
}
