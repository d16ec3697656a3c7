import type { Compute } from '../numeric/compute/compute.ts'
import { longer, OnlineScaler } from './onlineScaler.ts'
import { rowProducts } from './rowProducts.ts'
import { type Series, seriesLength } from './series.ts'

/**
 * What expert weights, per standard deviation of a feature, say of a series before anything was learned: the series itself gives means and
 * standard deviations. Undefined without weights.
 */
export function expertScores(series: Series, weights: Float64Array | undefined, compute: Compute): Float64Array | undefined {
  if (weights === undefined) return undefined
  const mark = compute.mark()
  const scaler = new OnlineScaler('series')
  const scaled = scaler.learn(series, compute)
  scaler.scale(scaled)
  const own = weights.length < scaler.width ? longer(weights, scaler.width) : weights
  const scores = rowProducts(seriesLength(series), scaler.width, scaled, own)
  compute.release(mark)
  return scores
}
