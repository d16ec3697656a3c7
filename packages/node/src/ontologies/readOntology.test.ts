import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { hierarchyOf, type Ontology, termFinder, termSimilarity } from '@rankwright/core/ontology'
import { afterAll, expect, test } from 'vitest'
import { readOntology } from './readOntology.ts'
import { readTerms } from './termFiles.ts'
import { writeMatrix } from './writeMatrix.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-ontology-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const prefixes = `@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
@prefix : <http://example.org/> .
`
const turtle = `${prefixes}
<http://example.org/onto> a owl:Ontology ; owl:imports <http://example.org/more> .
obo:X_1 a owl:Class ; rdfs:label "whole"@en, "Ganzes"@de ; rdfs:subClassOf owl:Thing .
obo:X_2 a owl:Class ; rdfs:label "part" ; rdfs:subClassOf obo:X_1 ,
  [ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:X_3 ] ,
  [ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:allValuesFrom obo:X_1 ] .
obo:X_3 a owl:Class ; rdfs:subClassOf obo:X_1 .
obo:X_4 a owl:Class ; owl:deprecated true ; obo:IAO_0000231 obo:IAO_0000227 ; obo:IAO_0100001 obo:X_3 .
obo:X_5 a owl:Class ; owl:deprecated true ; obo:IAO_0100001 obo:X_3 .
obo:BFO_0000050 a owl:ObjectProperty ; rdfs:label "part of" .
`
const rdfXml = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Class rdf:about="http://purl.obolibrary.org/obo/X_1"><rdfs:label>whole</rdfs:label></owl:Class>
  <owl:Class rdf:about="http://purl.obolibrary.org/obo/X_3"><rdfs:subClassOf rdf:resource="http://purl.obolibrary.org/obo/X_1"/></owl:Class>
  <owl:Class rdf:about="http://purl.obolibrary.org/obo/X_2">
    <rdfs:label>part</rdfs:label>
    <rdfs:subClassOf rdf:resource="http://purl.obolibrary.org/obo/X_1"/>
    <rdfs:subClassOf><owl:Restriction>
      <owl:onProperty rdf:resource="http://purl.obolibrary.org/obo/BFO_0000050"/>
      <owl:someValuesFrom rdf:resource="http://purl.obolibrary.org/obo/X_3"/>
    </owl:Restriction></rdfs:subClassOf>
  </owl:Class>
</rdf:RDF>
`
const obo = `[Term]
id: X:1
name: whole

[Term]
id: X:2
name: part
is_a: X:1
relationship: part_of X:3

[Term]
id: X:3
is_a: X:1
`
const edges = ['X:2 is_a X:1', 'X:2 part_of X:3', 'X:3 is_a X:1']

test.each([
  ['a.obo', obo],
  ['a.obo.gz', gzipSync(obo)],
  ['a.owl', rdfXml],
  ['b.owl', turtle],
  ['a.ttl', turtle],
  ['a.csv', 'child,parent,relation\nX:2,X:1,is_a\nX:2,X:3,part_of\nX:3,X:1,is_a\n'],
  ['no-name', obo],
])('%s gives the same graph', async (name, content) => {
  const ontology = await readOntology(write(name, content))
  expect(edgesOf(ontology)).toEqual(edges)
})

test('OWL: labels by language, terms merged into others, obsolete ones, imports', async () => {
  const ontology = await readOntology(write('labels.ttl', turtle))
  expect(termFinder(ontology).find('Ganzes')).toEqual(termFinder(ontology).find('whole'))
  expect(ontology.names[termFinder(ontology).find('X:1')[0]]).toBe('whole')
  expect(ontology.alternativeIds.get('X:4')).toBe(ontology.indexOfId.get('X:3'))
  expect(ontology.obsolete).toEqual([{ id: 'X:5', name: '', replacedBy: 'X:3' }])
  expect([ontology.ontologies, ontology.imports]).toEqual([['http://example.org/onto'], ['http://example.org/more']])
})

