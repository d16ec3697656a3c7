// Runs in Node and in the browser alike: every compute primitive, the trainer, data files and the metrics on seeded inputs, each result as its bits.
import { readLists, writeParquet } from '@rankwright/browser'
import { loadWasmCompute } from '@rankwright/compute'
import {
  evaluate,
  modelToJson,
  type RankingLists,
  rankingLists,
  rankObjects,
  score,
  seededRandom,
  selectLists,
  train,
} from '@rankwright/core'
import { letorText } from '@rankwright/core/data'
import { profileNames } from '@rankwright/core/metrics'
import { type Compute, type PrimitiveName, plainCompute, type TreeArrays } from '@rankwright/core/numeric'

type Outcome = Float64Array | Uint32Array

/** Results by name, as text: a double is 16 hexadecimal digits, a 32-bit integer 8. */
export async function runEverything(): Promise<Record<string, string>> {
  const results: Record<string, string> = {}
  const lists = seededLists()
  for (const compute of [plainCompute, await loadWasmCompute()]) {
    for (const [name, use] of Object.entries(primitiveUses)) results[`${compute.build}: ${name}`] = bitsOf(use(compute))
    for (const solver of ['direct', 'iterative'] as const) {
      const { model, scores } = trained(lists, solver, compute)
      results[`${compute.build}: model (${solver})`] = model
      results[`${compute.build}: scores (${solver})`] = bitsOf(scores)
    }
  }
  for (const [name, file] of Object.entries(await filesOf(lists))) results[name] = await readBack(file)
  Object.assign(results, await rankedObjects())
  for (const profile of profileNames) results[`metrics of ${profile}`] = bitsOf(metricsOf(lists, profile))
  return results
}

/** The model file, lambda chosen on validation lists, and the scores of all lists. */
function trained(lists: RankingLists, solver: 'direct' | 'iterative', compute: Compute): { model: string; scores: Float64Array } {
  const [early, late] = [0, 30].map((first) =>
    selectLists(
      lists,
      Uint32Array.from({ length: first === 0 ? 30 : 10 }, (_, i) => first + i),
    ),
  )
  const runtime = { compute, threads: 1 }
  const model = train(early, { method: 'least-squares', solver, scale: 'standard', featureBall: 'l2', valid: late }, runtime)
  return { model: modelToJson(model), scores: score(model, lists, runtime) }
}

/** Objects of all kinds of columns, ranked by a model of a table like them, and the same rows scored from a file. */
async function rankedObjects(): Promise<Record<string, string>> {
  const random = seededRandom(22)
  const words = ['red', 'wool', 'Hut', 'Ébène', '靴下', 'naïve', 'x-ray', 'blue', 'rain']
  const text = (count: number) => Array.from({ length: count }, () => words[random.integer(words.length)]).join(' ')
  const objects = Array.from({ length: 160 }, (_, row) => ({
    query: `${words[Math.floor(row / 8) % 9]} ${words[Math.floor(row / 8) % 7]} ${Math.floor(row / 8)}`,
    label: random.integer(3),
    title: text(2 + random.integer(5)),
    brand: words[random.integer(4)],
    shop: `shop ${random.integer(40)}`,
    price: `$${(random.uniform() * 2000).toFixed(2)}`,
    added: `2026-0${1 + random.integer(9)}-1${random.integer(10)}`,
    stars: random.integer(6),
    vec: `[${random.integer(9)}, ${random.integer(9)}]`,
  }))
  const cell = (value: string | number) => (typeof value === 'string' ? `"${value}"` : value)
  const csv = [Object.keys(objects[0]), ...objects.map((object) => Object.values(object).map(cell))]
    .map((cells) => cells.join(','))
    .join('\n')
  const lists = await readLists(new File([csv], 'products.csv'))
  const model = train(lists, { method: 'least-squares' })
  const read = await readLists(new File([csv], 'products.csv'), { encoders: model.encoders! })
  const ranked = rankObjects(model, objects).flatMap(({ items }) => items)
  const scores = new Float64Array(objects.length)
  for (const item of ranked) scores[item.row] = item.score
  const inFileOrder = new Float64Array(objects.length)
  score(model, read).forEach((value, row) => {
    inFileOrder[read.sourceRows?.[row] ?? row] = value
  })
  return { 'model of a table': modelToJson(model), 'scores of objects': bitsOf(scores), 'scores of the same rows': bitsOf(inFileOrder) }
}

