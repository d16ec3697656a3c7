// `auto` beside methods in each scale of features, on made lists: the table of docs/decisions/auto-scales.md.
//
//   node research/autoScales.mjs [LISTS[,LISTS…]] [SEEDS] [BUDGET]   10 and 60 lists, 6 draws and a budget of 20 unless given
//
// Grades follow from a few of 8 features and noise. The features are plain, have long tails, or differ in size from list to list. Mean NDCG@10 on 300
// lists that had no part in training, over the draws. Needs a build (`npm run build`).
import { evaluate, finish, rankingLists, seededRandom, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

const WIDTH = 8
const ITEMS = 12
const NOISE = 0.6
const BOUNDS = [0.5, 1.3, 2.2]
const scales = ['min-max', 'quantile', 'per-list']
const scaled = ['listnet', 'rankrls', 'elmrank']

/** What grades follow from, and what the features of a row look like; `level` has a number for each feature of a list. */
const relations = {
  plain: { worth: ([a, b, c, d]) => a + 0.7 * b - 0.8 * c + 0.4 * d, shown: (value) => value },
  product: { worth: ([a, b, c]) => 1.6 * a * b + 0.3 * c, shown: (value) => value },
  steps: { worth: ([a, b, c]) => (a > 0.3 ? 1.2 : 0) + (b > -0.5 ? 0.8 : 0) - (c > 1 ? 1 : 0), shown: (value) => value },
  'long tails': { worth: ([a, b, c]) => a + 0.7 * b - 0.8 * c, shown: (value) => Math.exp(1.5 * value) },
  'sizes of each list': { worth: ([a, b, c]) => a + 0.7 * b - 0.8 * c, shown: (value, level) => Math.exp(0.5 * value + 2 * level) },
}

const [counts = '10,60', seeds = '6', budget = '20'] = process.argv.slice(2)
const { runtime, close } = runtimeFor(1)
const columns = ['auto', 'lambdamart', ...scaled.flatMap((method) => scales.map((scale) => `${method}, ${scale}`))]
console.log(`| features | lists | ${columns.join(' | ')} |\n| --- | --- |${' --- |'.repeat(columns.length)}`)
for (const [name, relation] of Object.entries(relations)) {
  const test = madeLists(relation, 300, 999)
  for (const lists of counts.split(',').map(Number)) {
    const sums = columns.map(() => 0)
    for (let seed = 1; seed <= Number(seeds); seed++) {
      const train = madeLists(relation, lists, seed)
      const asked = [
        { budget: Number(budget) },
        { method: 'lambdamart' },
        ...scaled.flatMap((method) => scales.map((scale) => ({ method, scale }))),
      ]
      for (const [place, options] of asked.entries()) sums[place] += ndcgOf(train, options, test)
    }
    console.log(`| ${name} | ${lists} | ${sums.map((sum) => (sum / Number(seeds)).toFixed(4)).join(' | ')} |`)
  }
}
close()

function ndcgOf(train, options, test) {
  const { model } = finish(training(train, options, runtime))
  return evaluate(model, test, { metrics: ['ndcg@10'] }, runtime).metrics['ndcg@10']
}

function madeLists({ worth, shown }, count, seed) {
  const random = seededRandom(seed)
  const rows = { features: [], labels: [], lists: [] }
  for (let list = 0; list < count; list++) {
    const levels = Array.from({ length: WIDTH }, () => random.normal())
    for (let item = 0; item < ITEMS; item++) {
      const values = Array.from({ length: WIDTH }, () => random.normal())
      const value = worth(values) + NOISE * random.normal()
      rows.features.push(values.map((each, feature) => shown(each, levels[feature])))
      rows.labels.push(BOUNDS.filter((bound) => value > bound).length)
      rows.lists.push(list)
    }
  }
  return rankingLists(rows)
}
