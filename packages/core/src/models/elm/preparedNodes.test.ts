import { expect, test } from 'vitest'
import type { Compute } from '../../numeric/compute/compute.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { hiddenLayer } from './hiddenLayer.ts'
import { type HiddenNodes, nodeKinds } from './hiddenNodes.ts'

const random = seededRandom(1)
const singles = (length: number) => Float32Array.from({ length }, () => random.normal())

test.each(nodeKinds)('%s nodes are laid out once for each build and precision', (kind) => {
  const nodes: HiddenNodes = { kind, count: 3, width: 2, weights: singles(6), offsets: singles(3) }
  const asked: string[] = []
  const counting: Compute = {
    ...plainCompute,
    prepare(n, k, b, rows) {
      asked.push(`${b instanceof Float32Array ? 'single' : 'double'} ${k} x ${n}, rows in ${rows} precision`)
      return plainCompute.prepare(n, k, b, rows)
    },
  }
  const rows = singles(8)
  const values = (compute: Compute, precision: 'double' | 'mixed') => {
    const into = new Float64Array(12)
    hiddenLayer(nodes, 4, compute, precision).evaluate(4, rows, into)
    return into
  }
  for (const precision of ['double', 'double', 'mixed', 'mixed'] as const) {
    expect(values(counting, precision)).toEqual(values(plainCompute, precision))
  }
  const [depth, exact] = kind === 'gaussian' ? [4, 'double'] : [3, 'single']
  expect(asked).toEqual(['double', 'single'].map((matrix) => `${matrix} ${depth} x 3, rows in ${exact} precision`))
})
