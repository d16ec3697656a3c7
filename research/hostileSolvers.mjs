// Does every search that ends far from the optimum say so? Every solver with many options, on data that is made to be hard: features of all sizes, outliers, copies,
// columns that depend on each other, one list, labels that are huge or negative. Prints the fits that end more than 1e-5 from optimal, or without a finite objective,
// and have no note; and errors that are no refusals.
//
//   npm run build && node research/hostileSolvers.mjs [part of a set's name and method]     some minutes
import { finish, rankingLists, seededRandom, training } from '@rankwright/core'

const made = (seed, width, feature, label, { rows = 160, size = 8 } = {}) => {
  const random = seededRandom(seed)
  return rankingLists({
    features: Array.from({ length: rows }, (_, row) => Array.from({ length: width }, (_, column) => feature(random, row, column))),
    labels: Array.from({ length: rows }, (_, row) => label(random, row)),
    lists: Array.from({ length: rows }, (_, row) => Math.floor(row / size)),
  })
}
const normal = (random) => random.normal()
const grade = (random) => random.integer(3)
const fixed = (seed) => {
  const random = seededRandom(seed)
  return Array.from({ length: 200 }, () => random.normal())
}
const [some, others] = [fixed(21), fixed(22)]

const data = {
  'tiny features': made(1, 5, (random) => 1e-30 * random.normal(), grade),
  'huge features': made(2, 5, (random) => 1e30 * random.normal(), grade),
  'features of many sizes': made(3, 6, (random, _, column) => 10 ** (2 * (column - 3)) * random.normal(), grade),
  'one outlier': made(4, 5, (random, row) => (row === 7 ? 1e12 : 1) * random.normal(), grade),
  'twenty rows again and again': made(5, 2, (_, row, column) => (column === 0 ? some : others)[row % 20], grade),
  'columns that depend on each other': made(6, 6, (_, row, column) => some[row] * (column + 1) + 1e-7 * column * column * row, grade),
  'no error is left': made(
    7,
    2,
    (random, row, column) => (column === 0 ? some[row] : random.normal()),
    (_, row) => (some[row] > 0.5 ? 2 : some[row] > -0.5 ? 1 : 0),
  ),
  'one list': made(8, 4, normal, (random) => random.integer(5), { rows: 200, size: 200 }),
  'two items a list': made(9, 3, normal, (random) => random.integer(2), { rows: 80, size: 2 }),
  'more features than rows': made(10, 300, normal, grade, { rows: 40, size: 4 }),
  'huge labels': made(11, 4, normal, (random) => 1e6 * random.normal()),
  'negative labels': made(12, 4, normal, (random) => -random.integer(4)),
  'labels of hundreds': made(13, 4, normal, (random) => 100 * random.integer(4)),
  'few different rows': made(
    14,
    4,
    (random) => random.integer(2),
    (random) => random.integer(2),
  ),
}

const scaled = (method, options) => [{}, { scale: 'none' }].flatMap((scale) => options.map((each) => ({ method, ...each, ...scale })))
const balls = [{}, { lambda: 0 }, { ball: 'l2' }, { ball: 'l1' }, { ball: 'l2', radius: 1e4 }]
const surrogates = ['hinge', 'exponential', 'sigmoid']
const calls = [
  ...['listnet', 'listmle', 'ranksvm', 'ranknet', 'smoothed-dcg'].flatMap((method) => scaled(method, balls)),
  ...scaled(
    'ranksvm',
    [{}, { ball: 'l2' }, { ball: 'l1' }, { pairs: 'mean' }].map((each) => ({ hinge: 'plain', ...each })),
  ),
  ...scaled('ranknet', [{ lambdaWeights: 'ndcg' }, { cutoff: 3 }, { lambdaWeights: 'ndcg', lambda: 0 }, { pairs: 'mean' }]),
  ...scaled('smoothed-dcg', [{ cutoff: 1 }, { sigma: 0.01 }, { sigma: 100 }]),
  ...scaled('least-squares', [{}, { solver: 'iterative' }, { lambda: 0 }, { lambda: 0, solver: 'iterative' }]),
  ...surrogates.flatMap((surrogate) => ['1', '2', 'inf'].map((norm) => ({ method: 'abstaining', surrogate, norm }))),
  ...surrogates.map((surrogate) => ({ method: 'abstaining', surrogate, radius: 1000, norm: '1' })),
  ...[{ nodes: 20 }, { nodes: 20, lambda: 1e-9 }].map((each) => ({ method: 'elmrank', ...each })),
  ...[{}, { lambda: 1e-9 }, { kernel: 'linear', lambda: 1e-9 }, { basis: 20, kernel: 'rbf' }].map((each) => ({
    method: 'rankrls',
    ...each,
  })),
]

/** Notes about something else than how the search ended. */
const isAboutTheEnd = (note) => !/features remain|left-out|undecided/.test(note)
const asked = process.argv[2] ?? ''
const counts = { fits: 0, refused: 0, near: 0, 'far, with a note': 0, 'far, without a note': 0, errors: 0 }
for (const [name, lists] of Object.entries(data)) {
  for (const { method, ...options } of calls.filter((call) => `${name} ${call.method}`.includes(asked))) {
    counts.fits++
    const told = `${name}: ${method} ${JSON.stringify(options)}`
    try {
      const { objective, optimality, notes } = finish(training(lists, { method, ...options }))
      if (optimality <= 1e-5 && Number.isFinite(objective)) counts.near++
      else if (notes.some(isAboutTheEnd)) counts['far, with a note']++
      else {
        counts['far, without a note']++
        console.log(`${told}: objective ${objective}, ${optimality} from optimal, no note`)
      }
    } catch (error) {
      if (error.name === 'RankwrightError') counts.refused++
      else {
        counts.errors++
        console.log(`${told}: ${error.stack}`)
      }
    }
  }
}
console.log(counts)
