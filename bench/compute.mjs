// Dense compute primitives against numpy with OpenBLAS on as many threads: double precision for the products of matrices; for ListNet,
// our single-precision storage and double arithmetic against numpy's single precision throughout.
import { seededRandom } from '@rankwright/core'
import { threadedCompute } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

export const title = 'Dense compute, float64, and one pass of linear ListNet'
export const cases = [
  { name: 'syrk 20,000 x 500', primitive: 'syrk', m: 20_000, n: 500 },
  { name: 'syrk 20,000 x 1,000', primitive: 'syrk', m: 20_000, n: 1000 },
  { name: 'gemm 20,000 x 136 x 1,000', primitive: 'gemm', m: 20_000, k: 136, n: 1000 },
  { name: 'gemm 1,000 x 1,000 x 1,000', primitive: 'gemm', m: 1000, k: 1000, n: 1000 },
  { name: 'ListNet 500,000 x 136, lists of 100', primitive: 'listNet', rows: 500_000, width: 136, length: 100 },
]
/** ListNet is compared with single precision. */
export const tolerance = 1e-3

export function setup(given, scratch) {
  const random = seededRandom(1)
  const array = (Kind, length, scale = 1) => Kind.from({ length }, () => scale * (random.uniform() - 0.5))
  const file = (name, values) => writeArray(`${scratch}/${given.primitive}-${name}`, values)
  if (given.primitive === 'syrk') {
    const matrix = array(Float64Array, given.m * given.n)
    return { matrix, files: { matrix: file('matrix', matrix) } }
  }
  if (given.primitive === 'gemm') {
    const a = array(Float64Array, given.m * given.k)
    const b = array(Float64Array, given.k * given.n)
    return { a, b, files: { a: file('a', a), b: file('b', b) } }
  }
  const { rows, width, length } = given
  const matrix = array(Float32Array, rows * width)
  const vector = array(Float64Array, width)
  const offsets = Uint32Array.from({ length: rows / length + 1 }, (_, q) => q * length)
  const targets = array(Float64Array, rows, 4)
  threadedCompute(1).softmax(offsets, targets)
  return { matrix, vector, offsets, targets, files: { matrix: file('x', matrix), vector: file('w', vector), targets: file('p', targets) } }
}

export const peerInput = ({ files }, given) => ({ ...given, ...files })

/** The arrays in the memory of compute, as a trainer has them. */
async function prepare(data, given, threads) {
  const compute = threadedCompute(threads)
  const put = (values) => {
    const array = values instanceof Float32Array ? compute.float32(values.length) : compute.float64(values.length)
    array.set(values)
    return array
  }
  await new Promise((resolve) => setTimeout(resolve, 500)) // for the workers to join
  if (given.primitive === 'syrk') return { compute, matrix: put(data.matrix), into: compute.float64(given.n * given.n) }
  if (given.primitive === 'gemm') return { compute, into: compute.float64(given.m * given.n), a: put(data.a), b: put(data.b) }
  const { offsets } = data
  const matrix = put(data.matrix)
  return { compute, offsets, matrix, vector: put(data.vector), targets: put(data.targets), into: compute.float64(given.width) }
}

const runs = {
  syrk({ compute, matrix, into }, { m, n }) {
    into.fill(0)
    compute.syrk(m, n, matrix, undefined, into)
    return into[n + 1]
  },
  gemm({ compute, a, b, into }, { m, n, k }) {
    compute.gemm(m, n, k, a, b, into)
    return into[m * n - 1]
  },
  listNet({ compute, offsets, matrix, vector, targets, into }, { width }) {
    into.fill(0)
    return compute.listNetPass(offsets, width, matrix, targets, undefined, vector, into)
  },
}

/** Multiplications and additions of a call; syrk counts one triangle. */
const operations = {
  syrk: ({ m, n }) => m * n * n,
  gemm: ({ m, n, k }) => 2 * m * n * k,
}

function variant(threads, primitive, leastRatios) {
  return {
    name: threads === 1 ? 'rankwright' : `rankwright, ${threads} threads`,
    threads,
    leastRatios,
    when: (given) => given.primitive === primitive,
    prepare: (data, given) => prepare(data, given, threads),
    run(data, given) {
      const start = performance.now()
      const answer = runs[given.primitive](data, given)
      const seconds = (performance.now() - start) / 1000
      const facts = operations[primitive] && { 'GFLOP/s': (operations[primitive](given) / seconds / 1e9).toFixed(1) }
      return { answer, seconds, ...(facts && { facts }) }
    },
    close: ({ compute }) => compute.close(),
  }
}

const leastRatios = { syrk: 0.4, gemm: 0.4, listNet: 1.15 }
const peerNames = { syrk: 'numpy', gemm: 'numpy', listNet: 'numpy float32' }
const eachThreads = [1, 2]
const kinds = Object.keys(runs)

export const variants = kinds.flatMap((primitive) =>
  eachThreads.map((threads) => variant(threads, primitive, { [peerName(primitive, threads)]: leastRatios[primitive] })),
)

export const peers = kinds.flatMap((primitive) =>
  eachThreads.map((threads) => ({
    name: peerName(primitive, threads),
    python: primitive,
    threads,
    when: (given) => given.primitive === primitive,
  })),
)

function peerName(primitive, threads) {
  return threads === 1 ? peerNames[primitive] : `${peerNames[primitive]}, ${threads} threads`
}
