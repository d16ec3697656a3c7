/** Enrichment of GO terms against SciPy; how it was computed: ontologyEnrichment.py. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { enrichment, hierarchyOf, objectFinder } from '@rankwright/core/ontology'
import { readAnnotations, readOntology } from '@rankwright/node'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

interface Tested {
  readonly study: number
  readonly background: number
  readonly tested: number
  readonly significant: number
  /** Term, objects of the study and of the background that have it, p, adjusted p, p of having as few. */
  readonly terms: readonly [string, number, number, number, number, number][]
}

const golden: { readonly study: readonly string[]; readonly all: Tested; readonly half: Tested } = JSON.parse(
  readFileSync(new URL('./ontologyEnrichment.json', import.meta.url), 'utf8'),
)

describeWithRealData('ontology-go', (folder) => {
  test('500 proteins, against all and against half of the others', async () => {
    const hierarchy = hierarchyOf(await readOntology(join(folder, 'edges.tsv.gz')))
    const { ids, indexOfId } = hierarchy.ontology
    const annotations = await readAnnotations(join(folder, 'gene_go_terms.tsv.gz'), hierarchy.ontology)
    const finder = objectFinder(annotations)
    const study = Uint32Array.from(golden.study, (id) => finder.find(id)[0])
    const sorted = annotations.ids.map((_, object) => object).sort((a, b) => (annotations.ids[a] < annotations.ids[b] ? -1 : 1))
    const half = Uint32Array.from(sorted.filter((_, place) => place % 2 === 0))
    for (const [expected, background] of [
      [golden.all, undefined],
      [golden.half, half],
    ] as const) {
      const limited = background === undefined ? {} : { background }
      const over = enrichment(hierarchy, annotations, study, limited)
      const under = enrichment(hierarchy, annotations, study, { ...limited, direction: 'under' })
      const significant = over.terms.filter(({ q }) => q <= 0.05).length
      expect([over.study, over.background, over.terms.length, significant]).toEqual([
        expected.study,
        expected.background,
        expected.tested,
        expected.significant,
      ])
      expect(ids[over.terms[0].term]).toBe(expected.terms[0][0])
      const byTerm = new Map(over.terms.map((each) => [each.term, each]))
      const fewer = new Map(under.terms.map((each) => [each.term, each.p]))
      for (const [id, k, K, p, q, few] of expected.terms) {
        const term = indexOfId.get(id) ?? -1
        const found = byTerm.get(term)
        expect([found?.study, found?.background], id).toEqual([k, K])
        for (const [value, wanted] of [
          [found?.p, p],
          [found?.q, q],
          [fewer.get(term), few],
        ] as const)
          expect(Math.abs((value ?? Number.NaN) - wanted) / wanted, id).toBeLessThan(1e-8)
      }
    }
  })
})
