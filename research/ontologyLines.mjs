// How well learned lines answer, next to Lin's measure: people's ratings of WordNet nouns, and the neighbours that Lin's measure finds on other
// ontologies. The defaults were chosen with all five lists of ratings, and with GO, PO, CL and HPO, in view: those figures are not held out.
// Prints the tables of docs/ontology-learning.md:
//
//   node research/ontologyLines.mjs words [dict folder [seed]]   with a seed, the default alone
//   node research/ontologyLines.mjs neighbours [ontology file …]
//   node research/ontologyLines.mjs answers FILE
//
// after `npm run build`. Intervals are 95 % by 1,000 bootstrap draws of the pairs or terms.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { finish, seededRandom } from '@rankwright/core'
import { similarTerms } from '@rankwright/core/models'
import { hierarchyOf, informationOf, termFinder, termSimilarity, trainOntology } from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'
import { writeWordNetFolder } from '../golden/wordNetFolder.mjs'
import { dataFolder } from './results/realSets.mjs'

const [part = 'words', ...given] = process.argv.slice(2)
const goldSets = {
  RG65: 'rg65.csv',
  MC28: 'mc28.csv',
  'WS-Sim': 'agirre201.csv',
  'SimLex nouns': 'simlex665_nouns.csv',
  'WS-353': 'wordsim353.csv',
}
const paper = { parts: 'branches', sample: 2000 }

if (part === 'words') await words()
else if (part === 'neighbours') for (const file of given.length > 0 ? given : ontologies()) await neighbours(file)
else for (const file of given) await answers(file)

async function words() {
  const scratch = mkdtempSync(join(tmpdir(), 'lines-'))
  if (given[0] === undefined) writeWordNetFolder(join(dataFolder, 'wordnet30-nouns'), scratch)
  const hierarchy = hierarchyOf(await readOntology(given[0] ?? scratch, { definitions: true }))
  rmSync(scratch, { recursive: true })
  const finder = termFinder(hierarchy.ontology)
  const seed = given[1]
  const compared = seed === undefined ? allOf(hierarchy) : { [`the default, seed ${seed}`]: lineOf(hierarchy, { seed: Number(seed) }) }
  for (const [set, file] of Object.entries(goldSets)) {
    const pairs = goldPairs(file, finder)
    for (const [name, of] of Object.entries(compared)) {
      const values = pairs.map(({ a, b }) => Math.max(...a.flatMap((x) => b.map((y) => (x === y ? 1 : of(x, y))))))
      const [low, high] = bootstrap(pairs.length, (drawn) =>
        spearman(
          drawn.map((at) => values[at]),
          drawn.map((at) => pairs[at].rating),
        ),
      )
      const ratings = pairs.map(({ rating }) => rating)
      console.log(`| ${set} (${pairs.length}) | ${name} | ${shown(spearman(values, ratings))} (${shown(low)} to ${shown(high)}) |`)
    }
  }
}

function allOf(hierarchy) {
  return {
    ...Object.fromEntries(['lin', 'path', 'wang', 'simgic'].map((measure) => [measure, measureOf(hierarchy, measure)])),
    'one line of branches': lineOf(hierarchy, paper),
    'one line of terms': lineOf(hierarchy, { lines: 1 }),
    'the default': lineOf(hierarchy, {}),
  }
}

async function neighbours(file) {
  const hierarchy = hierarchyOf(await readOntology(file, { definitions: true, onProblem: () => {}, onNote: () => {} }))
  const lin = linOf(hierarchy)
  for (const [name, options] of Object.entries({
    'one line of branches': { parts: 'branches' },
    'one line of terms': { lines: 1 },
    'the default': {},
  })) {
    const start = process.cpuUsage()
    let model
    try {
      model = finish(trainOntology(hierarchy, options))
    } catch (problem) {
      console.log(`| ${basename(file)} | ${name} | ${problem.message} |`)
      continue
    }
    const seconds = process.cpuUsage(start).user / 1e6
    const { spearman: agreement, hits, fixed, micros } = againstLin(hierarchy, lin, similarTerms(model))
    const [low, high] = bootstrap(hits.length, (drawn) => mean(drawn.map((at) => hits[at])))
    console.log(
      `| ${basename(file)} (${hierarchy.size}) | ${name} | ${shown(agreement)} | ${shown(mean(hits))} (${shown(low)} to ${shown(high)}) | ${shown(mean(fixed))} | ${seconds.toFixed(1)} s | ${micros.toFixed(0)} µs |`,
    )
  }
}

