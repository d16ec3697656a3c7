// Path-dependent Shapley values of every feature of 20 rows, by 500 trees. LightGBM has the same trees with the same counts of rows.
import { explainer, seededRandom } from '@rankwright/core'
import { writeArray } from './harness/arrays.mjs'
import { noTraining, randomTrees } from './harness/randomTrees.mjs'

const width = 136
const rows = 20
const trees = 500

export const title = `Shapley values of ${rows} rows with ${width} features, ${trees} trees`
export const cases = [
  { name: '31 leaves', leaves: 31 },
  { name: '255 leaves', leaves: 255 },
]
export const tolerance = 1e-9
export const python = 'trees'

export function setup({ leaves }, scratch) {
  const random = seededRandom(2)
  const arrays = randomTrees(trees, leaves, width)
  const values = Float32Array.from({ length: rows * width }, () => random.normal())
  const file = (name) => writeArray(`${scratch}/${leaves}-${name}`, arrays[name])
  return {
    model: { kind: 'trees', method: 'none', options: {}, features: width, ...arrays, training: noTraining },
    lists: {
      features: { kind: 'dense', values },
      width,
      labels: new Float64Array(rows),
      offsets: Uint32Array.of(0, rows),
      listIds: ['request'],
    },
    files: {
      values: writeArray(`${scratch}/${leaves}-values`, values),
      columns: file('columns'),
      thresholds: file('thresholds'),
      left: file('left'),
      right: file('right'),
      outputs: file('leaves'),
      covers: file('covers'),
      leafCovers: file('leafCovers'),
    },
  }
}

export const peerInput = ({ files }, { leaves }) => ({ ...files, leaves, trees, rows, requests: 1, width })

function explained({ item }) {
  let sum = 0
  for (let row = 0; row < rows; row++) for (const { contribution } of item(row).contributions) sum += Math.abs(contribution)
  return sum
}

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { 'LightGBM pred_contrib': 1 },
    prepare: ({ model, lists }) => explainer(model, lists),
    run: explained,
  },
]

export const peers = [{ name: 'LightGBM pred_contrib', python: 'lightgbm_contributions' }]
