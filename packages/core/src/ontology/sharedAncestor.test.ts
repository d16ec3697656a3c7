import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { sharedAncestor } from './sharedAncestor.ts'
import { hierarchyOf } from './structure/hierarchy.ts'

/** a is above b and c, d below both, e below c, g below b; f by itself. */
const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\nd,c\ne,c\ng,b\nf\n'))
const [b, c, d, e, g, f] = ['b', 'c', 'd', 'e', 'g', 'f'].map((id) => hierarchy.ontology.indexOfId.get(id) ?? -1)

test('of two terms, of the senses that are most similar, and of sets', () => {
  const shared = sharedAncestor(hierarchy, { measure: 'lin' })
  const content = (descendants: number) => expect.closeTo(Math.log(7 / descendants), 12)
  expect(shared([[d]], [[e]])).toEqual({ ancestor: 'c', ancestorName: '', ic: content(3) })
  // One word that means f or d: d is the sense that has something to do with e.
  expect(shared([[f, d]], [[e]])).toMatchObject({ ancestor: 'c' })
  expect(shared([[f, e]], [[g, b, c]])).toMatchObject({ ancestor: 'c' })
  // Of sets the best that any two share: d and g are below b, d and d share d itself.
  expect(shared([[d], [f]], [[g]])).toMatchObject({ ancestor: 'b', ic: content(3) })
  expect(shared([[d], [e]], [[g], [d]])).toMatchObject({ ancestor: 'd', ic: content(1) })
})

test('nothing is shared', () => {
  const shared = sharedAncestor(hierarchy, { measure: 'path' })
  expect(shared([[f]], [[e]])).toEqual({ ancestor: null, ancestorName: null, ic: null })
  expect(shared([[f], [f]], [[e], [d]])).toEqual({ ancestor: null, ancestorName: null, ic: null })
})

test('an ancestor that was never counted has no content', () => {
  const values = new Float64Array(hierarchy.size).fill(Number.POSITIVE_INFINITY)
  const shared = sharedAncestor(hierarchy, { measure: 'lin', information: { model: 'corpus', values, scale: 1 } })
  expect(shared([[d]], [[d]])).toMatchObject({ ancestor: 'd', ic: null })
})
