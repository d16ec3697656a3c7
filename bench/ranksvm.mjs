// Linear RankSVM with plain hinges, the mean over all pairs plus lambda/2 |w|^2: against dlib's cutting planes on rows, and
// scikit-learn's LinearSVC on the differences of pairs, where they fit into memory. Growth with the length of one list.
import { seededRandom, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

export const title = 'RankSVM'
export const cases = [
  { name: '50,000 x 136, lists of 10', rows: 50_000, width: 136, length: 10, pairs: true },
  { name: '500,000 x 136, lists of 100', rows: 500_000, width: 136, length: 100 },
  ...[100, 1000, 10_000, 100_000].map((length) => ({
    name: `growth: 100,000 x 20, lists of ${length}, five steps on a ball`,
    rows: 100_000,
    width: 20,
    length,
    growth: true,
  })),
]
/** The peers stop at gaps of a thousandth or so. */
export const tolerance = 1e-2
export const rounds = 5
const lambda = 1e-3

export function setup({ rows, width, length }, scratch) {
  const random = seededRandom(1)
  const truth = Float64Array.from({ length: width }, () => random.normal())
  const values = new Float32Array(rows * width)
  const labels = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let j = 0; j < width; j++) {
      const value = random.uniform() - 0.5
      values[row * width + j] = value
      sum += value * truth[j]
    }
    labels[row] = sum + random.normal() > 1.5 ? 1 : 0 // two grades: dlib knows no more
  }
  const offsets = Uint32Array.from({ length: rows / length + 1 }, (_, list) => list * length)
  const lists = {
    features: { kind: 'dense', values },
    width,
    labels,
    offsets,
    listIds: Array.from({ length: rows / length }, (_, list) => `${list}`),
  }
  let pairs = 0
  for (let list = 0; list * length < rows; list++) {
    const relevant = labels.subarray(list * length, (list + 1) * length).reduce((sum, label) => sum + label, 0)
    pairs += relevant * (length - relevant)
  }
  const files = {
    features: writeArray(`${scratch}/features-${rows}-${length}`, values),
    labels: writeArray(`${scratch}/labels-${rows}-${length}`, labels),
  }
  return { lists, files, pairs }
}

/** All end when they are sure to be within this share of the least objective; LinearSVC has no such gap and stops by its own rule. */
const gap = 1e-3

export const peerInput = ({ files, pairs }, given) => ({ ...given, ...files, pairCount: pairs, lambda, gap })

function variant(threads) {
  return {
    name: threads === 1 ? 'rankwright' : `rankwright, ${threads} threads`,
    threads,
    ...(threads === 1 ? { leastRatios: { dlib: 5, 'scikit-learn LinearSVC': 5 } } : { against: ['dlib'] }),
    when: ({ growth }) => growth !== true || threads === 1,
    async prepare(data) {
      const open = runtimeFor(threads)
      await new Promise((resolve) => setTimeout(resolve, 500)) // for the workers to join
      return { ...data, open }
    },
    run({ lists, pairs, open }, { growth }) {
      // The sum over pairs, meant over lists, is the mean over all pairs times pairs per list.
      const perList = pairs / lists.listIds.length
      const options = {
        method: 'ranksvm',
        hinge: growth ? 'squared' : 'plain',
        pairs: 'sum',
        scale: 'none',
        missing: 'zero',
        lambda: lambda * perList,
        ...(growth ? { ball: 'l2', radius: 10, iterations: 5 } : { tolerance: gap }), // on a ball every pass is a full one
      }
      const steps = training(lists, options, open.runtime)
      let step = steps.next()
      while (!step.done) step = steps.next()
      const { objective, optimality, iterations } = step.value
      return { answer: objective / perList, facts: { iterations, gap: optimality.toExponential(1) } }
    },
    close: ({ open }) => open.close(),
  }
}

export const variants = [1, 2].map(variant)

export const peers = [
  { name: 'dlib', python: 'dlib_rank', when: ({ growth }) => growth !== true },
  { name: 'scikit-learn LinearSVC', python: 'linear_svc', when: ({ pairs }) => pairs === true },
]
