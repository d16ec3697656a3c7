// Data of hostile shapes, given to every method with every scale, with and without validation data: each training gives a model that reads
// back and scores finite numbers, or it is refused with a problem. Anything else, an error of another kind above all, is a failure.
import { finish, methods, modelFromJson, modelToJson, RankwrightError, rankingLists, score, seededRandom, training } from '@rankwright/core'
import { parseLetor } from '@rankwright/core/data'
import { runtimeFor } from '@rankwright/node'

const scales = ['none', 'min-max', 'standard', 'quantile', 'per-list']

/** Options that make a method of several kinds another one, or its fit quick. */
const variants = Object.keys(methods).flatMap((method) => {
  if (method === 'elmrank')
    return [
      { method, nodes: 20 },
      { method },
      { method, nodes: 20, centre: 'global' },
      { method, nodes: 20, precision: 'mixed', uncertainty: true },
    ]
  if (method === 'rankrls')
    return [{ method }, { method, kernel: 'rbf' }, { method, kernel: 'polynomial' }, { method, kernel: 'laplace', basis: 4 }]
  if (method === 'abstaining') return [{ method }, { method, hypothesis: 'network', hidden: 3, iterations: 20 }]
  if (method === 'ogd') return [{ method }, { method, loss: 'ranksvm' }]
  if (method === 'ranksvm') return [{ method }, { method, hinge: 'squared' }]
  return [{ method }]
})

/** Rows by list: `rows(list, item)` gives the features and the label of an item. */
function made(lists, items, row) {
  const features = []
  const labels = []
  const ids = []
  for (let list = 0; list < lists; list++) {
    for (let item = 0; item < items; item++) {
      const { x, y } = row(list, item)
      features.push(x)
      labels.push(y)
      ids.push(list)
    }
  }
  return rankingLists({ features, labels, lists: ids })
}

/** Each shape is made from a generator of random numbers, so that validation data is another draw of it. */
const shapes = {
  ordinary: (random) => made(6, 5, () => ordinary(random)),
  'constant features': (random) => made(6, 5, () => ({ x: [3, 3, 3], y: random.integer(3) })),
  'features constant within lists': (random) => made(6, 5, (list) => ({ x: [list, 2 * list, -list], y: random.integer(3) })),
  'single-item lists': (random) => made(8, 1, () => ordinary(random)),
  'one list': (random) => made(1, 9, () => ordinary(random)),
  'one row': (random) => made(1, 1, () => ordinary(random)),
  'two equal rows with two labels': () => made(1, 2, (_, item) => ({ x: [1, 2, 3], y: item })),
  'all labels equal': (random) => made(6, 5, () => ({ ...ordinary(random), y: 2 })),
  'all labels 0': (random) => made(6, 5, () => ({ ...ordinary(random), y: 0 })),
  'negative labels': (random) => made(6, 5, () => ({ ...ordinary(random), y: -random.integer(4) })),
  'duplicate rows': (random) => made(6, 6, (_, item) => ({ x: [item % 2, 1, 0], y: (item + random.integer(2)) % 2 })),
  'labels of 1e300': (random) => made(6, 5, () => ({ ...ordinary(random), y: 1e300 * random.integer(3) })),
  'labels of 1e155': (random) => made(6, 5, () => ({ ...ordinary(random), y: 1e155 * random.integer(3) })),
  'labels of -1e300 and 1e300': (random) => made(6, 5, () => ({ ...ordinary(random), y: random.integer(2) === 0 ? -1e300 : 1e300 })),
  'the greatest labels there are': (random) => made(6, 5, () => ({ ...ordinary(random), y: Number.MAX_VALUE * (random.integer(3) - 1) })),
  'labels of 1e-300': (random) => made(6, 5, () => ({ ...ordinary(random), y: 1e-300 * random.integer(3) })),
  'labels of 2000': (random) => made(6, 5, () => ({ ...ordinary(random), y: 1000 * random.integer(3) })),
  'features of 1e38': (random) => made(6, 5, () => ({ x: ordinary(random).x.map((value) => 1e38 * value), y: random.integer(3) })),
  'the greatest features there are': (random) =>
    made(6, 5, () => ({ x: ordinary(random).x.map((value) => (value > 0 ? 1 : -1) * 3.4028234663852886e38), y: random.integer(3) })),
  'features of 1e-40': (random) => made(6, 5, () => ({ x: ordinary(random).x.map((value) => 1e-40 * value), y: random.integer(3) })),
  'features of 1e300': (random) => made(6, 5, () => ({ x: ordinary(random).x.map((value) => 1e300 * value), y: random.integer(3) })),
  'one feature of 1e38 among small ones': (random) =>
    made(6, 5, (list, item) => ({ x: [list === 0 && item === 0 ? 1e38 : 0, ...ordinary(random).x], y: random.integer(3) })),
  'missing everywhere': (random) => made(6, 5, () => ({ x: [Number.NaN, Number.NaN, Number.NaN], y: random.integer(3) })),
  'missing but for one value': (random) =>
    made(6, 5, (list, item) => ({ x: [list + item === 0 ? 1 : Number.NaN, Number.NaN, Number.NaN], y: random.integer(3) })),
  'no features': (random) => made(6, 5, () => ({ x: [], y: random.integer(3) })),
  'no rows': () => rankingLists({ features: [], labels: [], lists: [] }),
  'lists that weigh nothing': (random) => weightless(made(3, 4, () => ordinary(random))),
  'one long list': (random) => made(1, 700, () => ordinary(random)),
  '100000 features': (random) => wide(random, 100_000),
  'sparse rows, most of them empty': (random) => wide(random, 50),
}

