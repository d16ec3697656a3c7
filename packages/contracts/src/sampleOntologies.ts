import { edgeListParser, type Ontology } from '@rankwright/core'
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
