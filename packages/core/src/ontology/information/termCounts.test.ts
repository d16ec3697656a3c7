import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { parseAnnotations } from '../annotations/parseAnnotations.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { annotationCounts } from './annotationCounts.ts'
import { informationOf } from './information.ts'
import { parseTermCounts } from './termCounts.ts'

const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\nd,c\n'))
const corpus = (text: string) => parseTermCounts('counts.csv', encodeUtf8(text), hierarchy)
const annotated = (text: string) => annotationCounts(hierarchy, parseAnnotations('genes.tsv', encodeUtf8(text), hierarchy.ontology))

test('an occurrence counts once at each ancestor, by however many ways', () => {
  const { counts, total, unknown } = corpus('term,count\nb,2\nd,3\nx,9\n')
  expect(Array.from(counts)).toEqual([5, 5, 3, 3])
  expect([total, unknown]).toEqual([5, 1])
  const { values } = informationOf(hierarchy, 'corpus', corpus('b,2\n'))
  expect(Array.from(values)).toEqual([0, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
})

test('an annotated object counts once, however many of its terms are below', () => {
  const rows = ['gene\tgo_ids\ng1\td b\ng2\tc\ng3\tx\n', 'g1,d;b\ng2,c\ng3,x\n', 'g1,d\ng1,b\ng2,c\ng3,x\n']
  for (const text of rows) {
    const { counts, total, unknown } = annotated(text)
    expect(Array.from(counts), text).toEqual([2, 1, 2, 1])
    expect([total, unknown], text).toEqual([2, 1])
  }
  expect(informationOf(hierarchy, 'annotation', annotated('g1,d\ng2,c\n')).values[3]).toBeCloseTo(Math.log(2), 12)
})

test('GAF files: the object, its term, and not what it is NOT', () => {
  const row = (object: string, qualifier: string, term: string) => ['DB', object, object, qualifier, term, 'ref', 'IEA'].join('\t')
  const { counts, total } = annotated(
    `!gaf-version: 2.2\n${row('g1', 'enables', 'd')}\n${row('g2', 'NOT|enables', 'b')}\n${row('g2', '', 'c')}\n`,
  )
  expect([Array.from(counts), total]).toEqual([[2, 1, 2, 1], 2])
})

test.each([
  [() => corpus('a,1\nb\n'), 'counts.csv:2: "b" is not a term and its count.'],
  [() => corpus('a,1\nb,-1\n'), 'counts.csv:2'],
  [() => corpus('x,1\n'), 'counts.csv: no term of the ontology is counted here, but 1 others are.'],
  [() => corpus('wnver::x\nnonsense\n'), 'counts.csv:2'],
  [() => annotated('g1,a\ng2\n'), 'genes.tsv:2: "g2" is not an object and its terms.'],
])('what is not a count is reported', (attempt, message) => {
  expect(attempt).toThrow(message)
})
