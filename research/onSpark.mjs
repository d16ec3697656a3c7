// What jobs on Spark take: made-up lists of 100 rows with 136 features are packed and sent to a Spark of this machine with two executors, and methods are trained
// there and here. Processor time is that of the executors and the workers that they start. After `npm run build`; Java and Maven are needed.
//   node research/onSpark.mjs [ROWS] [--only METHOD,…] [--iterations 20] [--nodes 300] [--trees 2]
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { finishLater, modelToJson, seededRandom, training } from '@rankwright/core'
import { holdOnSpark, holdPacked, packLists } from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'
import { startSpark, stopSpark } from '../scripts/spark.mjs'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'listnet,ranksvm,elmrank,lambdamart,scores' },
    iterations: { type: 'string', default: '20' },
    nodes: { type: 'string', default: '300' },
    trees: { type: 'string', default: '2' },
  },
})
const rows = Number(positionals[0] ?? 200_000)
const iterations = Number(given.iterations)
const methods = {
  listnet: { method: 'listnet', lambda: 1e-3, iterations },
  ranksvm: { method: 'ranksvm', hinge: 'squared', lambda: 1e-3, iterations },
  elmrank: { method: 'elmrank', lambda: 1e-2, nodes: Number(given.nodes) },
  lambdamart: { method: 'lambdamart', trees: Number(given.trees) },
}
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

/** Work on Spark, with its questions and the processor time of executors and workers. */
async function measured(lists, work) {
  const asked = { count: 0 }
  const before = processorSeconds(spark.pid)
  const started = performance.now()
  const result = await work(counting(lists, asked))
  return { result, questions: asked.count, seconds: (performance.now() - started) / 1000, processor: processorSeconds(spark.pid) - before }
}

/** The same on the packed file. */
async function here(work) {
  const local = holdPacked(path, { threads: 2 })
  const usage = process.cpuUsage()
  const started = performance.now()
  const result = await work(local)
  const { user, system } = process.cpuUsage(usage)
  await local.close()
  return { result, seconds: (performance.now() - started) / 1000, processor: (user + system) / 1e6 }
}

function tell(name, there, local, bytesOf) {
  const same = bytesOf(there.result) === bytesOf(local.result) ? 'the same bytes' : 'OTHER BYTES'
  const rate = Math.round((there.questions * rows) / there.processor / 1000)
  console.log(
    `${name}: ${there.questions} questions, ${there.seconds.toFixed(1)} s, ${there.processor.toFixed(1)} s of processor, ${rate}k rows a second of processor; ` +
      `here ${local.seconds.toFixed(1)} s, ${local.processor.toFixed(1)} s of processor; ${same}`,
  )
}

try {
  await packLists(chunks(), path)
  console.log(`${rows} rows, ${(statSync(path).size / 1e9).toFixed(2)} GB`)
  const { runtime } = runtimeFor(1)
  const started = performance.now()
  const held = await holdOnSpark(spark.url, path)
  console.log(`sent to Spark ${held.version} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  let model
  const chosen = given.only.split(',')
  for (const options of chosen.flatMap((name) => methods[name] ?? [])) {
    const there = await measured(held, (lists) => finishLater(training(lists, options, runtime)))
    model = there.result.model
    tell(options.method, there, await here((lists) => finishLater(training(lists, options, runtime))), (result) =>
      modelToJson(result.model),
    )
  }
  if (chosen.includes('scores')) {
    const ask = (lists) => finishLater(lists.ask('scoredLists', { model }))
    tell('scores', await measured(held, ask), await here(ask), ({ scores }) => Buffer.from(scores.buffer).toString('base64'))
  }
  await held.close()
} finally {
  rmSync(path, { force: true })
  await stopSpark(spark)
}
process.exit(0)