test('SKOS: broader and narrower say the same, classes are no concepts', async () => {
  const text = `${prefixes}
:Kind a owl:Class ; rdfs:subClassOf skos:Concept .
:a a skos:Concept ; skos:prefLabel "Ding"@de, "thing"@en ; skos:narrower :b , :unknown .
:b a skos:Concept ; skos:broader :a ; skos:altLabel "b thing" .
`
  const ontology = await readOntology(write('skos.ttl', text))
  expect(ontology.ids).toEqual(['http://example.org/a', 'http://example.org/b'])
  expect(ontology.names[0]).toBe('thing')
  expect(edgesOf(ontology)).toEqual(['http://example.org/b broader http://example.org/a'])
  expect(hierarchyOf(ontology).relations).toEqual(['broader'])
})

test('a class that is defined by an intersection is below the classes in it, in RDF/XML and Turtle', async () => {
  const inTurtle = `${prefixes}
obo:X_1 a owl:Class . obo:X_3 a owl:Class .
obo:X_2 a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( obo:X_1
  [ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:X_3 ] ) ] .
`
  const inXml = rdfXml.replace(
    /(<rdfs:label>part<\/rdfs:label>)[\s\S]*?(<owl:Restriction>[\s\S]*?<\/owl:Restriction>)<\/rdfs:subClassOf>/,
    `$1<owl:equivalentClass><owl:Class><owl:intersectionOf rdf:parseType="Collection">
      <owl:Class rdf:about="http://purl.obolibrary.org/obo/X_1"/>$2
    </owl:intersectionOf></owl:Class></owl:equivalentClass>`,
  )
  expect(inXml).toContain('equivalentClass')
  expect(edgesOf(await readOntology(write('defined.ttl', inTurtle)))).toEqual(['X:2 is_a X:1'])
  expect(edgesOf(await readOntology(write('defined.owl', inXml)))).toEqual(['X:2 is_a X:1', 'X:3 is_a X:1'])
})

test('imports are read where their files are given, and told where they are not', async () => {
  const main = write(
    'main.ttl',
    `${prefixes}<http://x/main> a owl:Ontology ; owl:imports <http://x/upper>, <http://x/units.owl>, <http://x/rest> .
:a a owl:Class ; rdfs:subClassOf :top .
`,
  )
  const upper = write('any-name.ttl', `${prefixes}<http://x/upper> a owl:Ontology . :top a owl:Class ; rdfs:label "top" .\n`)
  const units = write('units.obo', '[Term]\nid: U:1\n')
  const notes: string[] = []
  const onNote = ({ code }: { code: string }) => notes.push(code)
  const alone = await readOntology(main, { onNote })
  expect([alone.ids.length, alone.imports.length, notes]).toEqual([1, 3, ['imports-not-given', 'parent-not-there']])
  notes.length = 0
  const whole = await readOntology(main, { import: [upper, units], onNote })
  expect(edgesOf(whole)).toEqual(['http://example.org/a is_a http://example.org/top'])
  expect([whole.ids, whole.imports, notes]).toEqual([
    ['http://example.org/a', 'http://example.org/top', 'U:1'],
    ['http://x/rest'],
    ['imports-not-given'],
  ])
  await expect(readOntology(main, { import: [join(folder, 'nowhere.owl')] })).rejects.toThrow(
    'nowhere.owl: the file cannot be read: there is no such file',
  )
})

test('a file that has nothing to do with the others is told, one that goes with another of them is not', async () => {
  const told = async (...files: string[]) => {
    const notes: string[] = []
    await readOntology(write('first.csv', 'b,a\n'), { import: files, onNote: ({ code }) => notes.push(code) })
    return notes
  }
  const other = write('other.csv', 'y,x\n')
  const below = write('below.obo', '[Term]\nid: c\nis_a: b\n')
  const bridge = write('bridge.csv', 'x,a\n')
  expect(await told(other)).toEqual(['import-unrelated'])
  expect(await told(below)).toEqual([])
  expect(await told(other, below)).toEqual(['import-unrelated'])
  expect(await told(other, bridge)).toEqual([])
})

