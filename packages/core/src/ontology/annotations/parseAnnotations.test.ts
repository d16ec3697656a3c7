import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { termsOfObject } from './annotations.ts'
import { objectFinder } from './findObjects.ts'
import { type AnnotationOptions, parseAnnotations } from './parseAnnotations.ts'

const ontology = edgeOntology('a\nb,a\nc,a\nd,b\nd,c\n')
const parsed = (text: string, options?: AnnotationOptions) => parseAnnotations('rows.txt', encodeUtf8(text), ontology, options)
/** Objects with the ids of their terms. */
const found = (text: string, options?: AnnotationOptions) => {
  const annotations = parsed(text, options)
  return Object.fromEntries(
    annotations.ids.map((id, object) => [id, Array.from(termsOfObject(annotations, object), (term) => ontology.ids[term]).join(' ')]),
  )
}

const gafRow = (object: string, qualifier: string, term: string, evidence = 'IDA', aspect = 'P') =>
  [
    'UniProtKB',
    object,
    `sym${object}`,
    qualifier,
    term,
    'PMID:1',
    evidence,
    '',
    aspect,
    'name',
    '',
    'protein',
    'taxon:9606',
    '20200101',
    'X',
  ].join('\t')
const gaf = (...rows: string[]) => `!gaf-version: 2.2\n! a comment\n${rows.join('\n')}\n`

test('GAF: what an object is NOT does not count; rows are chosen by evidence and aspect', () => {
  const text = gaf(
    gafRow('P1', 'enables', 'd'),
    gafRow('P1', 'NOT|enables', 'c'),
    gafRow('P1', 'enables', 'd', 'IEA'),
    gafRow('P2', 'part_of', 'b', 'IEA', 'C'),
  )
  expect(found(text)).toEqual({ P1: 'd', P2: 'b' })
  expect(found(text, { evidence: ['ida'] })).toEqual({ P1: 'd' })
  expect(found(text, { withoutEvidence: ['IDA'] })).toEqual({ P1: 'd', P2: 'b' })
  expect(found(text, { aspects: ['C'] })).toEqual({ P2: 'b' })
  expect(parsed(text, { withoutEvidence: ['IEA'] }).leftOut).toEqual({ negated: 1, evidence: 2, aspect: 0, frequency: 0, unknown: 0 })
  // Without its first line it is recognised by its columns.
  expect(found(gaf(gafRow('P1', '', 'd')).replace(/^.*\n.*\n/, ''))).toEqual({ P1: 'd' })
})

test('GPAD 1 and 2: the evidence of ECO as codes', () => {
  const one = (qualifier: string, term: string, eco: string, properties = '') =>
    ['UniProtKB', 'P1', qualifier, term, 'PMID:1', eco, '', '', '20200101', 'X', '', properties].join('\t')
  const first = `!gpa-version: 1.1\n${one('enables', 'd', 'ECO:0000314')}\n${one('NOT|enables', 'a', 'ECO:0000314')}\n${one('enables', 'b', 'ECO:0000501')}\n${one('enables', 'c', 'ECO:0007322', 'id=1|go_evidence=IMP')}\n`
  expect(found(first)).toEqual({ P1: 'd b c' })
  expect(found(first, { withoutEvidence: ['IEA'] })).toEqual({ P1: 'd c' })
  const two = (negation: string, term: string) =>
    ['UniProtKB:P2', negation, 'RO:0002327', term, 'PMID:1', 'ECO:0000315', '', '', '2020-01-01', 'X', '', ''].join('\t')
  const second = `!gpad-version: 2.0\n${two('', 'd')}\n${two('NOT', 'b')}\n`
  expect(found(second, { evidence: ['IMP'] })).toEqual({ 'UniProtKB:P2': 'd' })
  expect(() => parsed(second, { aspects: ['P'] })).toThrow('a file of the format gpad has no column that')
})

const hpoaRow = (disease: string, qualifier: string, term: string, frequency: string, aspect = 'P') =>
  [disease, `name of ${disease}`, qualifier, term, 'PMID:1', 'PCS', '', frequency, '', '', aspect, 'HPO:x'].join('\t')
const hpoa = (...rows: string[]) =>
  `#description: "HPO annotations"\n#version: 2024-01-01\ndatabase_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect\tbiocuration\n${rows.join('\n')}\n`

