// Trees beside every linear method on a generated set whose grades come from trees: the table of docs/methods/lambdamart.md.
//
//   node research/treeTeacher.mjs [ROWS [METHOD…]]   NDCG@10 on test lists; 200,000 rows unless given
//
// Lists of 100 rows with 24 features as search engines have them: counts, long tails, shares, many zeros, each with a level of its list. A teacher of 40
// seeded trees of depth 5 scores the rows; its scores with noise are cut into grades with the shares of web search data (50, 25, 15, 7 and 3 %). Three
// fifths of the lists are trained on. Needs a build (`npm run build`).
import { evaluate, finish, methodNames, methods, seededRandom, selectLists, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

const LENGTH = 100
const WIDTH = 24
const TEACHERS = 40
const DEPTH = 5
const NOISE = 0.3
const SHARES = [0.5, 0.75, 0.9, 0.97]

const [rows = '200000', ...wanted] = process.argv.slice(2)
const lists = teacherLists(Number(rows))
const count = lists.listIds.length
const cut = Math.round(0.6 * count)
const train = selectLists(
  lists,
  Uint32Array.from({ length: cut }, (_, list) => list),
)
const test = selectLists(
  lists,
  Uint32Array.from({ length: count - cut }, (_, list) => cut + list),
)
const { runtime, close } = runtimeFor(1)
const linear = methodNames.filter((name) => methods[name].makes.length === 1 && methods[name].makes[0] === 'linear')
for (const method of wanted.length > 0 ? wanted : ['lambdamart', ...linear]) {
  const begin = process.cpuUsage().user
  const { model } = finish(training(train, { method }, runtime))
  const seconds = (process.cpuUsage().user - begin) / 1e6
  const { metrics, intervals } = evaluate(model, test, { metrics: ['ndcg@10'] }, runtime)
  const interval = intervals['ndcg@10'].map((value) => value.toFixed(4)).join(' to ')
  console.log(`${method}\t${metrics['ndcg@10'].toFixed(4)}\t${interval}\t${seconds.toFixed(1)} s of processor time`)
}
close()

function teacherLists(rows) {
  const random = seededRandom(2024)
  const values = new Float32Array(rows * WIDTH)
  for (let list = 0; list < rows / LENGTH; list++) {
    const levels = Array.from({ length: WIDTH }, () => 0.5 * random.normal())
    for (let row = list * LENGTH; row < (list + 1) * LENGTH; row++)
      for (let feature = 0; feature < WIDTH; feature++) values[row * WIDTH + feature] = drawn(feature % 4, levels[feature], random)
  }
  const scores = taught(values, rows, random)
  for (let row = 0; row < rows; row++) scores[row] += NOISE * random.normal()
  const sorted = scores.toSorted()
  const bounds = SHARES.map((share) => sorted[Math.floor(share * rows)])
  return {
    features: { kind: 'dense', values },
    width: WIDTH,
    labels: scores.map((score) => bounds.filter((bound) => score >= bound).length),
    offsets: Uint32Array.from({ length: rows / LENGTH + 1 }, (_, list) => list * LENGTH),
    listIds: Array.from({ length: rows / LENGTH }, (_, list) => `${list}`),
  }
}

function drawn(kind, level, random) {
  const own = level + random.normal()
  switch (kind) {
    case 0:
      return Math.floor(Math.exp(1.5 + own)) // a count
    case 1:
      return Math.exp(own) // a long tail
    case 2:
      return 1 / (1 + Math.exp(-own)) // a share
    default:
      return random.uniform() < 0.5 ? 0 : Math.abs(own) // often absent
  }
}

/** The sum of the teacher's trees, with a variance of 1. */
function taught(values, rows, random) {
  const sums = new Float64Array(rows)
  const splits = 2 ** DEPTH - 1
  for (let tree = 0; tree < TEACHERS; tree++) {
    const features = Uint32Array.from({ length: splits }, () => random.integer(WIDTH))
    const thresholds = Float32Array.from(features, (feature) => values[random.integer(rows) * WIDTH + feature])
    const leaves = Float64Array.from({ length: splits + 1 }, () => random.normal())
    for (let row = 0; row < rows; row++) {
      let node = 0
      while (node < splits) node = 2 * node + (values[row * WIDTH + features[node]] <= thresholds[node] ? 1 : 2)
      sums[row] += leaves[node - splits]
    }
  }
  const mean = sums.reduce((sum, value) => sum + value, 0) / rows
  const spread = Math.sqrt(sums.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows)
  return sums.map((value) => (value - mean) / spread)
}
