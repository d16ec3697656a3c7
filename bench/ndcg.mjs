// NDCG@10 of many lists. The answer is the mean over the lists that have a relevant item; here all have one.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeArray } from './harness/arrays.mjs'

const core = fileURLToPath(new URL('../packages/core/dist/index.js', import.meta.url))
const compute = fileURLToPath(new URL('../packages/compute/dist/index.js', import.meta.url))
const lists = 5000
const size = 100

export const title = `NDCG@10 over ${lists} lists of ${size} items`
export const cases = [{ name: 'distinct scores' }, { name: 'scores with many ties' }]
export const tolerance = 1e-6
export const setup = async ({ name }, scratch) => {
  if (!existsSync(core)) throw new Error('The packages are not built; run `npm run build` first.')
  const { evaluate, seededRandom } = await import(core)
  const { wasmCompute } = await import(compute)
  const random = seededRandom(1)
  const ties = name.includes('ties')
  const scores = new Float64Array(lists * size)
  const labels = new Float64Array(lists * size)
  for (let row = 0; row < scores.length; row++) {
    scores[row] = ties ? Math.floor(random.uniform() * 20) : Math.fround(random.uniform())
    labels[row] = row % size === 0 ? 1 : Math.floor(5 * random.uniform() ** 3) // grades 0 to 4, mostly 0
  }
  return {
    evaluate,
    runtime: { compute: wasmCompute(), threads: 1 },
    scores,
    judged: {
      labels,
      offsets: Uint32Array.from({ length: lists + 1 }, (_, list) => list * size),
      listIds: Array.from({ length: lists }, (_, list) => String(list)),
      itemIds: Array.from(scores, (_, row) => String(row % size).padStart(3, '0')),
    },
    files: { scores: writeArray(`${scratch}/scores.f64`, scores), labels: writeArray(`${scratch}/labels.f64`, labels) },
  }
}
export const peerInput = ({ files }) => ({ ...files, size })

const ndcgUnder = (profile, withCompute = false) =>
  function measure({ evaluate, runtime, scores, judged }) {
    const options = { metrics: ['ndcg@10'], profile, confidence: 0 }
    return evaluate(scores, judged, options, withCompute ? runtime : undefined).metrics['ndcg@10']
  }

const distinct = ({ name }) => name.includes('distinct')

export const variants = [
  {
    name: 'rankwright, simd',
    run: ndcgUnder('rankwright', true),
    leastRatios: { 'numpy, stable sort': 5, 'numpy, default sort': 5 },
    against: ['numpy, stable sort', 'numpy, default sort', 'numpy, partition'],
    when: distinct,
  },
  {
    name: 'rankwright, plain',
    run: ndcgUnder('rankwright'),
    against: ['numpy, stable sort', 'numpy, default sort', 'numpy, partition'],
    when: distinct,
  },
  {
    name: 'profile trec_eval',
    run: ndcgUnder('trec_eval'),
    leastRatios: { pytrec_eval: 3 },
    against: ['pytrec_eval'],
  },
  {
    name: 'profile sklearn',
    run: ndcgUnder('sklearn'),
    against: ['scikit-learn ndcg_score'],
  },
]
export const peers = [
  { name: 'numpy, stable sort', python: 'numpy_stable_sort', when: distinct },
  { name: 'numpy, default sort', python: 'numpy_unstable_sort', when: distinct },
  { name: 'numpy, partition', python: 'numpy_partition', when: distinct },
  { name: 'pytrec_eval', python: 'pytrec_eval_ndcg' },
  { name: 'scikit-learn ndcg_score', python: 'sklearn_ndcg' },
]
