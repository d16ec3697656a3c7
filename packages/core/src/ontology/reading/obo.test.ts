import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { explain, type Problem } from '../../problems/problem.ts'
import type { Ontology } from '../structure/ontology.ts'
import { oboParser } from './obo.ts'

const small = `format-version: 1.4
ontology: sample
import: other.obo
! a comment
[Term]
id: A:1
name: whole {source="x"} ! of everything
synonym: "all, \\"quoted\\"" EXACT []

[Term]
id: A:2
name: a part\\: one\\, two \\{braces\\}
alt_id: A:20
is_a: A:1 {source="y", note="a } b"} ! whole
relationship: part_of A:3 ! later

[Term]
id: A:3
is_a: A:1
exact_synonym: "old style" []

[Term]
id: A:4
name: gone
is_obsolete: true
replaced_by: A:3
is_a: A:1

[Typedef]
id: part_of
name: part of

[Instance]
id: I:1
`

test('terms, names, synonyms, former ids, obsolete terms, edges and where they stand', () => {
  const ontology = read(small)
  expect(ontology.ids).toEqual(['A:1', 'A:2', 'A:3'])
  expect(ontology.names).toEqual(['whole', 'a part: one, two {braces}', ''])
  expect(Object.fromEntries(ontology.synonyms)).toEqual({ 0: ['all, "quoted"'], 2: ['old style'] })
  expect(Object.fromEntries(ontology.alternativeIds)).toEqual({ 'A:20': 1 })
  expect(ontology.obsolete).toEqual([{ id: 'A:4', name: 'gone', replacedBy: 'A:3' }])
  expect(ontology.relations).toEqual([
    { name: 'is_a', id: 'is_a', edges: 2 },
    { name: 'part_of', id: 'part_of', edges: 1 },
  ])
  expect(edgesOf(ontology)).toEqual(['A:2 is_a A:1 :14', 'A:2 part_of A:3 :15', 'A:3 is_a A:1 :19'])
  expect([ontology.ontologies, ontology.imports]).toEqual([['sample'], ['other.obo']])
})

test('bytes may come in any pieces, lines end in any usual way, a byte order mark does not count', () => {
  const whole = read(small)
  const bytes = encodeUtf8(`\uFEFF${small.replaceAll('\n', '\r\n')}`)
  for (const size of [1, 2, 7, 64]) {
    const parser = oboParser('a.obo')
    for (let start = 0; start < bytes.length; start += size) parser.push(bytes.slice(start, start + size))
    expect(parser.finish()).toEqual({ ...whole, file: 'a.obo' })
  }
})

test('a backslash at the end of a line goes on in the next, and backslashes in pairs do not', () => {
  expect(read('[Term]\nid: A\nname: one \\\ntwo\n').names).toEqual(['one two'])
  expect(read('[Term]\nid: A\nname: back\\\\\n').names).toEqual(['back\\'])
})

test('an edge that is "only" is none; "only" and "some" is one', () => {
  const text =
    '[Term]\nid: A\n[Term]\nid: B\nrelationship: part_of A {all_only="true"}\nrelationship: has_part A {all_only="true", all_some="true"}\n'
  expect(edgesOf(read(text))).toEqual(['B has_part A :6'])
})

test('relations go by one name, however the file calls them', () => {
  const text = `[Term]
id: A
relationship: BFO:0000050 B
relationship: OBO_REL:part_of C
relationship: RO:9 B
[Term]
id: B
[Term]
id: C
[Typedef]
id: RO:9
name: lies next to
`
  expect(edgesOf(read(text))).toEqual(['A part_of B :3', 'A part_of C :4', 'A lies_next_to B :5'])
})

test('one ontology may stand behind another in a file', () => {
  const { ontologies, ids } = read('ontology: one\n[Term]\nid: A\n\nformat-version: 1.2\nontology: two\n[Term]\nid: B\n')
  expect({ ontologies, ids }).toEqual({ ontologies: ['one', 'two'], ids: ['A', 'B'] })
})

test('an edge that stands twice counts once', () => {
  expect(edgesOf(read('[Term]\nid: A\n[Term]\nid: B\nis_a: A\nis_a: A\n'))).toEqual(['B is_a A :5'])
})

test.each([
  ['[Term]\nid: A\n[Term]\nid: A\n', 'a.obo:4: the term A is defined a second time here; the first time is at a.obo:2.'],
  ['[Term]\nname: x\n\n[Term]\nid: A\n', 'a.obo:1: the stanza has no id.'],
  ['[Term\nid: A\n', 'a.obo:1:1: "[Term" does not start a stanza.'],
  ['[Term]\nid: A\n  nonsense\n', 'a.obo:3:3: "nonsense" is neither a tag nor a stanza.'],
  ['[Term]\nid: A\nis_a: ! nothing\n', 'a.obo:3:1: nothing follows "is_a:".'],
  ['[Term]\nid: A\nrelationship: part_of\n', 'a.obo:3:15: nothing follows "relationship:".'],
  ['format-version: 1.2\n', 'a.obo: there is no term in it.'],
])('%j is reported with its place', (text, message) => {
  expect(() => read(text)).toThrow(message)
  const problems: Problem[] = []
  read(text, (problem) => problems.push(problem))
  expect(problems.map(explain).join('\n')).toContain(message)
})

test('a wrong encoding is reported with its place', () => {
  const latin1 = Uint8Array.from('[Term]\nid: A\nname: caf\u00e9\n', (letter) => letter.charCodeAt(0))
  expect(() => parse(latin1)).toThrow('a.obo:3:7: the name is not UTF-8 text.')
  expect(() => parse(Uint8Array.from([0xff, 0xfe, 0x5b, 0]))).toThrow('UTF-16')
  expect(() => parse(Uint8Array.from([1, 0, 2, 3]))).toThrow('not a text file')
})

test('parents that are not there or obsolete are left out, with a note', () => {
  const notes: Problem[] = []
  const text = '[Term]\nid: A\nis_a: X ! unknown\nis_a: O\n[Term]\nid: O\nis_obsolete: true\n'
  const parser = oboParser('a.obo', { onNote: (note) => notes.push(note) })
  parser.push(encodeUtf8(text))
  expect(edgesOf(parser.finish())).toEqual([])
  expect(notes.map(explain)).toEqual([
    'a.obo:3: A is_a X, but there is no term X; the edge was left out. Add the term.',
    'a.obo:4: A is_a O, which is obsolete; the edge was left out. Name the term that replaces it.',
  ])
})

function read(text: string, onProblem?: (problem: Problem) => void): Ontology {
  return parse(encodeUtf8(text), onProblem)
}

function parse(bytes: Uint8Array, onProblem?: (problem: Problem) => void): Ontology {
  const parser = oboParser('a.obo', onProblem && { onProblem })
  parser.push(bytes)
  return parser.finish()
}

function edgesOf({ ids, edges, relations }: Ontology): string[] {
  return Array.from(
    edges.children,
    (child, edge) => `${ids[child]} ${relations[edges.relations[edge]].name} ${ids[edges.parents[edge]]} :${edges.lines[edge]}`,
  )
}
