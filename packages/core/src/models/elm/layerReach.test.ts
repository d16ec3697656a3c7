import { expect, test } from 'vitest'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { drawNodes } from '../../trainers/elmRank/drawNodes.ts'
import { hiddenLayer } from './hiddenLayer.ts'
import { nodeKinds } from './hiddenNodes.ts'
import { layerReach } from './layerReach.ts'

test.each(nodeKinds)('no row within the radius reaches further through %s nodes', (kind) => {
  const random = seededRandom(8)
  const nodes = drawNodes(kind, 6, 2, 2, 1)
  const reach = layerReach(nodes, 1.5)
  const layer = hiddenLayer(nodes, 200, plainCompute)
  const rows = Float32Array.from({ length: 400 }, () => random.uniform() * 2.1 - 1.05) // within ‖x‖₂ ≤ 1.5
  const values = new Float64Array(1200)
  layer.evaluate(200, rows, values)
  let furthest = 0
  for (let row = 0; row < 200; row++) furthest = Math.max(furthest, Math.hypot(...values.subarray(6 * row, 6 * row + 6)))
  expect(furthest).toBeLessThanOrEqual(reach * (1 + 1e-12))
  expect(furthest).toBeGreaterThan(0.2 * reach)
})
