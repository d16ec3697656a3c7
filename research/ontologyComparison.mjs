// Every similarity of this library against people's ratings of WordNet nouns and against Lin's measure on ontologies, generated shapes included.
// Prints the tables of docs/ontology-comparison.md:
//
//   node research/ontologyComparison.mjs [people | learned | lin | shapes | answers | all] [--dict FOLDER] [--vectors CSV] [FILE …]
//
// after `npm run build`. FOLDER is a dict folder of WordNet 3.0, whose definitions count; without it the nouns have names only. CSV are vectors of its
// synsets, from termVectors.mjs: `people` and `learned` are with them then. FILEs are ontologies for
// `lin` and `answers`; without any, those of the data folder. Intervals are 95 % by 1,000 bootstrap draws of the pairs or terms.
// Defaults were chosen on RG65 and SimLex (text share, loss of rare senses) and with GO, PO, CL, HPO and generated shapes in view; the figures of all sets were seen.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { finish, seededRandom } from '@rankwright/core'
import { similarTerms } from '@rankwright/core/models'
import {
  edgeListParser,
  hierarchyOf,
  informationOf,
  learnedSimilarity,
  learnSimilarity,
  measureNames,
  nearestTerms,
  parsePairs,
  parseTermVectors,
  termFinder,
  termSimilarity,
  trainOntology,
} from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'
import { writeWordNetFolder } from '../golden/wordNetFolder.mjs'
import { dataFolder } from './results/realSets.mjs'

const [part = 'all', ...words] = process.argv.slice(2)
const [dict, vectorFile] = ['--dict', '--vectors'].map((option) => {
  const at = words.indexOf(option)
  return at < 0 ? undefined : words.splice(at, 2)[1]
})
const files = words
const goldSets = {
  RG65: 'rg65.csv',
  'PS65 (Pirró & Seco)': 'pirroseco65.csv',
  MC28: 'mc28.csv',
  'WS-Sim': 'agirre201.csv',
  'SimLex nouns': 'simlex665_nouns.csv',
  'WS-353': 'wordsim353.csv',
}
const lines = {
  "the paper's line: `--parts branches`": { parts: 'branches' },
  '`--lines 1`': { lines: 1 },
  '`--similarity ranks`': { similarity: 'ranks' },
  '`--text-share 0`': { textShare: 0 },
  'the default': {},
}

const parts = { people, learned, lin: againstLinOnFiles, shapes, answers: answersOnFiles }
for (const [name, run] of Object.entries(parts)) if (part === 'all' || part === name) await run()

async function wordNet() {
  const scratch = mkdtempSync(join(tmpdir(), 'lines-'))
  if (dict === undefined) writeWordNetFolder(join(dataFolder, 'wordnet30-nouns'), scratch)
  const hierarchy = hierarchyOf(await readOntology(dict ?? scratch, { definitions: true }))
  rmSync(scratch, { recursive: true })
  return hierarchy
}

function vectorsOf({ ontology }) {
  return vectorFile === undefined ? {} : { vectors: parseTermVectors(vectorFile, readFileSync(vectorFile), ontology) }
}

/** A row for each similarity, a column for each list of ratings. */
async function people() {
  const hierarchy = await wordNet()
  const finder = termFinder(hierarchy.ontology)
  const lists = Object.values(goldSets).map((file) => goldPairs(file, finder))
  console.log(
    `\n| | ${Object.keys(goldSets)
      .map((set, at) => `${set} (${lists[at].length})`)
      .join(' | ')} |`,
  )
  console.log(`|---|${lists.map(() => '---|').join('')}`)
  const show = (name, ofWords) => console.log(`| ${name} | ${lists.map((pairs) => againstPeople(pairs, ofWords)).join(' | ')} |`)
  const information = informationOf(hierarchy, 'seco')
  const inputs = vectorsOf(hierarchy)
  if (inputs.vectors !== undefined) {
    show('the default with vectors', learnedSimilarity(finish(trainOntology(hierarchy, {}, inputs))).ofWords)
    return
  }
  for (const measure of measureNames) show(`\`${measure}\``, termSimilarity(hierarchy, { measure, information }).ofWords)
  for (const [name, options] of Object.entries({ ...lines, 'the default, `--seed 101`': { seed: 101 } })) {
    const given = options.parts === 'branches' ? { ...options, sample: 2000 } : options
    show(name, learnedSimilarity(finish(trainOntology(hierarchy, given))).ofWords)
  }
}

