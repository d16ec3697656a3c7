// How good `auto` is with 3 to 40 lists, beside single methods: the tables of docs/auto.md and docs/decisions/auto-ensemble.md.
//
//   node research/fewLists.mjs FOLDER DRAWS BUDGET SET:LISTS…       measures and prints the tables of all that is in FOLDER
//
// SET is a set of docs/results.md, of whose lists to learn from so many are drawn (seeds 1, 2, …), with at most 150 of its test lists to measure on; or one of
// the relations below, each draw with weights, lists and 100 test lists of its own. What is measured goes to FOLDER/SET-LISTS-DRAW-BUDGET.json; what is there is
// not measured again. Needs a build (`npm run build`), and for the sets the data in $RANKWRIGHT_DATA or ../shared/data.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish, rankingLists, score, seededRandom, selectLists, training } from '@rankwright/core'
import { meanOverLists, measureLists } from '@rankwright/core/metrics'
import { runtimeFor } from '@rankwright/node'
import { realSets } from './results/realSets.mjs'

const linear = ['listnet', 'smoothed-dcg', 'least-squares', 'ranksvm']
const methods = [...linear, 'rankrls', 'elmrank', 'lambdamart']
const relations = {
  linear: { width: 8, items: [5, 15], noise: 0.5, grade: (x, w) => product(x, w) / Math.sqrt(8) },
  step: { width: 8, items: [5, 15], noise: 0.5, grade: (x) => (x[0] > 0 ? 1 : 0) + (x[1] > 0.5 ? 1 : 0) + (x[2] > -0.5 ? 0.7 : 0) },
  product: { width: 8, items: [5, 15], noise: 0.5, grade: (x) => x[0] * x[1] + Math.abs(x[2]) },
  noisy: { width: 30, items: [5, 15], noise: 0.5, grade: (x, w) => product(x.slice(0, 3), w) / 1.3 },
  long: { width: 5, items: [30, 50], noise: 1, grade: (x, w) => product(x, w) / Math.sqrt(5) + 0.5 * Math.tanh(2 * x[0]) },
  wide: { width: 60, items: [8, 20], noise: 0.5, grade: (x, w) => product(x, w) / Math.sqrt(60) + 0.4 * x[0] * x[1] },
}

const [folder, draws, budget, ...cells] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder for what is measured')
mkdirSync(folder, { recursive: true })
const { runtime, close } = runtimeFor(1)
const loaded = new Map()
for (let draw = 1; draw <= Number(draws ?? 0); draw++) {
  for (const cell of cells) {
    const [set, lists] = cell.split(':')
    const file = join(folder, `${set}-${lists}-${draw}-${budget}.json`)
    if (existsSync(file)) continue
    const drawn = set in relations ? made(relations[set], Number(lists), draw) : await drawnFrom(set, Number(lists), draw)
    writeFileSync(file, JSON.stringify({ set, lists: Number(lists), draw, ...measured(drawn) }))
    console.error(file)
  }
}
close()
console.log(tables())

/** Each draw has weights of its own. */
function made({ width, items: [fewest, most], noise, grade }, count, draw) {
  const random = seededRandom(1000 * draw + 7)
  const vector = () => Array.from({ length: width }, () => random.normal())
  const weights = vector()
  const make = (lists) => {
    const rows = { features: [], labels: [], lists: [] }
    for (let list = 0; list < lists; list++) {
      for (let left = fewest + random.integer(most - fewest + 1); left > 0; left--) {
        const features = vector()
        rows.features.push(features)
        rows.labels.push(Math.max(0, Math.min(4, Math.round(grade(features, weights) + noise * random.normal() + 0.5))))
        rows.lists.push(list)
      }
    }
    return rankingLists(rows)
  }
  const tested = make(100)
  return { known: make(count), tested, profile: 'rankwright' }
}

/** The folds of the set take turns. */
async function drawnFrom(set, count, draw) {
  const { profile, load } = realSets.find(({ name }) => name === set)
  if (!loaded.has(set)) loaded.set(set, await load())
  const { lists, folds } = loaded.get(set)
  const { train, valid, test } = folds[(draw - 1) % folds.length]
  const random = seededRandom(draw)
  const known = random.shuffle(Uint32Array.from([...train, ...valid]).sort()).slice(0, count)
  const tested = random.shuffle(Uint32Array.from(test)).slice(0, 150)
  return { known: selectLists(lists, known.sort()), tested: selectLists(lists, tested.sort()), profile }
}

function measured({ known, tested, profile }) {
  const scoresOf = (options) => score(finish(training(known, options, runtime)).model, tested, runtime)
  const value = (scores) => meanOverLists(measureLists(scores, tested, { metrics: ['ndcg@10'], profile }, runtime.compute).values[0])
  const { model } = finish(training(known, { budget: Number(budget) }, runtime))
  const { chosen, candidates } = model.training.auto
  const [{ method, options }] = candidates
  const scores = Object.fromEntries(methods.map((name) => [name, scoresOf({ method: name })]))
  const sum = new Float64Array(tested.labels.length)
  for (const name of linear) for (const [row, own] of standardised(scores[name], tested.offsets).entries()) sum[row] += own
  const plain = Object.fromEntries(methods.map((name) => [name, value(scores[name])]))
  return {
    chosen,
    values: { auto: value(score(model, tested, runtime)), single: value(scoresOf({ method, ...options })), sum: value(sum), ...plain },
  }
}

/** With mean 0 and standard deviation 1 in each list. */
function standardised(scores, offsets) {
  const standard = new Float64Array(scores.length)
  for (let list = 0; list + 1 < offsets.length; list++) {
    const own = scores.subarray(offsets[list], offsets[list + 1])
    const mean = meanOf(own)
    const deviation = Math.sqrt(meanOf(own.map((value) => (value - mean) ** 2)))
    if (deviation > 0)
      standard.set(
        own.map((value) => (value - mean) / deviation),
        offsets[list],
      )
  }
  return standard
}

/** All that is in the folder: means over draws, and what auto gains over the best method of its leaderboard alone, with the standard error. */
function tables() {
  const all = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const entrants = Object.keys(all[0].values)
  const lines = [`| set | lists | draws | ${entrants.join(' | ')} | auto less single |`, `|${' --- |'.repeat(entrants.length + 4)}`]
  const row = (set, lists, own) => {
    const means = entrants.map((entrant) => meanOf(own.map(({ values }) => values[entrant])).toFixed(4))
    const gains = own.map(({ values }) => values.auto - values.single)
    const error = Math.sqrt(meanOf(gains.map((gain) => (gain - meanOf(gains)) ** 2)) / (own.length - 1))
    lines.push(`| ${[set, lists, own.length, ...means, `${meanOf(gains).toFixed(4)} ± ${error.toFixed(4)}`].join(' | ')} |`)
  }
  const cellOf = ({ set, lists }) => `${set}:${lists}`
  for (const cell of new Set(all.map(cellOf))) {
    const own = all.filter((draw) => cellOf(draw) === cell)
    row(own[0].set, own[0].lists, own)
  }
  row('all', '', all)
  return lines.join('\n')
}

function product(x, w) {
  return x.reduce((sum, value, index) => sum + value * w[index], 0)
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
