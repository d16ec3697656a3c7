import { randomOntology } from '@rankwright/contracts'
import { finish, seededRandom } from '@rankwright/core'
import { auditOntology, hierarchyOf, ontologyKernelKinds, trainOntology } from '@rankwright/core/ontology'
import { expect, test } from 'vitest'
import { wasmCompute } from './wasmCompute.ts'

const runtime = { compute: wasmCompute(), threads: 1 }
/** One whose kernels are written out, and one whose kernels on the graph are applied. */
const hierarchies = [120, 600].map((size) => hierarchyOf(randomOntology(seededRandom(size), size)))

test.each(ontologyKernelKinds)(
  'an ontology learned on WebAssembly with the kernel %s is that of the plain primitives to the bit',
  (kernel) => {
    for (const hierarchy of hierarchies) {
      const options = { kernel, sample: 100 } as const
      const plain = finish(trainOntology(hierarchy, options))
      expect(finish(trainOntology(hierarchy, options, {}, runtime))).toEqual(plain)
      const audit = { replacements: 2, seed: 1 }
      expect(finish(auditOntology(plain, audit, runtime))).toEqual(finish(auditOntology(plain, audit)))
    }
  },
)

test('so are several lines', () => {
  for (const hierarchy of hierarchies) {
    const options = { lines: 3 }
    expect(finish(trainOntology(hierarchy, options, {}, runtime))).toEqual(finish(trainOntology(hierarchy, options)))
  }
})