function againstPeople(pairs, ofWords) {
  const values = pairs.map(({ a, b }) => ofWords(a, b))
  const ratings = pairs.map(({ rating }) => rating)
  const of = (drawn) =>
    spearman(
      drawn.map((at) => values[at]),
      drawn.map((at) => ratings[at]),
    )
  const [low, high] = bootstrap(pairs.length, of)
  return `${shown(spearman(values, ratings))} (${shown(low)} to ${shown(high)})`
}

/** Cross-validated by query term, beside the best of its features. */
async function learned() {
  const hierarchy = await wordNet()
  console.log('\n| learned from | pairs | learned | best feature alone | gain over it |\n|---|---|---|---|---|')
  const { 'WS-353': _twice, ...once } = goldSets // which has a pair twice
  for (const [name, file] of Object.entries(once)) {
    const pairs = parsePairs(file, readFileSync(join(dataFolder, 'wordsim-gold', file)))
    const { units, learned, features, gain } = finish(
      learnSimilarity(hierarchy, { kind: 'pairs', pairs }, { skipUnknown: true }, vectorsOf(hierarchy)),
    ).validation
    const figure = ({ value, low, high }) => `${shown(value)} (${shown(low)} to ${shown(high)})`
    console.log(`| ${name} | ${units} | ${figure(learned)} | ${features[0].feature} ${figure(features[0])} | ${figure(gain)} |`)
  }
}

async function againstLinOnFiles() {
  console.log(
    '\n| ontology (terms) | | Spearman with `lin` | P@10 | P@10, ties by file order | training | a question |\n|---|---|---|---|---|---|---|',
  )
  for (const file of files.length > 0 ? files : ontologies())
    compareWithLin(basename(file), hierarchyOf(await readOntology(file, { definitions: true, onProblem: () => {}, onNote: () => {} })))
}

function compareWithLin(name, hierarchy) {
  const lin = linAnswers(hierarchy)
  for (const [setting, options] of Object.entries(lines)) {
    const start = process.cpuUsage()
    try {
      const model = finish(trainOntology(hierarchy, options))
      const seconds = process.cpuUsage(start).user / 1e6
      report(name, hierarchy, setting, againstLin(lin, similarTerms(model)), seconds)
    } catch (problem) {
      console.log(`| ${name} (${hierarchy.size}) | ${setting} | ${problem.message} |`)
    }
  }
  const information = informationOf(hierarchy, 'seco')
  for (const measure of measureNames.filter((each) => !['lin', 'second-eigenvector'].includes(each))) {
    const measured = termSimilarity(hierarchy, { measure, information })
    const nearest = nearestTerms(hierarchy, { measure, information })
    report(
      name,
      hierarchy,
      `\`${measure}\``,
      againstLin(lin, { similarity: orLeast(measured.of), top: (term, count) => nearest.top(term, count).terms }),
    )
  }
}

/** Terms without a way between them have no similarity by `leacock-chodorow`: less than all others. */
function orLeast(of) {
  return (a, b) => {
    const value = of(a, b)
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value
  }
}

function report(name, { size }, setting, { spearman: agreement, hits, fixed, micros }, seconds) {
  const [low, high] = bootstrap(hits.length, (drawn) => mean(drawn.map((at) => hits[at])))
  const cost = seconds === undefined ? ' | |' : ` ${seconds.toFixed(1)} s | ${micros.toFixed(0)} µs |`
  console.log(
    `| ${name} (${size}) | ${setting} | ${shown(agreement)} | ${shown(mean(hits))} (${shown(low)} to ${shown(high)}) | ${shown(mean(fixed))} |${cost}`,
  )
}

