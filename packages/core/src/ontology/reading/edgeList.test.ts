import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import type { Ontology } from '../structure/ontology.ts'
import { edgeListParser } from './edgeList.ts'

test('child, parent and, where it is given, weight; what is mentioned is a term', () => {
  const { ids, edges } = read('# a comment\nb,a\nc,a,0.5\n\nd\n')
  expect(ids).toEqual(['b', 'a', 'c', 'd'])
  expect(Array.from(edges.children, (child, edge) => [ids[child], ids[edges.parents[edge]], edges.weights[edge]])).toEqual([
    ['b', 'a', Number.NaN],
    ['c', 'a', 0.5],
  ])
})

test('named columns may stand in any order, with tabs and relations', () => {
  const { ids, edges, relations } = read('relation\tparent\tchild\nisa\ta\tb\npart of\ta\tc\n')
  expect(Array.from(edges.relations, (relation) => relations[relation].name)).toEqual(['is_a', 'part_of'])
  expect(Array.from(edges.children, (child) => ids[child])).toEqual(['b', 'c'])
})

test('cells may be quoted', () => {
  expect(read('"b, the second","a ""first"""\n').ids).toEqual(['b, the second', 'a "first"'])
})

test.each([
  ['b,a\n,a\n', 'edges.csv:2:1: the row has no child.'],
  ['b,a,heavy\n', 'edges.csv:1:5: the weight is "heavy". Give a number above 0.'],
  ['b,a,0\n', 'the weight is "0"'],
  ['b,a,-1\n', 'the weight is "-1"'],
  ['b,a,1,2\n', 'edges.csv:1:7: the row has 4 cells, where 3 are known.'],
  ['child,parent\n', 'edges.csv: there is no term in it.'],
])('%j is reported with its place', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

function read(text: string): Ontology {
  const parser = edgeListParser('edges.csv')
  parser.push(encodeUtf8(text))
  return parser.finish()
}
