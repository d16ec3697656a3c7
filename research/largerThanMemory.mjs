// What training on packed lists takes: made-up lists of 100 rows with 136 features are packed chunk by chunk, and methods are trained on the file by
// two threads. `node research/largerThanMemory.mjs [ROWS] [METHOD …]`, after `npm run build`; the file lies in the folder for temporary files.
import { rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finishLater, seededRandom, training } from '@rankwright/core'
import { holdPacked, packLists } from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'

const [given = '2000000', ...chosen] = process.argv.slice(2)
const rows = Number(given)
const width = 136
const length = 100
const chunkRows = 100_000
const path = join(tmpdir(), `lists-${process.pid}.packed`)

function* chunks() {
  for (let chunk = 0; chunk * chunkRows < rows; chunk++) yield madeLists(chunk)
}

function madeLists(chunk) {
  const random = seededRandom(chunk + 1)
  const values = Float32Array.from({ length: chunkRows * width }, () => random.uniform())
  const labels = Float64Array.from({ length: chunkRows }, (_, row) =>
    Math.floor(5 * (0.5 * values[row * width] + 0.3 * values[row * width + 1] + 0.2 * random.uniform())),
  )
  const lists = chunkRows / length
  return {
    width,
    features: { kind: 'dense', values },
    labels,
    offsets: Uint32Array.from({ length: lists + 1 }, (_, list) => list * length),
    listIds: Array.from({ length: lists }, (_, list) => `${chunk}-${list}`),
  }
}

try {
  await packLists(chunks(), path)
  console.log(`${rows} rows, ${(statSync(path).size / 1e9).toFixed(2)} GB`)
  const { runtime } = runtimeFor(1)
  const fits = [
    { method: 'listnet', lambda: 1e-3, iterations: 20 },
    { method: 'elmrank', lambda: 1e-2, nodes: 300 },
    { method: 'lambdamart', trees: 20 },
  ]
  for (const options of fits.filter(({ method }) => chosen.length === 0 || chosen.includes(method))) {
    const lists = holdPacked(path, { threads: 2 })
    const started = performance.now()
    const processor = process.cpuUsage()
    const { iterations } = await finishLater(training(lists, options, runtime))
    const seconds = (performance.now() - started) / 1000
    await lists.close()
    const peak = process.resourceUsage().maxRSS / 1e6
    const { user, system } = process.cpuUsage(processor)
    const busy = `${((user + system) / 1e6).toFixed(1)} s of processors`
    console.log(`${options.method}: ${iterations} iterations, ${seconds.toFixed(1)} s, ${busy}, peak so far ${peak.toFixed(2)} GB`)
  }
} finally {
  rmSync(path, { force: true })
}
