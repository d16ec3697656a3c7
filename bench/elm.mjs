// Least-squares ranking through 500 and 1,000 sigmoid nodes: from features in memory to weights, against numpy with OpenBLAS; scoring one
// list; and thirty penalties with every list left out, against one fit, and against refits of scikit-learn's
// Ridge: for every list (four are refitted, the time is multiplied), and for five folds.
import { finish, score, seededRandom } from '@rankwright/core'
import { elmRank } from '@rankwright/core/trainers'
import { runtimeFor } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

export const title = 'ELMRank: fit, scoring and the path of penalties, 136 features'
export const cases = [
  { name: 'fit 20,000 rows, 500 nodes', kind: 'fit', rows: 20_000, nodes: 500 },
  { name: 'fit 50,000 rows, 1,000 nodes', kind: 'fit', rows: 50_000, nodes: 1000 },
  { name: 'fit 100,000 rows, 500 nodes', kind: 'fit', rows: 100_000, nodes: 500 },
  { name: 'score 100 rows, 1,000 nodes', kind: 'score', rows: 2000, nodes: 1000 },
  { name: 'path: 20,000 rows in lists of 30, 200 nodes', kind: 'path', rows: 20_010, nodes: 200, length: 30, refits: true },
  { name: 'path: 20,000 rows in lists of 100, 200 nodes', kind: 'path', rows: 20_000, nodes: 200, length: 100 },
  { name: 'path: 20,000 rows in lists of 1,000, 200 nodes', kind: 'path', rows: 20_000, nodes: 200, length: 1000 },
  { name: 'path: 20,000 rows in lists of 30, 500 nodes', kind: 'path', rows: 20_010, nodes: 500, length: 30 },
]
export const tolerance = 1e-3
export const rounds = 3
const width = 136
const lambda = 1e-3
const fixed = { node: 'sigmoid', scale: 'none', missing: 'zero', nodeScale: 0.2 }

export function setup({ rows, nodes, length = 100, kind }, scratch) {
  const random = seededRandom(1)
  const values = Float32Array.from({ length: rows * width }, () => random.normal())
  const labels = Float64Array.from({ length: rows }, (_, row) => values[row * width] * values[row * width + 1] + random.normal())
  const count = Math.floor(rows / length)
  const lists = {
    features: { kind: 'dense', values },
    width,
    labels,
    offsets: Uint32Array.from({ length: count + 1 }, (_, list) => list * length),
    listIds: Array.from({ length: count }, (_, list) => `${list}`),
  }
  const few = {
    ...lists,
    features: { kind: 'dense', values: values.slice(0, 200 * width) },
    labels: labels.slice(0, 200),
    offsets: Uint32Array.of(0, 200),
    listIds: ['few'],
  }
  const { model } = finish(elmRank(few, { ...fixed, nodes, lambda }, runtimeFor(1).runtime))
  const one = {
    ...lists,
    features: { kind: 'dense', values: values.slice(0, 100 * width) },
    labels: labels.slice(0, 100),
    offsets: Uint32Array.of(0, 100),
    listIds: ['one'],
  }
  const files = {
    features: writeArray(`${scratch}/${kind}-features`, kind === 'score' ? one.features.values : values),
    labels: writeArray(`${scratch}/${kind}-labels`, labels),
    weights: writeArray(`${scratch}/${kind}-weights`, model.nodes.weights),
    offsets: writeArray(`${scratch}/${kind}-offsets`, model.nodes.offsets),
    outputs: writeArray(`${scratch}/${kind}-outputs`, model.weights),
  }
  return { lists, one, model, files }
}

export const peerInput = ({ files, model }, { rows, nodes, kind, length }) => ({
  ...files,
  rows: kind === 'score' ? 100 : rows,
  length,
  width,
  nodes,
  lambda,
  intercept: model.intercept,
})

async function opened(data, threads, compute = 'portable') {
  const open = runtimeFor(threads, { compute })
  await new Promise((resolve) => setTimeout(resolve, 500)) // for the workers to join
  return { ...data, open }
}

