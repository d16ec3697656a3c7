import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Explainer } from '../common/explanation.ts'
import { meanSlope, rectifier } from '../common/functionsAlongLines.ts'
import { explainByGradients, type PathGradients } from '../common/integratedGradients.ts'
import type { NetworkFunction, NetworkModel } from './network.ts'

export function explainNetwork(model: NetworkModel, lists: RankingLists): Explainer {
  return explainByGradients(model, lists, networkGradients(model))
}

export function networkGradients({ hidden, weights, biases, outputs }: NetworkFunction): PathGradients {
  return (from, to, into) => {
    const width = from.length
    let [start, end, magnitude] = [0, 0, 0]
    for (let unit = 0; unit < hidden; unit++) {
      let [before, after] = [biases[unit], biases[unit]]
      for (let j = 0; j < width; j++) {
        before += weights[unit * width + j] * from[j]
        after += weights[unit * width + j] * to[j]
      }
      const [low, high] = [rectifier.of(before), rectifier.of(after)]
      const slope = outputs[unit] * meanSlope(rectifier, before, after, low, high)
      for (let j = 0; j < width; j++) into[j] += slope * weights[unit * width + j] * (to[j] - from[j])
      start += outputs[unit] * low
      end += outputs[unit] * high
      magnitude += Math.abs(outputs[unit]) * (low + high)
    }
    return { start, end, magnitude }
  }
}
