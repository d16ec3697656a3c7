// What jobs on Spark take: made-up lists of 100 rows with 136 features are packed and sent to a Spark of this machine with two executors, and two methods are trained
// there and here. Processor time is that of the executors and the workers that they start. `node research/onSpark.mjs [ROWS]`, after `npm run build`;
// Java and Maven are needed.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finishLater, modelToJson, seededRandom, training } from '@rankwright/core'
import { holdOnSpark, holdPacked, packLists } from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'
import { startSpark, stopSpark } from '../scripts/spark.mjs'

const [rows = 400_000] = process.argv.slice(2).map(Number)
const width = 136
const length = 100
const chunkRows = 20_000
const path = join(tmpdir(), `lists-${process.pid}.packed`)

function* chunks() {
  for (let chunk = 0; chunk * chunkRows < rows; chunk++) {
    const random = seededRandom(chunk + 1)
    const values = Float32Array.from({ length: chunkRows * width }, () => random.uniform())
    const labels = Float64Array.from({ length: chunkRows }, (_, row) =>
      Math.floor(5 * (0.5 * values[row * width] + 0.3 * values[row * width + 1] + 0.2 * random.uniform())),
    )
    const lists = chunkRows / length
    yield {
      width,
      features: { kind: 'dense', values },
      labels,
      offsets: Uint32Array.from({ length: lists + 1 }, (_, list) => list * length),
      listIds: Array.from({ length: lists }, (_, list) => `${chunk}-${list}`),
    }
  }
}

/** Seconds of processor that all processes of a group have used, with those of their children that have ended. */
function processorSeconds(group) {
  let ticks = 0
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      if (Number(fields[2]) === group && Number(id) !== group) ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    } catch {
      // It has just ended.
    }
  }
  return ticks / 100
}

/** Lists that count what is asked of them. */
function counting(lists, asked) {
  return {
    ...lists,
    *ask(name, question) {
      asked.count++
      return yield* lists.ask(name, question)
    },
  }
}

const spark = await startSpark()
try {
  await packLists(chunks(), path)
  console.log(`${rows} rows, ${(statSync(path).size / 1e9).toFixed(2)} GB`)
  const { runtime } = runtimeFor(1)
  let started = performance.now()
  const held = await holdOnSpark(spark.url, path)
  console.log(`sent to Spark ${held.version} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  for (const options of [
    { method: 'listnet', lambda: 1e-3, iterations: 20 },
    { method: 'elmrank', lambda: 1e-2, nodes: 300 },
  ]) {
    const asked = { count: 0 }
    const before = processorSeconds(spark.pid)
    started = performance.now()
    const there = await finishLater(training(counting(held, asked), options, runtime))
    const seconds = (performance.now() - started) / 1000
    const processor = processorSeconds(spark.pid) - before
    const local = holdPacked(path, { threads: 2 })
    const usage = process.cpuUsage()
    started = performance.now()
    const here = await finishLater(training(local, options, runtime))
    const { user, system } = process.cpuUsage(usage)
    await local.close()
    const same = modelToJson(there.model) === modelToJson(here.model) ? 'the same bytes' : 'OTHER BYTES'
    console.log(
      `${options.method}: ${there.iterations} iterations, ${asked.count} questions, ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor, ` +
        `${Math.round((asked.count * rows) / processor / 1000)}k rows a second of processor; here ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
        `${((user + system) / 1e6).toFixed(1)} s of processor; ${same}`,
    )
  }
  await held.close()
} finally {
  rmSync(path, { force: true })
  await stopSpark(spark)
}
process.exit(0)
