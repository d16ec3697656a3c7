/** Small ontologies with values of goatools and slib, the Cell Ontology in two formats, and GO; where they come from: SOURCE.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  annotationCounts,
  hierarchyOf,
  informationOf,
  inspectOntology,
  type Ontology,
  setSimilarity,
  termFinder,
} from '@rankwright/core/ontology'
import { readAnnotations, readOntology } from '@rankwright/node'
import { expect, test } from 'vitest'
import { wangVectors } from '../packages/core/src/ontology/measures/wang.ts'
import { subtreeCounts } from '../packages/core/src/ontology/structure/ancestors.ts'
import { describeWithRealData } from './realData.ts'
import { rowsOf } from './wordNetFolder.mjs'

describeWithRealData('golden-ontology-similarity', (folder) => {
  test('the S-values of Wang et al. 2007, table 1', async () => {
    const hierarchy = hierarchyOf(await readOntology(join(folder, 'wang2007_fig1.obo')))
    const { term, weights, s_values } = JSON.parse(readFileSync(join(folder, 'wang2007_table1.json'), 'utf8'))
    const { ids, indexOfId } = hierarchy.ontology
    const { terms, values } = wangVectors({ hierarchy, weights })(indexOfId.get(term) ?? -1)
    const found = Object.fromEntries(Array.from(terms, (ancestor, at) => [ids[ancestor], values[at]]))
    expect(Object.keys(found).sort()).toEqual(Object.keys(s_values).sort())
    for (const [id, value] of Object.entries<number>(s_values)) expect(found[id], id).toBeCloseTo(value, 12)
  })

  test('ancestors, descendants, leaves and the content of Sánchez in the graph of slib', async () => {
    const hierarchy = hierarchyOf(await readOntology(join(folder, 'slib_graph_edges.tsv')))
    const counts = subtreeCounts(hierarchy)
    const information = informationOf(hierarchy, 'sanchez')
    const rows = readFileSync(join(folder, 'slib_graph_expected.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .filter(([node]) => node !== '#')
    expect(rows).toHaveLength(21)
    for (const [node, ancestors, , descendants, , , , leavesBelow, sanchez] of rows) {
      const term = hierarchy.ontology.indexOfId.get(node) ?? -1
      expect([counts.ancestors[term], counts.descendants[term], counts.leaves[term]], node).toEqual(
        [ancestors, descendants, leavesBelow].map(Number),
      )
      // To base 10 there.
      expect(information.values[term] / Math.LN10, node).toBeCloseTo(Number(sanchez), 9)
    }
  })

  test('sets compared by their members, as slib does', () => {
    const { columns, rows, matrix_by_column, expected, tolerance } = JSON.parse(readFileSync(join(folder, 'slib_groupwise.json'), 'utf8'))
    const of = (rule: 'bma' | 'bmm' | 'max' | 'avg') =>
      setSimilarity(rule, columns.length, rows.length, (column, row) => matrix_by_column[columns[column]][row])
    for (const [rule, value] of [
      ['bma', expected.best_match_average],
      ['bmm', expected.best_match_max],
      ['max', expected.max],
      ['avg', expected.average],
    ] as const)
      expect(Math.abs(of(rule) - value), rule).toBeLessThan(tolerance)
  })
})

describeWithRealData('ontology-cl-slim', (folder) => {
  test('OBO and OWL give the same graph', async () => {
    const [obo, owl] = await Promise.all(
      ['obo', 'owl'].map((extension) => readOntology(join(folder, `general_cell_types_upper_slim.${extension}.gz`))),
    )
    expect(obo.ids).toHaveLength(713)
    expect(namesOf(owl)).toEqual(namesOf(obo))
    expect(edgesOf(owl)).toEqual(edgesOf(obo))
    expect(obo.relations.find(({ name }) => name === 'is_a')?.edges).toBe(945)
    // 212 of them stand in the file; 5 are "part of only", which is no edge.
    expect(obo.relations.find(({ name }) => name === 'part_of')?.edges).toBe(207)
  })
})

describeWithRealData('ontology-po', (folder) => {
  test('the Plant Ontology: live and obsolete terms, and parents that another ontology has', async () => {
    const notes: string[] = []
    const ontology = await readOntology(join(folder, 'po.obo.gz'), { onNote: ({ code }) => notes.push(code) })
    expect([ontology.ids.length, ontology.obsolete.length]).toEqual([1659, 134])
    const edges = Object.fromEntries(ontology.relations.map(({ name, edges: count }) => [name, count]))
    expect(edges).toMatchObject({ part_of: 745, develops_from: 134, has_part: 42, participates_in: 30, preceded_by: 20 })
    expect(notes[0]).toBe('imports-not-given')
    expect(notes.slice(1)).toEqual(Array.from({ length: 100 }, () => 'parent-not-there')) // 98 is_a, 2 only_in_taxon
    expect(edges['is_a']).toBe(1876 - 98)
    expect(inspectOntology(hierarchyOf(ontology)).roots).toEqual(['PO:0009012', 'PO:0025131'])
    expect(termFinder(ontology).find('PO:0006445')).toEqual([ontology.indexOfId.get('PO:0000002')])
  })
})

describeWithRealData('ontology-skos', (folder) => {
  test('an extract of YSO: only what is said to be a concept is a term', async () => {
    const ontology = await readOntology(join(folder, 'yso.ttl'))
    const concepts = new Set(
      [...readFileSync(join(folder, 'yso.ttl'), 'utf8').matchAll(/^(\S+)\s+(?:rdf:type|a)\s[^.]*?skos:Concept\b/gm)].map(([, id]) => id),
    )
    expect(ontology.ids).toHaveLength(concepts.size)
    expect(ontology.relations.map(({ name, edges, elsewhere }) => [name, edges, elsewhere])).toEqual([
      ['is_a', 0, undefined],
      ['broader', 278, undefined],
      ['related', 91, 240],
      ['broadMatch', 0, 15],
    ])
  })
})

describeWithRealData('ontology-go', (folder) => {
  test('content by annotations is that of ontologySimilarity wherever the ontology has not changed since', async () => {
    const ontology = await readOntology(join(folder, 'edges.tsv.gz'))
    expect(ontology.ids).toHaveLength(43_559)
    expect(ontology.edges.children).toHaveLength(85_716)
    const hierarchy = hierarchyOf(ontology, { relations: ['is_a'] })
    const annotations = await readAnnotations(join(folder, 'gene_go_terms.tsv.gz'), ontology)
    const { values } = informationOf(hierarchy, 'annotation', annotationCounts(hierarchy, annotations))
    let [shared, equal] = [0, 0]
    for (const [id, content] of rowsOf(join(folder, 'go_ic_ontologysimilarity.tsv.gz'))) {
      const term = ontology.indexOfId.get(id)
      if (term === undefined || !Number.isFinite(values[term])) continue
      shared++
      if (Math.abs(values[term] - Number(content)) < 1e-9) equal++
    }
    // The graph here is of July 2022, the contents are of January 2024: 20,823 of 21,946 are equal.
    expect(equal / shared).toBeGreaterThan(0.94)
  }, 60_000)
})

function namesOf({ ids, names }: Ontology): string[] {
  return ids.map((id, term) => `${id} ${names[term]}`).sort()
}

function edgesOf({ ids, edges, relations }: Ontology): string[] {
  return Array.from(
    edges.children,
    (child, edge) => `${ids[child]} ${relations[edges.relations[edge]].name} ${ids[edges.parents[edge]]}`,
  ).sort()
}
