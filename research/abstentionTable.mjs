// The table of Mao, Mohri & Zhong 2023 on images of CIFAR-10, for the docs: `node research/abstentionTable.mjs [linear|network|patches]`, after
// `npm run build`. Options are chosen on 800 of the 4,000 training images, by the pairs that come out right. Then, three times over, a
// network is trained with another seed and 10,000 pairs of test images are drawn.
import { abstain, evaluate, finish, seededRandom, training } from '@rankwright/core'
import { readLists, runtimeFor } from '@rankwright/node'

const base = process.env.RANKWRIGHT_DATA ?? new URL('../../shared/data', import.meta.url).pathname
const [radii, costs] = [
  [0, 0.3, 0.5, 0.7, 0.9],
  [0.1, 0.3, 0.5],
]
const network = { hypothesis: 'network', hidden: 64, batch: 256, iterations: 800 }
const candidates = {
  linear: [1, 3, 10, 30, 100].map((radius) => ({ radius, iterations: 80 })),
  network: [1, 10].flatMap((radius) =>
    [20, 80].flatMap((outputRadius) =>
      [{}, { augmentImages: '3x32x32' }].map((images) => ({ ...network, radius, outputRadius, ...images })),
    ),
  ),
  patches: [100, 200].map((outputRadius) => ({ hypothesis: 'network', patches: 100, outputRadius })),
}
/** Steps of the networks in the table. */
const longer = { linear: {}, network: { iterations: 2000 }, patches: {} }

const { runtime, close } = runtimeFor(1)
const images = (name) => readLists(`${base}/images-cifar10/${name}.bin.gz`, { format: 'cifar' })
const [all, test] = await Promise.all([images('train_4000'), images('test_2000')])
const order = seededRandom(1).shuffle(Uint32Array.from({ length: all.labels.length }, (_, row) => row))
const [valid, fit] = [order.subarray(0, 800), order.subarray(800)].map(part)
const accuracy = (model, lists) => evaluate(model, lists, { metrics: ['pairwise-accuracy'] }, runtime).metrics['pairwise-accuracy']
const trained = (options) => finish(training(fit, { method: 'abstaining', norm: 'inf', valid, ...options }, runtime)).model

for (const [name, grid] of Object.entries(candidates)) {
  if (process.argv[2] !== undefined && process.argv[2] !== name) continue
  const tried = grid.map((options) => {
    const model = trained(options)
    const [right, fitted] = [accuracy(model, valid), accuracy(model, fit)]
    console.error(name, JSON.stringify(options), 'valid', right.toFixed(4), 'fit', fitted.toFixed(4))
    return { options, right }
  })
  const { options } = tried.reduce((best, each) => (each.right > best.right ? each : best))
  const best = (seed) => trained({ ...options, ...longer[name], ...(name !== 'linear' && { seed }) })
  const first = best(1)
  const models = [first, ...(name === 'linear' ? [first, first] : [best(2), best(3)])] // linear scores depend on no seed
  console.log(`${name}: ${JSON.stringify({ ...options, ...longer[name] })}; right pairs of images`)
  for (const model of models) {
    console.log(
      `  fitted ${accuracy(model, fit).toFixed(4)}, valid ${accuracy(model, valid).toFixed(4)}, test ${accuracy(model, test).toFixed(4)}, kept at ${model.training.iterations}`,
    )
  }
  const tables = models.map(
    (model, run) => abstain(model, test, { radii, costs, norm: 'inf', pairs: 10_000, runs: 1, seed: run + 1 }, runtime).table,
  )
  for (const cost of costs) {
    const cells = radii.map((radius) =>
      spread(tables.map((table) => table.find((cell) => cell.cost === cost && cell.radius === radius).loss)),
    )
    console.log(`| ${name}, cost ${cost} | ${cells.join(' | ')} |`)
  }
  console.log(
    `| undecided | ${radii.map((radius) => spread(tables.map((table) => table.find((cell) => cell.radius === radius).abstained))).join(' | ')} |`,
  )
  const { areas } = abstain(models[0], test, { radii, costs, norm: 'inf', pairs: 10_000 }, runtime)
  console.log(`area under risk against coverage: ${areas.map(({ rule, area }) => `${rule} ${area.toFixed(4)}`).join(', ')}`)
}
close()

/** Some of the images, as one list. */
function part(rows) {
  const { width, features } = all
  const values = new Float32Array(rows.length * width)
  for (const [at, row] of rows.entries()) values.set(features.values.subarray(row * width, (row + 1) * width), at * width)
  const labels = Float64Array.from(rows, (row) => all.labels[row])
  return { ...all, features: { kind: 'dense', values }, labels, offsets: Uint32Array.of(0, rows.length) }
}

/** Mean and standard deviation, in percent. */
function spread(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return `${(100 * mean).toFixed(2)} % ± ${(100 * Math.sqrt(squares / (values.length - 1))).toFixed(2)} %`
}