function ordinary(random) {
  return { x: [random.normal(), random.normal(), random.normal()], y: random.integer(3) }
}

function weightless(lists) {
  return { ...lists, listWeights: new Float64Array(lists.listIds.length) }
}

function wide(random, width) {
  const lines = Array.from({ length: 24 }, (_, row) => {
    const columns = row % 3 === 0 ? [] : [...new Set([1 + random.integer(width), 1 + random.integer(width)])].sort((a, b) => a - b)
    return `${random.integer(3)} qid:${row >> 2} ${[...columns.map((column) => `${column}:${random.normal()}`), ...(row === 1 ? [`${width + 1}:1`] : [])].join(' ')}`
  })
  return parseLetor(new TextEncoder().encode(`${lines.join('\n')}\n`))
}

export const proof = {
  name: 'hostile-shapes',
  about: 'Every training on data of a hostile shape gives a model that reads back and scores finite numbers, or a problem.',
  rounds: { test: 60, torture: 6000 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const cells = random.shuffle(allCells()).slice(0, rounds)
    const { runtime, close } = runtimeFor(1)
    const failures = []
    let refused = 0
    let slowest = { seconds: 0, cell: '' }
    try {
      for (const [number, cell] of cells.entries()) {
        const name = JSON.stringify(cell)
        const started = performance.now()
        const outcome = attempt(cell, runtime)
        const seconds = (performance.now() - started) / 1000
        if (seconds > slowest.seconds) slowest = { seconds, cell: name }
        if (outcome === 'refused') refused++
        else if (outcome !== 'trained') failures.push(`${name}: ${outcome}`)
        if (number % 500 === 499)
          log(`${number + 1} of ${cells.length} cells, ${refused} refused, slowest ${slowest.seconds.toFixed(1)} s: ${slowest.cell}`)
      }
    } finally {
      close()
    }
    log(`${cells.length - refused - failures.length} trained, ${refused} refused, slowest ${slowest.seconds.toFixed(1)} s: ${slowest.cell}`)
    return { tried: cells.length, failures }
  },
}

function allCells() {
  return Object.keys(shapes).flatMap((shape) =>
    variants.flatMap((options) => {
      const scaled = 'scale' in methods[options.method].options ? scales.map((scale) => ({ ...options, scale })) : [options]
      return scaled.flatMap((variant) => [false, true].map((valid) => ({ shape, ...variant, valid })))
    }),
  )
}

/** `trained`, `refused`, or what went wrong. */
function attempt({ shape, valid, ...options }, runtime) {
  try {
    const lists = shapes[shape](seededRandom(1))
    const other = shapes[shape](seededRandom(2))
    const { model } = finish(training(lists, { ...options, ...(valid && { valid: other }) }, runtime))
    const back = modelFromJson(modelToJson(model), 'model')
    const scores = score(back, lists, runtime)
    const wrong = scores.findIndex((value) => !Number.isFinite(value))
    return wrong === -1 ? 'trained' : `row ${wrong} scores ${scores[wrong]}`
  } catch (error) {
    if (error instanceof RankwrightError) return error.message.trim() === '' ? 'an empty message' : 'refused'
    return error.stack.split('\n').slice(0, 3).join(' ')
  }
}