async function filesOf(lists: RankingLists): Promise<Record<string, Blob>> {
  const letor = new Blob([...letorText(lists)] as BlobPart[])
  return {
    'a Parquet file': new Blob([writeParquet(lists) as BlobPart]),
    'a gzipped LETOR file': await new Response(letor.stream().pipeThrough(new CompressionStream('gzip'))).blob(),
  }
}

/** What a file holds, as the page reads it: every feature and every grade. */
async function readBack(file: Blob): Promise<string> {
  const { features, labels } = await readLists(file)
  const { buffer, byteOffset, length } = features.values
  return `${bitsOf(labels)} ${bitsOf(new Uint32Array(buffer, byteOffset, length))}`
}

/** Forty lists of thirty items whose grades lean on two of the features. */
function seededLists(): RankingLists {
  const random = seededRandom(20)
  const features = Array.from({ length: 1200 }, () => Array.from({ length: 8 }, () => random.normal()))
  const labels = features.map((row) => Math.min(4, Math.max(0, Math.round(1.5 * row[0] - row[3] + random.normal()))))
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / 30)) })
}

/**
 * Means of the metrics, for scores of which every fourth is tied with another. Intervals stay out: they take `Math.exp` and
 * `Math.log`, whose last bit is each engine's own.
 */
function metricsOf(lists: RankingLists, profile: (typeof profileNames)[number]): Float64Array {
  const random = seededRandom(21)
  const scores = lists.labels.map((label, row) => (row % 4 === 0 ? label : label + 2 * random.normal()))
  const metrics = ['ndcg', 'ndcg@10', 'dcg@5', 'err@10', 'map', 'mrr', 'p@10', 'r@10', 'kendall-tau', 'spearman']
  return Float64Array.from(Object.values(evaluate(scores, lists, { profile, metrics, confidence: 0 }).metrics))
}

/** Sizes that leave a remainder in every lane and every block. */
const rows = 601
const width = 37

const primitiveUses: Record<PrimitiveName, (compute: Compute) => Outcome> = {
  dot: (compute) => Float64Array.of(compute.dot(doubles(1, 1003), doubles(2, 1003))),
  gemv: (compute) => filled(rows, (into) => compute.gemv(rows, width, singles(3, rows * width), doubles(4, width), into)),
  gemvTransposed: (compute) =>
    filled(width, (into) => compute.gemvTransposed(rows, width, singles(3, rows * width), doubles(5, rows), into)),
  gemm: (compute) => filled(61 * 53, (into) => compute.gemm(61, 53, 47, doubles(6, 61 * 47), doubles(7, 47 * 53), into)),
  gemmPrepared: (compute) =>
    filled(61 * 53, (into) => compute.gemmPrepared(61, doubles(6, 61 * 47), compute.prepare(53, 47, doubles(7, 47 * 53), 'double'), into)),
  gemm32: (compute) => singleProduct((into) => compute.gemm32(31, 29, 300, singles(19, 31 * 300), singles(20, 300 * 29), into)),
  gemm32Transposed: (compute) =>
    singleProduct((into) => compute.gemm32Transposed(31, 29, 300, singles(21, 31 * 300), singles(22, 300 * 29), into)),
  syrk: (compute) => normalMatrix(compute),
  cholesky: (compute) => factor(compute),
  choleskySolve(compute) {
    const into = doubles(9, width)
    compute.choleskySolve(width, factor(compute), into)
    return into
  },
  exp: (compute) => changed(doubles(10, 1003, 300), (into) => compute.exp(into)),
  sigmoid: (compute) => changed(doubles(11, 1003, 30), (into) => compute.sigmoid(into)),
  cos: (compute) => changed(doubles(18, 1003, 300), (into) => compute.cos(into)),
  relu: (compute) => changed(doubles(19, 1003), (into) => compute.relu(into)),
  gemmSingle: (compute) => filled(61 * 53, (into) => compute.gemmSingle(61, 53, 47, singles(25, 61 * 47), singles(26, 47 * 53), into)),
  syrkSingle: (compute) => filled(width * width, (into) => compute.syrkSingle(rows, width, doubles(27, rows * width), into)),
  columnSums: (compute) => filled(width, (into) => compute.columnSums(rows, width, doubles(20, rows * width), doubles(21, rows), into)),
  shiftRows: (compute) =>
    changed(doubles(22, rows * width), (into) => compute.shiftRows(rows, width, doubles(23, width), doubles(24, rows), into)),
  squaredDistances(compute) {
    const into = compute.float64(30 * 41)
    into.set(doubles(25, 30 * 41))
    compute.squaredDistances(30, 41, 5, doubles(26, 150), doubles(27, 205), doubles(28, 41), -0.7, into)
    return into.slice()
  },
  softmax: (compute) => changed(doubles(12, 303, 5), (into) => compute.softmax(offsets, into)),
  argsortDescending(compute) {
    const into = new Uint32Array(303)
    compute.argsortDescending(offsets, doubles(13, 303).map(Math.round), into)
    return into
  },
  closePoints(compute) {
    const panels = compute.float32(3 * 64 * width)
    panels.set(singles(18, panels.length))
    const into = new Uint32Array(3 * 128)
    compute.closePoints('2', width, panels, 1, Uint32Array.of(0, 1, 2), 60, into)
    return into
  },
  ndcg(compute) {
    const labels = doubles(18, 303).map((value) => Math.min(4, Math.floor(Math.abs(2 * value))))
    const gains = Float64Array.of(0, 1, 3, 7, 15)
    return filled(4, (into) => compute.ndcg(offsets, 5, doubles(13, 303), labels, gains, Float64Array.of(1, 0.6, 0.5, 0.4, 0.3), into))
  },
  listNetPass(compute) {
    const targets = changed(doubles(14, 303), (into) => plainCompute.softmax(offsets, into))
    const into = new Float64Array(width + 1)
    into[width] = compute.listNetPass(
      offsets,
      width,
      singles(15, 303 * width),
      targets,
      doubles(16, 4).map(Math.abs),
      doubles(17, width),
      into.subarray(0, width),
    )
    return into
  },
  rowHashes(compute) {
    const into = new Uint32Array(2 * rows)
    compute.rowHashes(rows, width, singles(3, rows * width), into)
    return into
  },
  mapColumns(compute) {
    const into = compute.float32(rows * width) // in the memory of compute
    into.set(singles(3, rows * width))
    into[5] = Number.NaN
    compute.mapColumns(rows, width, doubles(18, 5 * width), 0.3, into)
    return Float64Array.from(into)
  },
  scoreTrees: (compute) =>
    filled(rows, (into) => compute.scoreTrees(rows, width, singles(3, rows * width), compute.prepareTrees(stumps()), into)),
}