test('HPOA: phenotypes unless other aspects are asked for, never those that patients do not have', () => {
  const text = hpoa(
    hpoaRow('OMIM:1', '', 'b', '3/12'),
    hpoaRow('OMIM:1', 'NOT', 'c', ''),
    hpoaRow('OMIM:1', 'not', 'd', '12%'),
    hpoaRow('OMIM:1', '', 'd', '0%'),
    hpoaRow('OMIM:1', '', 'a', '', 'I'),
    hpoaRow('OMIM:2', '', 'c', '0/5'),
    hpoaRow('OMIM:2', '', 'c', 'HP:0040285'),
    hpoaRow('OMIM:2', '', 'd', 'HP:0040281'),
    hpoaRow('OMIM:2', '', 'b', '12.5%'),
    hpoaRow('OMIM:2', '', 'a', ''),
  )
  expect(found(text)).toEqual({ 'OMIM:1': 'b', 'OMIM:2': 'd b a' })
  expect(parsed(text).leftOut).toMatchObject({ negated: 5, aspect: 1 })
  expect(parsed(text).names).toEqual(['name of OMIM:1', 'name of OMIM:2'])
  expect(found(text, { leastFrequency: 0.3 })).toEqual({ 'OMIM:2': 'd a' })
  expect(found(text, { aspects: ['I'] })).toEqual({ 'OMIM:1': 'a' })
  const older = text.replace(/database_id.*\n/, '#DatabaseID\tDiseaseName\tQualifier\n')
  expect(found(older)).toEqual(found(text))
})

test('a table with or without names of its columns', () => {
  expect(found('g1,a;b\ng2,c\ng1,d\n')).toEqual({ g1: 'a b d', g2: 'c' })
  expect(found('hpo_id\thpo_name\tncbi_gene_id\tgene_symbol\nb\tsome name\t7\tABC\n')).toEqual({ 7: 'b' })
  expect(found('gene,term,evidence\ng1,a,IDA\ng1,b,IEA\n', { evidence: ['IDA'] })).toEqual({ g1: 'a' })
  expect(() => parsed('g1,a\n', { evidence: ['IDA'] })).toThrow('rows.txt: a table of objects and terms has no column that')
  expect(parsed('g1,a;x\n').leftOut.unknown).toBe(0) // the first row may be a heading
  expect(parsed('g1,a\ng2,x\n').leftOut.unknown).toBe(1)
})

test.each([
  [gaf(gafRow('P1', '', 'd'), 'UniProtKB\tP2\tsym'), 'rows.txt:4: "UniProtKB␉P2␉sym" is not a row of a GAF file'],
  [gaf(gafRow('', '', 'd')), 'rows.txt:3'],
  [gaf(gafRow('P1', '', '')), 'rows.txt:3'],
  ['!gpad-version: 2.0\nUniProtKB:P2\t\tx\n', 'rows.txt:2'],
  [hpoa(hpoaRow('OMIM:1', '', 'b', 'often')), 'rows.txt:4: the frequency is "often". Write a share such as 3/12'],
  [hpoa(hpoaRow('OMIM:1', '', 'b', '5/3')), 'rows.txt:4'],
  [hpoa('OMIM:1\tshort'), 'rows.txt:4: "OMIM:1␉short" is not a row of phenotype.hpoa'],
  ['g1,a\ng2\n', 'rows.txt:2: "g2" is not an object and its terms.'],
  [
    gaf(gafRow('P1', 'NOT', 'd'), gafRow('P1', '', 'x')),
    'rows left out: 1 with terms that the ontology does not know, 1 that say NOT or never',
  ],
  ['', 'rows.txt: no object has a term of the ontology here.'],
])('what is not an annotation is reported with its line', (text, message) => {
  expect(() => parsed(text)).toThrow(message)
})

test('objects are found by id, with and without a database, and by name', () => {
  const finder = objectFinder(parsed(gaf(gafRow('P1', '', 'd'), gafRow('P2', '', 'b'))))
  expect(['P1', 'UniProtKB:P2', 'SYMp2', 'symP1'].map((text) => finder.find(text)[0])).toEqual([0, 1, 1, 0])
  expect(() => finder.find('P3')).toThrow('there is no "P3" in rows.txt. Did you mean')
  const prefixed = objectFinder(parsed('UniProtKB:P1,a\nMGI:7,b\n'))
  expect(['P1', 'MGI:7', 'p1', 'uniprotkb:p1', 'mgi:7'].map((text) => prefixed.find(text)[0])).toEqual([0, 1, 0, 0, 1])
})
