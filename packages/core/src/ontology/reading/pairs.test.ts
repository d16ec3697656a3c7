import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { comparePairs } from '../../evaluation/ontology/comparePairs.ts'
import { termSimilarity } from '../similarity.ts'
import { termFinder } from '../structure/findTerms.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { parsePairs } from './pairs.ts'

test('pairs with commas, tabs or semicolons between, with and without ratings', () => {
  for (const text of [
    'a,b,1.5\nc,d,2\n',
    'a\tb\t1.5\nc\td\t2\n',
    'a;b;1.5\nc;d;2\n',
    'a b 1.5\nc d 2\n',
    'word1,word2,mean\na,b,1.5\nc,d,2\n',
  ])
    expect(parse(text), text).toMatchObject([
      { a: 'a', b: 'b', rating: 1.5 },
      { a: 'c', b: 'd', rating: 2 },
    ])
  expect(parse('x,y\n')).toEqual([{ a: 'x', b: 'y', first: ['x'], second: ['y'], at: { file: 'pairs.csv', line: 1, column: 1 } }])
})

test('a first row of words that head columns is a pair only where they are terms', () => {
  const compared = (ontology: string) => {
    const hierarchy = hierarchyOf(edgeOntology(ontology))
    return comparePairs(parse('a,b\nc,d\n'), termFinder(hierarchy.ontology), termSimilarity(hierarchy, { measure: 'path' })).pairs
  }
  expect(compared('c,x\nd,x\n')).toMatchObject([{ a: 'c', b: 'd' }])
  expect(compared('a,x\nb,x\nc,x\nd,x\n')).toMatchObject([{ a: 'a' }, { a: 'c' }])
})

test('semicolons between commas make sets', () => {
  expect(parse('a; b,c\n')[0]).toMatchObject({ a: 'a; b', first: ['a', 'b'], second: ['c'] })
})

test.each([
  ['a,b\nc\n', 'pairs.csv:2:1: "c" is not a pair.'],
  ['a,b,c,d\n', '"a,b,c,d" is not a pair.'],
  ['a,;\n', 'is not a pair'],
  ['a,b,1\nc,d,x\n', 'pairs.csv:2:1: the rating is "x", not a number.'],
  ['a,b,1\nc,d\n', 'pairs.csv:2:1: this pair has no rating, but others have one.'],
  ['', 'there is no row of data'],
])('%j is reported with its place', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})

function parse(text: string) {
  return parsePairs('pairs.csv', encodeUtf8(text))
}
