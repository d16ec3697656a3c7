import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { parseOboGraphs } from './oboGraphs.ts'

const obo = 'http://purl.obolibrary.org/obo/'

test('nodes of classes are terms, edges go by the names of their relations', () => {
  const document = {
    graphs: [
      {
        id: `${obo}x.owl`,
        nodes: [
          { id: `${obo}X_1`, lbl: 'whole', type: 'CLASS' },
          {
            id: `${obo}X_2`,
            lbl: 'part',
            type: 'CLASS',
            meta: {
              synonyms: [{ pred: 'hasExactSynonym', val: 'piece' }],
              basicPropertyValues: [{ pred: 'http://www.geneontology.org/formats/oboInOwl#hasAlternativeId', val: 'X:20' }],
            },
          },
          {
            id: `${obo}X_3`,
            lbl: 'gone',
            meta: { deprecated: true, basicPropertyValues: [{ pred: `${obo}IAO_0100001`, val: `${obo}X_1` }] },
          },
          { id: `${obo}BFO_0000050`, lbl: 'part of', type: 'PROPERTY' },
        ],
        edges: [
          { sub: `${obo}X_2`, pred: 'is_a', obj: `${obo}X_1` },
          { sub: `${obo}X_2`, pred: `${obo}BFO_0000050`, obj: `${obo}X_1` },
          { sub: `${obo}BFO_0000050`, pred: 'subPropertyOf', obj: `${obo}RO_0002131` },
        ],
      },
    ],
  }
  const ontology = parseOboGraphs('x.json', encodeUtf8(JSON.stringify(document)))
  expect(ontology.ids).toEqual(['X:1', 'X:2'])
  expect(ontology.names).toEqual(['whole', 'part'])
  expect(ontology.relations.filter(({ edges }) => edges > 0).map(({ name }) => name)).toEqual(['is_a', 'part_of'])
  expect(ontology.alternativeIds.get('X:20')).toBe(1)
  expect(ontology.synonyms.get(1)).toEqual(['piece'])
  expect(ontology.obsolete).toEqual([{ id: 'X:3', name: 'gone', replacedBy: 'X:1' }])
})

test.each([
  ['{"graphs": [\n  {"nodes": [}', /^x\.json:2:\d+: this is not an OBO Graphs document: the JSON breaks off/],
  ['{"nodes": []}', /it has no "graphs"/],
  ['{"graphs":[{"nodes":[{"id":"a"}],"edges":[{"sub":"a"}]}]}', /an edge lacks "sub", "pred" or "obj"/],
])('%j is reported', (text, message) => {
  expect(() => parseOboGraphs('x.json', encodeUtf8(text))).toThrow(message)
})
