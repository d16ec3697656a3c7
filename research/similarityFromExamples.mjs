// What `ontology learn` gains over its features: cross-validated by query term, with intervals over query terms. Rated pairs of WordNet nouns,
// and neighbours of GO terms by the genes that are annotated with both (which no feature sees).
// `node research/similarityFromExamples.mjs [part of a set's name] [method]`, after `npm run build`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finish } from '@rankwright/core'
import {
  comparePairs,
  hierarchyOf,
  learnSimilarity,
  measureNames,
  parseNeighbours,
  parsePairs,
  termFinder,
  termSimilarity,
} from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'
import { rowsOf, writeWordNetFolder } from '../golden/wordNetFolder.mjs'
import { namedGeneOntology } from './namedGeneOntology.mjs'

const dataSets = process.env.RANKWRIGHT_DATA ?? join(import.meta.dirname, '..', '..', 'shared', 'data')
const [wanted = '', method] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'rankwright-similarity-'))
const rated = ['rg65.csv', 'agirre201.csv', 'EN-WS-353-SIM.txt', 'simlex665_nouns.csv']

console.log('| set | metric | units | learned | best features alone | gain over the best | held-out bound |')
console.log('|---|---|---:|---|---|---|---|')
try {
  const pairSets = rated.filter((file) => file.includes(wanted))
  if (pairSets.length > 0) {
    writeWordNetFolder(join(dataSets, 'wordnet30-nouns'), folder)
    const hierarchy = hierarchyOf(await readOntology(folder))
    for (const file of pairSets) {
      const pairs = parsePairs(file, readFileSync(join(dataSets, 'wordsim-gold', file)))
      print(file, finish(learnSimilarity(hierarchy, { kind: 'pairs', pairs }, { skipUnknown: true, ...(method && { method }) })))
      console.log(`| | as ontology baseline has it | | | ${classical(hierarchy, pairs)} | | |`)
    }
  }
  for (const [name, terms] of [
    ['go-genes', 80],
    ['go-genes-process', 80],
  ].filter(([name]) => name.includes(wanted))) {
    const hierarchy = hierarchyOf(await namedGeneOntology(dataSets))
    const text = neighboursByGenes(hierarchy, terms, name.endsWith('process') ? 'BP' : undefined)
    const neighbours = parseNeighbours(name, new TextEncoder().encode(text))
    print(name, finish(learnSimilarity(hierarchy, { kind: 'neighbours', neighbours }, method ? { method } : {})))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function print(name, { validation, heldOut }) {
  const { metric, units, learned, features, gain } = validation
  const best = features.slice(0, 3).map((each) => `${each.feature} ${figure(each)}`)
  const bound = heldOut === undefined ? '' : `${heldOut.value.toFixed(3)}, at least ${heldOut.lower.toFixed(3)} (${heldOut.units})`
  console.log(`| ${name} | ${metric} | ${units} | **${figure(learned)}** | ${best.join(', ')} | ${figure(gain)} | ${bound} |`)
}

function figure({ value, low, high }) {
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
}

/** The best classical measures, where a word is as close as its closest sense. */
function classical(hierarchy, pairs) {
  const finder = termFinder(hierarchy.ontology)
  const found = measureNames
    .filter((measure) => measure !== 'second-eigenvector')
    .map((measure) => ({ measure, ...comparePairs(pairs, finder, termSimilarity(hierarchy, { measure }), { skipUnknown: true }) }))
  found.sort((a, b) => b.spearman - a.spearman)
  return found
    .slice(0, 3)
    .map(({ measure, spearman }) => `${measure} ${spearman.toFixed(3)}`)
    .join(', ')
}

/** Terms with 10 to 500 genes, drawn evenly over their ids, with the 10 terms of at least 10 genes that overlap most with theirs (Jaccard). */
function neighboursByGenes({ ontology }, count, branch) {
  const set = join(dataSets, 'ontology-go')
  const branchOf = new Map(rowsOf(join(set, 'terms.tsv.gz')).map(([id, name]) => [id, name]))
  const genesOf = new Map()
  const termsOf = new Map()
  for (const [gene, ids] of rowsOf(join(set, 'gene_go_terms.tsv.gz'))) {
    const known = ids.split(' ').filter((id) => ontology.indexOfId.has(id) && (branch === undefined || branchOf.get(id) === branch))
    termsOf.set(gene, known)
    for (const id of known) genesOf.set(id, [...(genesOf.get(id) ?? []), gene])
  }
  const usual = [...genesOf.keys()].filter((id) => genesOf.get(id).length >= 10 && genesOf.get(id).length <= 500).sort()
  const step = Math.max(1, Math.floor(usual.length / count))
  const rows = usual.filter((_, place) => place % step === 0).slice(0, count)
  return rows
    .map((id) => {
      const shared = new Map()
      for (const gene of genesOf.get(id))
        for (const other of termsOf.get(gene)) if (other !== id) shared.set(other, (shared.get(other) ?? 0) + 1)
      const overlap = (other) => shared.get(other) / (genesOf.get(id).length + genesOf.get(other).length - shared.get(other))
      const closest = [...shared.keys()]
        .filter((other) => genesOf.get(other).length >= 10)
        .sort((a, b) => overlap(b) - overlap(a) || (a < b ? -1 : 1))
        .slice(0, 10)
      return `${id}\t${closest.join(';')}`
    })
    .join('\n')
}
