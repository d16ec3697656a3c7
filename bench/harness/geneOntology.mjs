// Terms of the Gene Ontology to compare with each other, for the benchmarks of similarity.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hierarchyOf, informationOf, termSimilarity } from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const dataSets = process.env.RANKWRIGHT_DATA ?? join(root, '..', 'shared', 'data')

/** So many terms, evenly over the sorted ids; the file of them is for peers. */
export async function chosenTerms({ terms: count }, scratch) {
  const edges = join(dataSets, 'ontology-go', 'edges.tsv.gz')
  const ontology = await readOntology(edges)
  const ids = [...ontology.ids].sort()
  const step = Math.floor(ids.length / count)
  const chosen = Array.from({ length: count }, (_, index) => ids[index * step])
  const terms = join(scratch, `terms-${count}.txt`)
  writeFileSync(terms, chosen.join('\n'))
  return { hierarchy: hierarchyOf(ontology), chosen: Uint32Array.from(chosen, (id) => ontology.indexOfId.get(id)), terms, edges }
}

/** Contents are computed anew every time; the answer is the sum of all similarities. */
export function allPairs({ hierarchy, chosen }, { measure }) {
  const similarity = termSimilarity(hierarchy, { measure, information: informationOf(hierarchy, 'descendants') })
  let sum = 0
  for (const row of similarity.rows(chosen)) for (const value of row) sum += value
  return { answer: sum, facts: { pairs: chosen.length ** 2 } }
}