/** What the fits are compared with: the ratio to `chunked` and to `obvious` numpy that is asked for. */
const asked = { double: [0.55, 0.8], mixed: [1, 1.5], native: [0.9, 0.9] }

/** Native compute needs a library, relaxed compute Node 22 or later. */
function canRun(compute) {
  try {
    runtimeFor(1, { compute }).close()
    return true
  } catch {
    return false
  }
}

function fitting(threads, name, { precision = 'double', compute = 'portable' }) {
  const suffix = threads === 1 ? '' : `, ${threads} threads`
  const [chunked, obvious] = asked[name] ?? []
  const checked = chunked !== undefined && (threads === 2 || compute === 'native')
  return {
    name: `rankwright ${name}${suffix}`,
    threads,
    when: ({ kind }) => kind === 'fit' && canRun(compute),
    leastRatios: checked ? { [`numpy chunked${suffix}`]: chunked, [`numpy obvious${suffix}`]: obvious } : {},
    prepare: (data) => opened(data, threads, compute),
    run: ({ lists, open }, { nodes }) =>
      finish(elmRank(lists, { ...fixed, nodes, lambda, centre: 'global', precision }, open.runtime)).objective,
    close: ({ open }) => open.close(),
  }
}

export const variants = [
  ...[1, 2].flatMap((threads) => [
    fitting(threads, 'double', {}),
    fitting(threads, 'mixed', { precision: 'mixed' }),
    fitting(threads, 'native', { compute: 'native' }),
  ]),
  fitting(1, 'relaxed', { compute: 'relaxed' }),
  {
    name: 'rankwright, one list',
    when: ({ kind }) => kind === 'score',
    leastRatios: { 'numpy, one list': 0.5 },
    prepare: (data) => opened(data, 1),
    run: ({ one, model, open }) => score(model, one, open.runtime)[99],
    close: ({ open }) => open.close(),
  },
  {
    name: 'rankwright mixed, one list',
    when: ({ kind }) => kind === 'score',
    leastRatios: { 'numpy, one list': 0.9 },
    prepare: async (data) => ({
      ...(await opened(data, 1)),
      mixed: { ...data.model, options: { ...data.model.options, precision: 'mixed' } },
    }),
    run: ({ one, mixed, open }) => score(mixed, one, open.runtime)[99],
    close: ({ open }) => open.close(),
  },
  {
    name: '30 penalties, every list left out',
    when: ({ kind }) => kind === 'path',
    leastRatios: { 'one fit': 1 / 4, 'scikit-learn Ridge, refits for every list': 10 },
    prepare: (data) => opened(data, 1),
    run({ lists, open }, { nodes }) {
      finish(elmRank(lists, { ...fixed, nodes, lambda: 'auto' }, open.runtime))
    },
    close: ({ open }) => open.close(),
  },
]

const numpy = (name, python) =>
  [1, 2].map((threads) => ({
    name: `numpy ${name}${threads === 1 ? '' : `, ${threads} threads`}`,
    python,
    threads,
    when: ({ kind }) => kind === 'fit',
  }))

export const peers = [
  ...numpy('chunked', 'chunked'),
  ...numpy('obvious', 'obvious'),
  { name: 'numpy, one list', python: 'one_list', when: ({ kind }) => kind === 'score' },
  { name: 'scikit-learn Ridge, refits for every list', python: 'ridge_lists', when: ({ refits }) => refits === true },
  { name: 'scikit-learn Ridge, refits for 5 folds', python: 'ridge_folds', when: ({ refits }) => refits === true },
  {
    name: 'one fit',
    when: ({ kind }) => kind === 'path',
    prepare: (data) => opened(data, 1),
    run({ lists, open }, { nodes }) {
      finish(elmRank(lists, { ...fixed, nodes, lambda }, open.runtime))
    },
    close: ({ open }) => open.close(),
  },
]
