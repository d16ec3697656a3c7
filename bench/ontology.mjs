// Reading ontologies, comparing all pairs of terms, and the terms nearest to a term; one thread. Needs the data sets ontology-go and
// wordnet30-nouns. semsimian and OAK have no search for the nearest terms: they compare a term with all, and the best ten are kept. OAK takes
// minutes for that, so it compares the term with our ten and 190 others only, and its time is multiplied.
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { informationOf, nearestTerms } from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'
import { rowsOf, writeWordNetFolder } from '../golden/wordNetFolder.mjs'
import { allPairs, chosenTerms, dataSets } from './harness/geneOntology.mjs'

export const title = 'Ontologies: reading, all pairs of terms, and the ten nearest terms'
export const tolerance = 1e-9
export const rounds = 5
export const warmUp = false
export const cases = [
  { name: 'read the Gene Ontology, 43,559 terms, OBO', kind: 'read', ontology: 'go' },
  { name: 'read the WordNet nouns, 82,115 synsets, OBO', kind: 'read', ontology: 'wordnet' },
  { name: 'Resnik, all pairs of 400 GO terms', kind: 'pairs', measure: 'resnik', terms: 400 },
  { name: 'Lin, all pairs of 100 GO terms', kind: 'pairs', measure: 'lin', terms: 100 },
  { name: 'Resnik, the ten nearest to each of 3 GO terms', kind: 'nearest', measure: 'resnik', terms: 3 },
  ...['resnik', 'lin', 'jiang-conrath', 'relevance', 'wu-palmer', 'leacock-chodorow', 'path', 'wang', 'simgic', 'second-eigenvector'].map(
    (measure) => ({ name: `the ten nearest to each of 500 GO terms by ${measure}`, kind: 'questions', measure, terms: 500 }),
  ),
]

export async function setup(given, scratch) {
  if (given.kind === 'read') return { file: given.ontology === 'go' ? geneOntology(scratch) : wordNet(scratch), folder: scratch }
  const chosen = await chosenTerms(given, scratch)
  if (given.kind === 'pairs') return chosen
  const { hierarchy, terms } = chosen
  const index = nearestTerms(hierarchy, { measure: given.measure, information: informationOf(hierarchy, 'descendants') })
  const data = { ...chosen, index, file: geneOntology(scratch), others: `${terms}.others` }
  if (given.kind === 'nearest') writeFileSync(data.others, others(data))
  return data
}

export const peerInput = ({ file, terms, edges, others }, { measure }) => ({ file, terms, edges, others, measure })

const reads = ({ kind }) => kind === 'read'
const compares = ({ kind }) => kind === 'pairs'
const asks = ({ kind }) => kind === 'nearest'

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
  {
    name: 'rankwright',
    leastRatios: { semsimian: 100, OAK: 1000 },
    when: asks,
    run: nearestToEach,
  },
  {
    name: 'rankwright',
    when: ({ kind }) => kind === 'questions',
    run: nearestToEach,
  },
]

export const peers = [
  { name: 'pronto', python: 'pronto_read', when: reads },
  { name: 'nxontology', python: 'nxontology_read', when: reads },
  { name: 'semsimian', python: 'semsimian_pairs', when: ({ kind, measure }) => kind === 'pairs' && measure === 'resnik' },
  { name: 'nxontology', python: 'nxontology_pairs', when: ({ kind, measure }) => kind === 'pairs' && measure === 'lin' },
  { name: 'semsimian', python: 'semsimian_nearest', when: asks },
  { name: 'OAK', python: 'oak_nearest', when: asks },
]

/** The answer is the sum of the similarities of all that is found; which of several equally similar terms are told makes no difference to it. */
function nearestToEach({ index, chosen }) {
  let sum = 0
  const spent = Array.from(chosen, (source) => {
    const begin = process.cpuUsage()
    for (const { similarity } of index.top(source, 10).terms) sum += similarity
    const { user, system } = process.cpuUsage(begin)
    return (user + system) / 1000
  }).sort((a, b) => a - b)
  const [middle, slowest] = [spent[spent.length >> 1], spent[spent.length - 1]]
  return { answer: sum, facts: { 'processor time of a question, ms: median': `${middle.toFixed(2)}, slowest ${slowest.toFixed(2)}` } }
}

/** For each chosen term a row with the ten that are nearest to it and 190 others. */
function others({ hierarchy, index, chosen }) {
  const { ids } = hierarchy.ontology
  const step = Math.floor(hierarchy.size / 190)
  const rows = Array.from(chosen, (source) => {
    const nearest = index.top(source, 10).terms.map(({ term }) => term)
    const spread = Array.from({ length: 190 }, (_, at) => at * step).filter((term) => term !== source && !nearest.includes(term))
    return [source, ...nearest, ...spread].map((term) => ids[term]).join(' ')
  })
  return rows.join('\n')
}

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
      ...relations.map(
        (name) => `[Typedef]\nid: ${name.replaceAll(' ', '_')}\nname: ${name}${name === 'part of' ? '\nxref: BFO:0000050' : ''}`,
      ),
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