test('WordNet: a dict folder, with or without its index', async () => {
  const dict = join(folder, 'dict')
  mkdirSync(dict)
  await expect(readOntology(dict)).rejects.toThrow('there is no data.noun in this folder')
  writeFileSync(join(dict, 'data.noun'), '00000001 03 n 01 a 0 000 | x\n00000002 03 n 01 b 0 001 @ 00000001 n 0000 | x\n')
  expect((await readOntology(dict)).senses).toBeUndefined()
  writeFileSync(join(dict, 'index.noun'), 'b n 1 1 @ 1 0 00000002\n')
  expect((await readOntology(dict)).senses?.get('b')).toEqual([1])
  expect((await readOntology(join(dict, 'data.noun'))).ids).toEqual(['00000001-n', '00000002-n'])
})

test.each([
  ['broken.ttl', `${prefixes}\n:a a owl:Class ;;; rdfs:label "x .\n`, /broken\.ttl:\d+: this is not Turtle/],
  ['broken.owl', rdfXml.replace('</owl:Class>', '</owl:Klass>'), /broken\.owl:4:\d+: this is not RDF\/XML/],
  [
    'functional.owl',
    'Prefix(:=<http://x>)\nOntology(<http://x>\n)',
    /functional syntax: convert it to RDF\/XML or Turtle. Give `format`: obo, /,
  ],
  ['manchester.owl', 'Prefix: : <http://x>\nOntology: <http://x>\nClass: A\n', /Manchester/],
  ['words', 'just some words\n', /neither the name nor the content of the file says its format/],
  ['latin1.ttl', Buffer.from(`${prefixes}\n:a rdfs:label "caf\u00e9" .\n`, 'latin1'), /latin1\.ttl:7: the line is not UTF-8 text/],
  ['latin1.json', Buffer.from('{"graphs":\n[{"id":"caf\u00e9"}]}', 'latin1'), /latin1\.json:2: the line is not UTF-8 text/],
  ['utf16.json', Buffer.from('\ufeff{}', 'utf16le').subarray(0, -1), /1:2: the bytes here are no text in utf-16le/],
  ['unmarked16.csv', Buffer.from('a,b\n', 'utf16le'), /UTF-16/],
])('%s is reported', async (name, content, message) => {
  await expect(readOntology(write(name, content))).rejects.toThrow(message)
})

test('a file that is not there is reported', async () => {
  await expect(readOntology(join(folder, 'nowhere.obo'))).rejects.toThrow('there is no such file')
})

test('a matrix as text and as NumPy reads it', async () => {
  const hierarchy = hierarchyOf(await readOntology(write('m.obo', obo)))
  const finder = termFinder(hierarchy.ontology)
  const terms = await readTerms(write('terms.txt', '# two\nX:3\tthree\npart\n'), finder)
  const ids = Array.from(terms, (term) => hierarchy.ontology.ids[term])
  expect(ids).toEqual(['X:3', 'X:2'])
  const similarity = termSimilarity(hierarchy, { measure: 'path' })
  const text = join(folder, 'matrix.csv')
  await writeMatrix(text, ids, similarity.rows(terms))
  expect(await contentOf(text)).toBe('term,X:3,X:2\nX:3,1,0.5\nX:2,0.5,1\n')
  const binary = join(folder, 'matrix.npy')
  const rows: number[] = []
  await writeMatrix(binary, ids, similarity.rows(terms), { onRow: (row) => rows.push(row) })
  const bytes = Buffer.from(await contentOf(binary, 'latin1'), 'latin1')
  const start = 10 + bytes.readUInt16LE(8)
  expect(start % 64).toBe(0)
  expect(bytes.subarray(10, start).toString()).toMatch(/^\{'descr': '<f4', 'fortran_order': False, 'shape': \(2, 2\), \} *\n$/)
  expect([0, 1, 2, 3].map((at) => bytes.readFloatLE(start + 4 * at))).toEqual([1, 0.5, 0.5, 1])
  expect(await contentOf(`${binary}.ids.txt`)).toBe('X:3\nX:2\n')
  expect(rows).toEqual([1, 2])
})

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function contentOf(path: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(path, encoding)
}

function edgesOf({ ids, edges: { children, parents, relations: kinds }, relations }: Ontology): string[] {
  return Array.from(children, (child, edge) => `${ids[child]} ${relations[kinds[edge]].name} ${ids[parents[edge]]}`).sort()
}
