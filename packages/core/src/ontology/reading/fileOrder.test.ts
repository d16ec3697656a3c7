// Terms are numbered in the order of their own rows, whoever mentions them before.
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import type { Ontology } from '../structure/ontology.ts'
import { edgeListParser } from './edgeList.ts'
import { oboParser } from './obo.ts'
import { gatherOboGraphs, parseOboGraphs } from './oboGraphs.ts'
import { type OntologyParser, ontologyBuilder } from './ontologyBuilder.ts'
import { wordNetParser } from './wordNet.ts'

const forward = ['leaf', 'middle', 'top']

test('OBO: by stanzas', () => {
  const text = '[Term]\nid: leaf\nis_a: top\nis_a: middle\n[Term]\nid: middle\nis_a: top\n[Term]\nid: top\n'
  const ontology = read(oboParser('o.obo'), text)
  expect(ontology.ids).toEqual(forward)
  expect(forward.map((id) => ontology.indexOfId.get(id))).toEqual([0, 1, 2])
  expect(parentsOf(ontology, 'leaf')).toEqual(['top', 'middle'])
})

test('OBO: obsolete terms and ids without a stanza take no number', () => {
  const text =
    '[Term]\nid: leaf\nis_a: gone\nis_a: nowhere\nis_a: top\n[Term]\nid: gone\nis_obsolete: true\n[Term]\nid: middle\n[Term]\nid: top\n'
  const ontology = read(oboParser('o.obo'), text)
  expect(ontology.ids).toEqual(forward)
  expect([...ontology.indexOfId]).toEqual(forward.map((id, term) => [id, term]))
})

test('edge lists: by the first row as a child; a root without a row stands behind its first child', () => {
  expect(read(edgeListParser('o.csv'), 'leaf,top\nmiddle,top\nleaf,middle\ntop,\n').ids).toEqual(forward)
  expect(read(edgeListParser('o.csv'), 'leaf,middle\nmiddle,top\n').ids).toEqual(forward)
  expect(read(edgeListParser('o.csv'), 'b,a\nc,a\n').ids).toEqual(['b', 'a', 'c'])
})

test('OBO Graphs: by the nodes, also where an earlier graph names those of a later one', () => {
  const node = (id: string) => ({ id })
  const graphs = [
    { nodes: [node('leaf')], edges: [{ sub: 'leaf', pred: 'is_a', obj: 'top' }] },
    { nodes: [node('middle'), node('top')], edges: [] },
  ]
  expect(parseOboGraphs('o.json', encodeUtf8(JSON.stringify({ graphs }))).ids).toEqual(forward)
})

test('WordNet: by synsets', () => {
  const parser = wordNetParser({ data: 'data.noun', index: 'index.noun' })
  const row = (offset: string, up: string) => `${offset} 03 n 01 w 0 ${up === '' ? '000' : `001 @ ${up} n 0000`} | x\n`
  parser.pushData(encodeUtf8(row('00000009', '00000005') + row('00000007', '') + row('00000005', '00000007')))
  expect(parser.finish().ids).toEqual(['00000009-n', '00000007-n', '00000005-n'])
})

test('files that are imported come behind: their terms, and what they add to terms of the file', () => {
  const into = ontologyBuilder()
  const main = oboParser('main.obo', { into })
  main.push(encodeUtf8('import: http://x/more.owl\n[Term]\nid: leaf\nname: mine\nis_a: top\n[Term]\nid: middle\n'))
  main.end()
  const more = oboParser('folder/more.obo', { into })
  more.push(encodeUtf8('import: even-more\n[Term]\nid: top\n[Term]\nid: leaf\nname: theirs\nis_a: middle\n'))
  more.end()
  gatherOboGraphs('third.json', encodeUtf8('{"graphs":[{"nodes":[{"id":"last"}]}]}'), { into })
  const ontology = into.finish()
  expect(ontology.ids).toEqual([...forward, 'last'])
  expect(ontology.names[0]).toBe('mine')
  expect(parentsOf(ontology, 'leaf')).toEqual(['top', 'middle'])
  expect(Array.from(ontology.edges.files, (file) => ontology.files[file])).toEqual(['main.obo', 'folder/more.obo'])
  expect(ontology.imports).toEqual(['even-more'])
})

test('a term that is there twice in one file is still a fault, with the line in that file', () => {
  const into = ontologyBuilder()
  const main = oboParser('main.obo', { into })
  main.push(encodeUtf8('[Term]\nid: a\n'))
  main.end()
  const twice = oboParser('twice.obo', { into })
  expect(() => twice.push(encodeUtf8('\n[Term]\nid: b\n[Term]\nid: b\n'))).toThrow('twice.obo:5: the term b is defined a second time here')
})

function read(parser: OntologyParser, text: string): Ontology {
  parser.push(encodeUtf8(text))
  return parser.finish()
}

function parentsOf({ ids, indexOfId, edges }: Ontology, id: string): string[] {
  return Array.from(edges.parents)
    .filter((_, edge) => edges.children[edge] === indexOfId.get(id))
    .map((parent) => ids[parent])
}