/** Each feature by itself, in a tree with two leaves. */
function stumps(): TreeArrays {
  const side = Int32Array.from({ length: width }, () => -1)
  return {
    base: 0.5,
    starts: Uint32Array.from({ length: width + 1 }, (_, tree) => tree),
    columns: Uint32Array.from({ length: width }, (_, tree) => tree),
    thresholds: singles(28, width),
    left: side,
    right: side.map((leaf) => leaf - 1),
    missingLeft: new Uint8Array(width),
    leaves: doubles(29, 2 * width),
    categorical: new Uint32Array(0),
    setStarts: new Uint32Array(1),
    sets: new Int32Array(0),
  }
}

function singleProduct(multiply: (into: Float32Array) => void): Float64Array {
  const into = new Float32Array(31 * 29)
  multiply(into)
  return Float64Array.from(into)
}

const offsets = Uint32Array.of(0, 1, 18, 118, 303)

function normalMatrix(compute: Compute): Float64Array {
  const weights = doubles(8, rows).map(Math.abs)
  return filled(width * width, (into) => compute.syrk(rows, width, singles(3, rows * width), weights, into))
}

function factor(compute: Compute): Float64Array {
  const matrix = normalMatrix(compute)
  if (!compute.cholesky(width, matrix)) throw new Error('the normal matrix is not positive definite')
  return matrix
}

function doubles(seed: number, length: number, spread = 1): Float64Array {
  const random = seededRandom(seed)
  return Float64Array.from({ length }, () => random.normal() * spread)
}

function singles(seed: number, length: number): Float32Array {
  return Float32Array.from(doubles(seed, length))
}

function filled(length: number, fill: (into: Float64Array) => void): Float64Array {
  return changed(new Float64Array(length), fill)
}

function changed(into: Float64Array, change: (into: Float64Array) => void): Float64Array {
  change(into)
  return into
}

function bitsOf(values: Outcome): string {
  const digits = values.BYTES_PER_ELEMENT * 2
  const bits = values instanceof Float64Array ? new BigUint64Array(values.buffer, values.byteOffset, values.length) : values
  return Array.from(bits as ArrayLike<bigint | number>, (word) => word.toString(16).padStart(digits, '0')).join(' ')
}
