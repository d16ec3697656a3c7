import type { Random } from '@rankwright/core/numeric'
import { edgeListParser, type Ontology } from '@rankwright/core/ontology'
import fc from 'fast-check'

/** The ontology of an edge list, as messages name it: edges.csv. */
export function edgeOntology(text: string): Ontology {
  const parser = edgeListParser('edges.csv')
  parser.push(new TextEncoder().encode(text))
  return parser.finish()
}

/** Edge lists without cycles: t0 to t19, each with parents of lower numbers only, several of them or none. */
export function randomEdges(): fc.Arbitrary<string> {
  return fc
    .array(fc.array(fc.nat(1000), { maxLength: 3 }), { minLength: 1, maxLength: 19 })
    .map((terms) =>
      [
        't0',
        ...terms.flatMap((parents, index) => [`t${index + 1}`, ...parents.map((parent) => `t${index + 1},t${parent % (index + 1)}`)]),
      ].join('\n'),
    )
}

/** Every term has one to three parents before it; edges have weights. */
export function randomOntology(random: Random, size: number): Ontology {
  const rows = ['t0', 't1,t0', 't2,t0']
  for (let term = 3; term < size; term++) {
    const parents = new Set(Array.from({ length: 1 + random.integer(3) }, () => random.integer(term)))
    for (const parent of parents) rows.push(`t${term},t${parent},${0.5 + random.uniform()}`)
  }
  return edgeOntology(`${rows.join('\n')}\n`)
}
