import type { HiddenNodes, NodeKind } from '../../models/elm/hiddenNodes.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { FeatureSpread } from './featureSpread.ts'

/**
 * Draws nodes. With `auto`, and Σ the sum of the variances of the mapped features, what goes into a node spreads over the data with
 * a standard deviation of about 1 around its draw:
 *   sigmoid, relu, linear: w uniform in ±√(3 / Σ), b uniform in ±√3 minus w · mean;
 *   fourier: w normal with variance 1 / Σ, so that products of nodes mean exp(−‖x − x′‖² / 2Σ), b uniform in [0, 2π);
 *   gaussian: centres uniform in mean ± √3 deviation of each feature, b uniform in [½, 3/2] / 2Σ.
 * A number s takes nothing from the data: w uniform in ±s (fourier: normal with deviation s), b uniform in ±s (fourier: [0, 2π),
 * gaussian: [0, s]). `factor` multiplies the steepness of auto.
 */
export function drawNodes(
  kind: NodeKind,
  count: number,
  width: number,
  scale: { readonly spread: FeatureSpread; readonly factor: number } | number,
  seed: number,
): HiddenNodes {
  const random = seededRandom(seed).fork('hidden nodes')
  const within = (reach: number) => (2 * random.uniform() - 1) * reach
  const weights = new Float32Array(width * count)
  const offsets = new Float32Array(count)
  const root3 = Math.sqrt(3)
  const spread = typeof scale === 'number' ? undefined : scale.spread
  const total = spread === undefined ? 1 : spread.variance > 0 ? spread.variance : 1
  const steepness = typeof scale === 'number' ? scale : scale.factor / Math.sqrt(total)
  for (let i = 0; i < count; i++) {
    let centre = 0
    for (let j = 0; j < width; j++) {
      const place = j * count + i
      if (kind === 'gaussian') weights[place] = spread ? spread.means[j] + within(root3 * spread.deviations[j]) : within(steepness)
      else if (kind === 'fourier') weights[place] = random.normal() * steepness
      else weights[place] = within(spread ? root3 * steepness : steepness)
      if (spread) centre += weights[place] * spread.means[j]
    }
    if (kind === 'gaussian') offsets[i] = spread ? ((0.5 + random.uniform()) * steepness * steepness) / 2 : random.uniform() * steepness
    else if (kind === 'fourier') offsets[i] = random.uniform() * 2 * Math.PI
    else offsets[i] = typeof scale === 'number' ? within(steepness) : within(root3 * scale.factor) - centre
  }
  return { kind, count, width, weights, offsets }
}