/** Shapes that ontologies seldom have. Terms have no names, so that only lines answer. */
async function shapes() {
  console.log(
    '\n| shape (terms) | | Spearman with `lin` | P@10 | P@10, ties by file order | training | a question |\n|---|---|---|---|---|---|---|',
  )
  const random = seededRandom(7)
  const size = 2000
  const made = {
    'one chain': (term) => [term - 1],
    'fifty chains': (term) => [Math.max(0, term - 50)],
    'one star': () => [0],
    'stars of 40': (term) => [Math.floor((term - 1) / 40)],
    'a binary tree': (term) => [Math.floor((term - 1) / 2)],
    'a random tree': (term) => [random.integer(term)],
    'two random parents': (term) => [random.integer(term), random.integer(term)],
    'one to five random parents': (term) => Array.from({ length: 1 + random.integer(5) }, () => random.integer(term)),
    'five parents one level up': (term) => Array.from({ length: 5 }, () => Math.max(0, Math.floor((term - 1) / 10) - random.integer(5))),
  }
  for (const [name, parentsOf] of Object.entries(made)) {
    const rows = Array.from({ length: size - 1 }, (_, at) => [...new Set(parentsOf(at + 1))].map((parent) => `t${at + 1},t${parent}`))
    const parser = edgeListParser('shape.csv')
    parser.push(new TextEncoder().encode(rows.flat().join('\n')))
    const hierarchy = hierarchyOf(parser.finish())
    report(name, hierarchy, 'the default', againstLin(linAnswers(hierarchy), similarTerms(finish(trainOntology(hierarchy)))))
  }
}

async function answersOnFiles() {
  for (const file of files.length > 0 ? files : ontologies()) await answers(file)
}

/** 10,000 pairs and 300 terms with the similarities that Lin's measure gives. `first` are its ten nearest, ties by the order of the file. */
function linAnswers(hierarchy) {
  const { size } = hierarchy
  const lin = termSimilarity(hierarchy, { measure: 'lin', information: informationOf(hierarchy, 'seco') })
  const random = seededRandom(5)
  const pairs = Array.from({ length: 10_000 }, () => [random.integer(size), random.integer(size)]).filter(([a, b]) => a !== b)
  const all = Uint32Array.from({ length: size }, (_, term) => term)
  const questions = Array.from({ length: 300 }, () => {
    const term = random.integer(size)
    const row = Float32Array.from(lin.rows(Uint32Array.of(term), all).next().value)
    row[term] = Number.NEGATIVE_INFINITY
    return { term, row, first: topOfRow(row, 10) }
  })
  return { pairs, values: pairs.map(([a, b]) => lin.of(a, b)), questions }
}

/** The places of the greatest values, equal ones by their place. */
function topOfRow(row, count) {
  const least = row.slice().sort()[Math.max(0, row.length - count)]
  return Array.from(row.keys())
    .filter((place) => row[place] >= least)
    .sort((a, b) => row[b] - row[a] || a - b)
    .slice(0, count)
}

/** A term that Lin's measure holds as close as its tenth is a hit; `fixed` breaks ties by the order of the file. */
function againstLin({ pairs, values, questions }, similar) {
  const agreement = spearman(
    pairs.map(([a, b]) => similar.similarity(a, b)),
    values,
  )
  const [hits, fixed] = [[], []]
  let micros = 0
  for (const { term, row, first } of questions) {
    const start = process.cpuUsage()
    const found = similar.top(term, 10)
    micros += process.cpuUsage(start).user / questions.length
    const least = row[first.at(-1)] - 1e-6
    hits.push(found.filter((each) => row[each.term] >= least).length / 10)
    fixed.push(found.filter((each) => first.includes(each.term)).length / 10)
  }
  return { spearman: agreement, hits, fixed, micros }
}

/** The nearest terms of twenty, evenly over the file. */
async function answers(file) {
  const { ontology, ...hierarchy } = hierarchyOf(await readOntology(file, { definitions: true, onProblem: () => {}, onNote: () => {} }))
  console.log(`\n${basename(file)}:\n\n| term | nearest |\n|---|---|`)
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
