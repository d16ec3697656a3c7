// How least-squares ranking does with its default options as rows are added: pairs of new lists in the right order, processor seconds on one
// thread and peak memory, for generated lists of 20 items. Writes the table of docs/kernel-ranking.md to the terminal.
// `node research/leastSquaresGrowth.mjs [METHOD [ROWS,ROWS,…]]`, after `npm run build`. Each fit is a process of its own.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { evaluate, finish, score, seededRandom, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

const width = 20
const length = 20
const [method, rows, child] = process.argv.slice(2)

if (child !== undefined) measure(method, Number(rows))
else {
  console.log('| rows | method | nodes or points | pairs in order (%) | seconds | peak MB |')
  console.log('| ---: | --- | ---: | ---: | ---: | ---: |')
  const sizes = rows?.split(',').map(Number) ?? [2000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000]
  for (const each of method === undefined ? ['elmrank', 'rankrls'] : [method]) {
    for (const size of sizes) {
      const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), each, `${size}`, 'child'])
      console.log(status === 0 ? `${stdout}`.trim() : `${each} ${size}: ${stderr}`)
    }
  }
}

function measure(name, size) {
  const { runtime, close } = runtimeFor(1)
  const train = lists(size, 1)
  const test = lists(20_000, 2)
  const start = process.cpuUsage()
  const { model } = finish(training(train, { method: name }, runtime))
  const { user, system } = process.cpuUsage(start)
  const { metrics } = evaluate(score(model, test, runtime), test, { metrics: ['pairwise-accuracy'] })
  const count = model.kind === 'elm' ? model.nodes.count : model.coefficients.length
  const cells = [size, name, count, (100 * metrics['pairwise-accuracy']).toFixed(2), ((user + system) / 1e6).toFixed(1), peak()]
  console.log(`| ${cells.join(' | ')} |`)
  close()
}

function peak() {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}

/** Features between 0 and 1, so that scaling is the same for any number of rows; labels that bend with five of them, with noise. */
function lists(size, seed) {
  const random = seededRandom(seed)
  const values = Float32Array.from({ length: size * width }, () => random.uniform())
  const labels = Float64Array.from({ length: size }, (_, row) => {
    const [a, b, c, d, e] = values.subarray(row * width, row * width + 5)
    return Math.sin(6 * a) + 4 * (b - 0.5) * (c - 0.5) + Math.abs(d - 0.5) + 0.5 * e + 0.3 * random.normal()
  })
  return {
    features: { kind: 'dense', values },
    width,
    labels,
    offsets: Uint32Array.from({ length: size / length + 1 }, (_, list) => list * length),
    listIds: Array.from({ length: size / length }, (_, list) => `${list}`),
  }
}
