/**
 * sim(a, b) = 1 / (1 + d) for d edges between the terms, 0 without a way. Pedersen, Patwardhan & Michelizzi 2004,
 * "WordNet::Similarity: measuring the relatedness of concepts"; the distance is that of Rada et al. 1989.
 */
import type { MeasureSetting, Similarity } from './measure.ts'
import { shortestPath } from './shortestPath.ts'

export function path(setting: MeasureSetting): Similarity {
  const between = shortestPath(setting)
  return (source) => {
    const to = between(source)
    return (target) => pathValue(to(target))
  }
}

export function pathValue(steps: number): number {
  return 1 / (1 + steps)
}
