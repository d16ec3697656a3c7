/** The training sample T: vertices drawn from each part, independently and with replacement, or simply all of them. */

import { number, optional, requireArguments } from '../../arguments/shapes.ts'
import { seededRandom } from '../../numeric/random.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Parts } from './parts.ts'
import { partsShape } from './parts.ts'

/** Terms that a sample may have at most. Ontologies have fewer, and a sample costs time and memory for each. */
export const mostDrawn = 1_000_000

export interface OntologySample {
  /** Whether the vertices were drawn; if not, each member of each part is there once, and the theorems do not apply. */
  readonly drawn: boolean
  readonly vertices: Int32Array
  /** The part of each vertex: number of its branch. */
  readonly parts: Int32Array
}

/** `count` vertices of all parts together: one of each, the others in proportion to the sizes of the parts. All when left out. */
export function ontologySample(parts: Parts, seed: number, count?: number): OntologySample {
  requireArguments(
    { parts, seed, count },
    { parts: partsShape, seed: number({ whole: true }), count: optional(number({ whole: true, atLeast: 1, atMost: mostDrawn })) },
  )
  const { branches, offsets, members } = parts
  const partCount = branches.length
  if (count !== undefined && count < partCount) {
    throw new RankwrightError({ area: 'ontology', code: 'sample-too-small', found: count, branches: partCount })
  }
  const counts = count === undefined ? undefined : shares(offsets, count)
  const vertices: number[] = []
  const partOf: number[] = []
  const random = seededRandom(seed)
  for (let part = 0; part < partCount; part++) {
    const size = offsets[part + 1] - offsets[part]
    const drawn = counts?.[part] ?? size
    for (let draw = 0; draw < drawn; draw++) {
      vertices.push(members[offsets[part] + (counts === undefined ? draw : random.integer(size))])
      partOf.push(part)
    }
  }
  return { drawn: counts !== undefined, vertices: Int32Array.from(vertices), parts: Int32Array.from(partOf) }
}

/** One for each part, the rest by the largest remainder. */
function shares(offsets: Uint32Array, count: number): Uint32Array {
  const partCount = offsets.length - 1
  const rest = count - partCount
  const total = offsets[partCount]
  const exact = Array.from({ length: partCount }, (_, part) => (rest * (offsets[part + 1] - offsets[part])) / total)
  const counts = Uint32Array.from(exact, (share) => 1 + Math.floor(share))
  const left = count - counts.reduce((sum, each) => sum + each, 0)
  const byRemainder = exact.map((share, part) => ({ part, remainder: share - Math.floor(share) }))
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.part - b.part)
  for (const { part } of byRemainder.slice(0, left)) counts[part]++
  return counts
}
