// Do annotations help to find the neighbours of a term? The neighbours of 200 GO terms are the ten that share most genes with them (Jaccard), by half of the
// genes. The other half are words of the texts of their terms when lines are learned. Prints P@10 without and with them.
//
//   npm run build && node research/annotationsAsText.mjs
import { join } from 'node:path'
import { finish } from '@rankwright/core'
import { similarTerms } from '@rankwright/core/models'
import { hierarchyOf, informationOf, nearestTerms, trainOntology } from '@rankwright/core/ontology'
import { rowsOf } from '../golden/wordNetFolder.mjs'
import { namedGeneOntology } from './namedGeneOntology.mjs'
import { dataFolder } from './results/realSets.mjs'

const set = join(dataFolder, 'ontology-go')
const ontology = await namedGeneOntology(dataFolder)
const { indexOfId } = ontology
const genes = rowsOf(join(set, 'gene_go_terms.tsv.gz')).map(([gene, ids]) => ({
  gene,
  terms: ids.split(' ').flatMap((id) => (indexOfId.has(id) ? [indexOfId.get(id)] : [])),
}))
const questions = neighboursBy(genes.filter((_, place) => place % 2 === 1))
const plain = hierarchyOf(ontology)
const nearest = nearestTerms(plain, { measure: 'lin', information: informationOf(plain, 'seco') })
console.log(`lin ${found((term) => nearest.top(term, 10).terms)}`)
console.log(`the default ${found(topOf(plain, {}))}`)
const synonyms = new Map(ontology.synonyms)
for (const { gene, terms } of genes.filter((_, place) => place % 2 === 0))
  for (const term of terms) synonyms.set(term, [...(synonyms.get(term) ?? []), `gene${gene}`])
const annotated = hierarchyOf({ ...ontology, synonyms })
for (const textShare of [0.4, 0.7]) console.log(`with genes as words, a share of ${textShare}: ${found(topOf(annotated, { textShare }))}`)

function topOf(hierarchy, options) {
  const similar = similarTerms(finish(trainOntology(hierarchy, options)))
  return (term) => similar.top(term, 10)
}

function found(top) {
  const hits = questions.map(({ term, neighbours }) => top(term).filter((each) => neighbours.has(each.term)).length / 10)
  return (hits.reduce((sum, share) => sum + share, 0) / hits.length).toFixed(3)
}

/** Terms with 5 to 300 genes, evenly over their ids, with the ten of at least 5 genes that overlap most with theirs. */
function neighboursBy(half) {
  const genesOf = new Map()
  for (const { terms } of half) for (const term of terms) genesOf.set(term, [...(genesOf.get(term) ?? []), terms])
  const size = (term) => genesOf.get(term).length
  const usual = [...genesOf.keys()].filter((term) => size(term) >= 5 && size(term) <= 300)
  usual.sort((a, b) => (ontology.ids[a] < ontology.ids[b] ? -1 : 1))
  const step = Math.floor(usual.length / 200)
  return usual
    .filter((_, place) => place % step === 0)
    .slice(0, 200)
    .map((term) => {
      const shared = new Map()
      for (const terms of genesOf.get(term)) for (const other of terms) if (other !== term) shared.set(other, (shared.get(other) ?? 0) + 1)
      const overlap = (other) => shared.get(other) / (size(term) + size(other) - shared.get(other))
      const closest = [...shared.keys()]
        .filter((other) => size(other) >= 5)
        .sort((a, b) => overlap(b) - overlap(a) || (ontology.ids[a] < ontology.ids[b] ? -1 : 1))
      return { term, neighbours: new Set(closest.slice(0, 10)) }
    })
}
