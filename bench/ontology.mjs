// Reading ontologies, and comparing all pairs of terms; one thread. Needs the data sets ontology-go and wordnet30-nouns.
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOntology } from '@rankwright/node'
import { rowsOf, writeWordNetFolder } from '../golden/wordNetFolder.mjs'
import { allPairs, chosenTerms, dataSets } from './harness/geneOntology.mjs'

export const title = 'Ontologies: reading, and all pairs of terms by Resnik and Lin'
export const tolerance = 1e-9
export const rounds = 5
export const warmUp = false
export const cases = [
  { name: 'read the Gene Ontology, 43,559 terms, OBO', kind: 'read', ontology: 'go' },
  { name: 'read the WordNet nouns, 82,115 synsets, OBO', kind: 'read', ontology: 'wordnet' },
  { name: 'Resnik, all pairs of 400 GO terms', kind: 'pairs', measure: 'resnik', terms: 400 },
  { name: 'Lin, all pairs of 100 GO terms', kind: 'pairs', measure: 'lin', terms: 100 },
]

export async function setup(given, scratch) {
  if (given.kind === 'read') return { file: given.ontology === 'go' ? geneOntology(scratch) : wordNet(scratch), folder: scratch }
  return chosenTerms(given, scratch)
}

export const peerInput = ({ file, terms, edges }, { measure }) => ({ file, terms, edges, measure })

const reads = ({ kind }) => kind === 'read'
const compares = ({ kind }) => kind === 'pairs'

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { pronto: 5, nxontology: 5 },
    when: reads,
    run: async ({ file }) => (await readOntology(file)).ids.length,
  },
  {
    name: 'rankwright, dict files',
    against: ['pronto', 'nxontology'],
    leastRatios: { pronto: 5, nxontology: 5 },
    when: ({ ontology }) => ontology === 'wordnet',
    run: async ({ folder }) => (await readOntology(join(folder, 'dict'))).ids.length,
  },
  {
    name: 'rankwright',
    leastRatios: { semsimian: 5 },
    when: compares,
    run: allPairs,
  },
]

export const peers = [
  { name: 'pronto', python: 'pronto_read', when: reads },
  { name: 'nxontology', python: 'nxontology_read', when: reads },
  { name: 'semsimian', python: 'semsimian_pairs', when: ({ kind, measure }) => kind === 'pairs' && measure === 'resnik' },
  { name: 'nxontology', python: 'nxontology_pairs', when: ({ kind, measure }) => kind === 'pairs' && measure === 'lin' },
]

/** The tables as OBO: names, is_a and part_of; there are no definitions in them. */
function geneOntology(scratch) {
  return written(join(scratch, 'go.obo'), () => {
    const folder = join(dataSets, 'ontology-go')
    const parents = new Map()
    for (const [child, parent, relation] of rowsOf(join(folder, 'edges.tsv.gz'))) {
      const line = relation === 'isa' ? `is_a: ${parent}` : `relationship: ${relation.replaceAll(' ', '_')} ${parent}`
      parents.set(child, [...(parents.get(child) ?? []), line])
    }
    const relations = ['part of', 'regulates', 'negatively regulates', 'positively regulates']
    return [
      'format-version: 1.4\nontology: go',
      ...rowsOf(join(folder, 'terms.tsv.gz')).map(([id, namespace, name]) =>
        [`[Term]\nid: ${id}`, `name: ${escaped(name)}`, `namespace: ${namespace}`, ...(parents.get(id) ?? [])].join('\n'),
      ),
      ...relations.map((name) => `[Typedef]\nid: ${name.replaceAll(' ', '_')}\nname: ${name}`),
    ].join('\n\n')
  })
}

/** The nouns as OBO, and as the dict files they come as. */
function wordNet(scratch) {
  const folder = join(dataSets, 'wordnet30-nouns')
  writeWordNetFolder(folder, join(scratch, 'dict'))
  return written(join(scratch, 'wordnet.obo'), () =>
    [
      'format-version: 1.4\nontology: wordnet',
      ...rowsOf(join(folder, 'synsets.tsv.gz')).map(([offset, lemmas, hypernyms, instances]) => {
        const [name, ...synonyms] = lemmas.split(' ').map(escaped)
        const up = `${hypernyms} ${instances}`.split(' ').filter((id) => id !== '')
        return [
          `[Term]\nid: WN:${offset}`,
          `name: ${name}`,
          ...synonyms.map((synonym) => `synonym: "${synonym}" EXACT []`),
          ...up.map((id) => `is_a: WN:${id}`),
        ].join('\n')
      }),
    ].join('\n\n'),
  )
}

function escaped(text) {
  return text.replaceAll(/["{}\\!]/g, '\\$&')
}

function written(path, text) {
  if (!existsSync(path)) {
    console.error(`» Writing ${path}`)
    writeFileSync(`${path}.part`, `${text()}\n`)
    renameSync(`${path}.part`, path)
  }
  return path
}