/** P@10 over 300 terms and Spearman's correlation over 10,000 pairs. A term that Lin's measure holds as close as its tenth is a hit; `fixed` breaks ties by the order of the file. */
function againstLin(hierarchy, lin, similar) {
  const { size } = hierarchy
  const random = seededRandom(5)
  const pairs = Array.from({ length: 10_000 }, () => [random.integer(size), random.integer(size)]).filter(([a, b]) => a !== b)
  const agreement = spearman(
    pairs.map(([a, b]) => similar.similarity(a, b)),
    pairs.map(([a, b]) => lin.of(a, b)),
  )
  const all = Uint32Array.from({ length: size }, (_, term) => term)
  const [hits, fixed] = [[], []]
  let micros = 0
  for (let question = 0; question < 300; question++) {
    const term = random.integer(size)
    const row = lin.rows(Uint32Array.of(term), all).next().value.slice()
    row[term] = Number.NEGATIVE_INFINITY
    const order = Array.from(all).sort((a, b) => row[b] - row[a] || a - b)
    const least = row[order[9]] - 1e-12
    const first = new Set(order.slice(0, 10))
    const start = process.cpuUsage()
    const found = similar.top(term, 10)
    micros += process.cpuUsage(start).user / 300
    hits.push(found.filter((each) => row[each.term] >= least).length / 10)
    fixed.push(found.filter((each) => first.has(each.term)).length / 10)
  }
  return { spearman: agreement, hits, fixed, micros }
}

/** The nearest terms of twenty, evenly over the file. */
async function answers(file) {
  const { ontology, ...hierarchy } = hierarchyOf(await readOntology(file, { definitions: true, onProblem: () => {}, onNote: () => {} }))
  const model = finish(trainOntology({ ontology, ...hierarchy }))
  const similar = similarTerms(model)
  for (let at = 0; at < 20; at++) {
    const term = Math.floor(((at + 0.5) * hierarchy.size) / 20)
    const found = similar
      .top(term, 3)
      .map((each) => `${ontology.names[each.term] || ontology.ids[each.term]} ${each.similarity.toFixed(2)}`)
    console.log(`| ${ontology.names[term] || ontology.ids[term]} | ${found.join('; ')} |`)
  }
}

function lineOf(hierarchy, options) {
  return similarTerms(finish(trainOntology(hierarchy, options))).similarity
}

function linOf(hierarchy) {
  return termSimilarity(hierarchy, { measure: 'lin', information: informationOf(hierarchy, 'seco') })
}

function measureOf(hierarchy, measure) {
  return termSimilarity(hierarchy, { measure, information: informationOf(hierarchy, 'seco') }).of
}

function ontologies() {
  return [
    join(dataFolder, 'ontology-go', 'edges.tsv.gz'),
    join(dataFolder, 'ontology-po', 'po.obo.gz'),
    join(dataFolder, 'ontology-cl-slim', 'general_cell_types_upper_slim.obo.gz'),
    join(dataFolder, 'ontology-skos', 'yso.ttl'),
  ]
}

function goldPairs(file, finder) {
  const rows = readFileSync(join(dataFolder, 'wordsim-gold', file), 'utf8')
    .trim()
    .split(/\r?\n/)
  return rows.flatMap((row) => {
    const [first, second, rating] = row.split(/[;,]/).map((cell) => cell.trim())
    const [a, b] = [finder.search(first), finder.search(second)]
    return a?.length > 0 && b?.length > 0 && Number.isFinite(Number(rating)) ? [{ a: [...a], b: [...b], rating: Number(rating) }] : []
  })
}

function spearman(x, y) {
  const [a, b] = [midRanks(x), midRanks(y)]
  const [p, q] = [mean(a), mean(b)]
  const sum = (of) => a.reduce((total, _, at) => total + of(a[at] - p, b[at] - q), 0)
  return sum((s, t) => s * t) / Math.sqrt(sum((s) => s * s) * sum((_, t) => t * t))
}

function midRanks(values) {
  const order = values.map((_, at) => at).sort((a, b) => values[a] - values[b])
  const ranks = []
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++
    for (let at = from; at < to; at++) ranks[order[at]] = (from + to - 1) / 2
  }
  return ranks
}

function bootstrap(size, of) {
  const random = seededRandom(11)
  const drawn = Array.from({ length: 1000 }, () => of(Array.from({ length: size }, () => random.integer(size)))).sort((a, b) => a - b)
  return [drawn[25], drawn[974]]
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function shown(value) {
  return value.toFixed(3)
}
