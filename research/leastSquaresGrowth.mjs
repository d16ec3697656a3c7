// How least-squares ranking does with its default options as rows are added: pairs of new lists in the right order, what changes from one
// size to the next, processor seconds on one thread and peak memory, for generated lists of 20 items. More rows contain the fewer ones,
// and all models rank the same 1,000 new lists, so that the change has a paired interval.
// Writes the table of docs/kernel-ranking.md to the terminal: `node research/leastSquaresGrowth.mjs [METHOD [ROWS,ROWS,…]]`, after
// `npm run build`. Each fit is a process of its own.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { evaluate, finish, score, seededRandom, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

const width = 20
const length = 20
const [method, rows, child] = process.argv.slice(2)

if (child !== undefined) measure(method, Number(rows))
else {
  console.log('| rows | method | nodes or points | pairs in order (%) | change (95 % interval) | seconds | peak MB |')
  console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: |')
  const sizes = rows?.split(',').map(Number) ?? [1000, 2000, 5000, 10_000, 10_020, 20_000, 50_000, 100_000, 200_000, 500_000]
  for (const each of method === undefined ? ['elmrank', 'rankrls'] : [method]) table(each, sizes)
}

function table(name, sizes) {
  let before
  for (const size of sizes) {
    const args = [fileURLToPath(import.meta.url), name, `${size}`, 'child']
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { maxBuffer: 2 ** 26 })
    if (status !== 0) {
      console.log(`${name} ${size}: ${stderr}`)
      continue
    }
    const { count, accuracies, seconds, peak } = JSON.parse(stdout)
    const cells = [size, `\`${name}\``, count].map((cell) => cell.toLocaleString('en'))
    const change = before === undefined ? '' : interval(accuracies.map((accuracy, list) => accuracy - before[list]))
    console.log(`| ${[...cells, (100 * mean(accuracies)).toFixed(2), change, seconds.toFixed(1), peak].join(' | ')} |`)
    before = accuracies
  }
}

function interval(differences) {
  const centre = mean(differences)
  const variance = differences.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (differences.length - 1)
  const half = 1.96 * Math.sqrt(variance / differences.length)
  return `${percent(centre)} (${percent(centre - half)} to ${percent(centre + half)})`
}

function percent(share) {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(2)}`
}

function mean(values) {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

function measure(name, size) {
  const { runtime, close } = runtimeFor(1)
  const train = lists(size, 1)
  const test = lists(20_000, 2)
  const start = process.cpuUsage()
  const { model } = finish(training(train, { method: name }, runtime))
  const { user, system } = process.cpuUsage(start)
  const { perList } = evaluate(score(model, test, runtime), test, { metrics: ['pairwise-accuracy'], perList: true })
  console.log(
    JSON.stringify({
      count: model.kind === 'elm' ? model.nodes.count : model.coefficients.length,
      accuracies: perList.map(({ metrics }) => metrics['pairwise-accuracy']),
      seconds: (user + system) / 1e6,
      peak: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  )
  close()
}

/** Features between 0 and 1, so that scaling is the same for any number of rows; labels that bend with five of them, with noise. */
function lists(size, seed) {
  const random = seededRandom(seed)
  const values = new Float32Array(size * width)
  const labels = new Float64Array(size)
  for (let row = 0; row < size; row++) {
    const own = values.subarray(row * width, (row + 1) * width)
    for (let j = 0; j < width; j++) own[j] = random.uniform()
    const [a, b, c, d, e] = own
    labels[row] = Math.sin(6 * a) + 4 * (b - 0.5) * (c - 0.5) + Math.abs(d - 0.5) + 0.5 * e + 0.3 * random.normal()
  }
  return {
    features: { kind: 'dense', values },
    width,
    labels,
    offsets: Uint32Array.from({ length: size / length + 1 }, (_, list) => list * length),
    listIds: Array.from({ length: size / length }, (_, list) => `${list}`),
  }
}
