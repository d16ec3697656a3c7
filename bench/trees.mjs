// Scoring requests of 100 rows by 500 trees. All entrants have the same trees: ours are written as a LightGBM text, an XGBoost model and an
// ONNX TreeEnsembleRegressor. A run scores 200 different requests, as a repeated one would train the branch predictor.
import { score, seededRandom } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'
import { noTraining, randomTrees } from './harness/randomTrees.mjs'

const width = 136
const rows = 100
const requests = 200
const trees = 500

export const title = `Trees: ${requests} requests of ${rows} rows with ${width} features, ${trees} trees`
export const cases = [
  { name: '31 leaves', leaves: 31 },
  { name: '64 leaves', leaves: 64 },
  { name: '255 leaves', leaves: 255 },
]
/** Peers add up in single precision. */
export const tolerance = 1e-3

export function setup({ leaves }, scratch) {
  const random = seededRandom(1)
  const arrays = randomTrees(trees, leaves, width)
  const values = Float32Array.from({ length: requests * rows * width }, () => random.normal())
  const lists = Array.from({ length: requests }, (_, request) => ({
    features: { kind: 'dense', values: values.slice(request * rows * width, (request + 1) * rows * width) },
    width,
    labels: new Float64Array(rows),
    offsets: Uint32Array.of(0, rows),
    listIds: ['request'],
  }))
  const file = (name) => writeArray(`${scratch}/${leaves}-${name}`, arrays[name])
  return {
    model: { kind: 'trees', method: 'none', options: {}, features: width, ...arrays, training: noTraining },
    lists,
    files: {
      values: writeArray(`${scratch}/values`, values),
      columns: file('columns'),
      thresholds: file('thresholds'),
      left: file('left'),
      right: file('right'),
      outputs: file('leaves'),
    },
  }
}

export const peerInput = ({ files }, { leaves }) => ({ ...files, leaves, trees, rows, requests, width })

function scored({ model, lists, open }) {
  let last = 0
  for (const request of lists) last = score(model, request, open.runtime).reduce((sum, each) => sum + Math.abs(each), 0)
  return last
}

const ours = (when, leastRatios = {}) => ({
  name: 'rankwright',
  when,
  leastRatios,
  /** A server scores for long: what is compiled while it runs is compiled before the clock does. */
  prepare(data) {
    const open = runtimeFor(1)
    for (let time = 0; time < 3; time++) scored({ ...data, open })
    return { ...data, open }
  },
  run: scored,
  close: ({ open }) => open.close(),
})

export const variants = [
  ours(({ leaves }) => leaves === 31, { 'XGBoost inplace_predict': 5, 'LightGBM predict': 1.5, 'ONNX Runtime': 1.5 }),
  ours(({ leaves }) => leaves !== 31),
]

export const peers = [
  { name: 'XGBoost inplace_predict', python: 'xgboost_inplace' },
  { name: 'LightGBM predict', python: 'lightgbm_predict' },
  { name: 'ONNX Runtime', python: 'onnx_runtime' },
]
