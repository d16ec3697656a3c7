// Learning on ontologies: what a step of the search costs at three sizes, what a question costs, and how much memory training takes.
// Needs the data sets ontology-go and wordnet30-nouns.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finish } from '@rankwright/core'
import { kinds } from '@rankwright/core/models'
import { graphOfHierarchy, hierarchyOf, ontologySample, partsOf, trainOntology, vertexKernel } from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'
import { writeWordNetFolder } from '../golden/wordNetFolder.mjs'
import { dataSets } from './harness/geneOntology.mjs'
import { runWithPeakMemory } from './harness/peakMemory.mjs'

const main = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))

export const title = 'Ontologies: steps of the search, questions, and memory'
export const peers = []
export const rounds = 5
export const cases = [
  ...[10_000, 20_000, 43_559].map((terms) => ({ name: `the Gene Ontology, its first ${terms} terms`, terms })),
  { name: 'ontology train, WordNet nouns, 5,000 sampled terms', file: 'wordnet' },
  { name: 'ontology train, Gene Ontology, 5,000 sampled terms', file: 'go' },
]

export async function setup({ terms, file }, scratch) {
  const go = join(dataSets, 'ontology-go', 'edges.tsv.gz')
  if (file !== undefined) {
    if (file === 'wordnet') writeWordNetFolder(join(dataSets, 'wordnet30-nouns'), join(scratch, 'dict'))
    return { path: file === 'go' ? go : join(scratch, 'dict'), scratch }
  }
  const hierarchy = hierarchyOf(firstTerms(await readOntology(go), terms))
  const graph = graphOfHierarchy(hierarchy)
  const parts = partsOf(hierarchy, 'nearest')
  const { vertices } = ontologySample(parts, 1, 5000)
  const values = Float64Array.from({ length: terms }, (_, term) => Math.sin(term))
  const several = finish(trainOntology(hierarchy))
  return {
    edges: graph.edgeChildren.length,
    space: vertexKernel(graph, { kind: 'graph-laplacian', epsilon: 1 }).space(vertices),
    values,
    sampled: new Float64Array(5000),
    line: kinds.ontology.similar({ ...several, form: 'linear', scores: values }),
    several: kinds.ontology.similar(several),
    terms,
  }
}

const asks = ({ terms }) => terms !== undefined

export const variants = [
  {
    name: 'a product with the matrix of a step',
    when: asks,
    run({ space, values, sampled, edges }) {
      const [answer, seconds] = inProcessorTime(100, () => {
        space.sampled(values, sampled)
        return space.inner(values, values)
      })
      return { answer, facts: { edges, 'ns per edge': rounded((seconds * 1e9) / edges) } }
    },
  },
  {
    name: 'the ten most similar terms',
    when: asks,
    run: ({ line, terms }) => asked(line, terms, 10_000),
  },
  {
    name: 'the same by 32 lines',
    when: asks,
    run: ({ several, terms }) => asked(several, terms, 100),
  },
  {
    name: 'rankwright',
    when: ({ file }) => file !== undefined,
    peakLimit: 2 ** 30,
    async run({ path, scratch }) {
      const run = await runWithPeakMemory(process.execPath, [
        main,
        'ontology',
        'train',
        path,
        '--sample',
        '5000',
        '--out',
        join(scratch, 'model.json'),
        '--json',
      ])
      if (run.status !== 0) throw new Error(run.stderr.trim())
      const { gap, iterations } = JSON.parse(run.stdout)
      return { seconds: run.seconds, peakBytes: run.peakBytes, facts: { gap, iterations } }
    },
  },
]

/** One of many questions. */
function asked(similar, terms, count) {
  let question = 0
  const [answer, seconds] = inProcessorTime(count, () => similar.top((question++ * 7919) % terms, 10).length)
  return { answer, facts: { µs: rounded(seconds * 1e6) } }
}

/** What was found last, and the processor time of one run: on a busy machine the clock tells what else is going on. */
function inProcessorTime(runs, run) {
  const start = process.cpuUsage()
  let answer = 0
  for (let made = 0; made < runs; made++) answer = run()
  const { user, system } = process.cpuUsage(start)
  return [answer, (user + system) / 1e6 / runs]
}

function rounded(value) {
  return Number(value.toPrecision(3))
}

/** The terms that stand first when parents come before their children, with the edges between them. */
function firstTerms(ontology, count) {
  const { order } = hierarchyOf(ontology)
  const kept = order.slice(0, count)
  const numberOf = new Map(Array.from(kept, (term, number) => [term, number]))
  const { children, parents, relations, weights, lines } = ontology.edges
  const inside = [...children.keys()].filter((edge) => numberOf.has(children[edge]) && numberOf.has(parents[edge]))
  const ids = Array.from(kept, (term) => ontology.ids[term])
  return {
    ...ontology,
    ids,
    names: Array.from(kept, (term) => ontology.names[term]),
    indexOfId: new Map(ids.map((id, number) => [id, number])),
    edges: {
      children: Uint32Array.from(inside, (edge) => numberOf.get(children[edge])),
      parents: Uint32Array.from(inside, (edge) => numberOf.get(parents[edge])),
      relations: Uint16Array.from(inside, (edge) => relations[edge]),
      weights: Float64Array.from(inside, (edge) => weights[edge]),
      lines: Uint32Array.from(inside, (edge) => lines[edge]),
    },
  }
}
