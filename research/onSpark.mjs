// What jobs on Spark take: made-up lists of 100 rows with 136 features are packed and sent to a Spark of this machine with two executors, and methods are trained, scored and measured
// there and here; with `--only packing`, the same rows as Parquet files are packed there. Processor time is that of the executors and the workers that they start. After
// `npm run build`; Java and Maven are needed.
//   node research/onSpark.mjs [ROWS] [--only METHOD,…,scores,evaluate,packing] [--iterations 20] [--nodes 300] [--trees 2] [--times 3]
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { finishLater, modelToJson, seededRandom, training } from '@rankwright/core'
import { evaluateHeld } from '@rankwright/core/evaluation'
import { heldParts, holdOnSpark, holdPacked, openEngine, packLists } from '@rankwright/engines'
import { runtimeFor, writeLists } from '@rankwright/node'
import { startSpark, stopSpark } from '../scripts/spark.mjs'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'listnet,ranksvm,elmrank,lambdamart,scores,evaluate' },
    iterations: { type: 'string', default: '20' },
    nodes: { type: 'string', default: '300' },
    trees: { type: 'string', default: '2' },
    times: { type: 'string', default: '3' }, // of packing: the first finds a Java that has compiled nothing yet
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
const tables = join(tmpdir(), `lists-${process.pid}.parquet`)

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

/** Seconds of processor that all processes of a group have used, and those of their children that have ended: of executors, these are workers. */
function processorUse(group) {
  let [own, children] = [0, 0]
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      if (Number(fields[2]) !== group || Number(id) === group) continue
      own += Number(fields[11]) + Number(fields[12])
      children += Number(fields[13]) + Number(fields[14])
    } catch {
      // It has just ended.
    }
  }
  return { own: own / 100, children: children / 100 }
}

function processorSeconds(group) {
  const { own, children } = processorUse(group)
  return own + children
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

/** Packs the rows from Parquet files on Spark, again and again. */
async function packing() {
  mkdirSync(tables)
  let file = 0
  for (const chunk of chunks()) await writeLists(chunk, join(tables, `${String(file++).padStart(6, '0')}.parquet`))
  const local = holdPacked(path)
  const expected = JSON.stringify(await finishLater(local.ask('fingerprint', {})))
  await local.close()
  for (let time = 1; time <= Number(given.times); time++) {
    const engine = await openEngine(spark.url)
    const [before, started] = [processorUse(spark.pid), performance.now()]
    const parts = await engine.pack([`parquet.\`${tables}\``], {})
    const [seconds, after] = [(performance.now() - started) / 1000, processorUse(spark.pid)]
    const [java, workers] = [after.own - before.own, after.children - before.children]
    const processor = java + workers
    const found = JSON.stringify(await finishLater(heldParts(parts).ask('fingerprint', {})))
    await engine.close()
    console.log(
      `packing from ${file} Parquet files, time ${time}: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor (Java ${java.toFixed(1)}, workers ${workers.toFixed(1)}), ` +
        `${(rows / processor / 1000).toFixed(1)}k rows a second of processor; ${found === expected ? 'the same bytes' : 'OTHER BYTES'}`,
    )
  }
}

/** Trains and scores on lists that are sent to Spark. */
async function jobs(chosen) {
  const { runtime } = runtimeFor(1)
  const started = performance.now()
  const held = await holdOnSpark(spark.url, path)
  console.log(`sent to Spark ${held.version} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  let model
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
  if (chosen.includes('evaluate')) {
    const ask = (lists) => finishLater(evaluateHeld(model, lists, {}, runtime))
    tell('evaluate', await measured(held, ask), await here(ask), JSON.stringify)
  }
  await held.close()
}

try {
  await packLists(chunks(), path)
  console.log(`${rows} rows, ${(statSync(path).size / 1e9).toFixed(2)} GB`)
  const chosen = given.only.split(',')
  if (chosen.includes('packing')) await packing()
  if (chosen.some((name) => name !== 'packing')) await jobs(chosen)
} finally {
  rmSync(path, { force: true })
  rmSync(tables, { recursive: true, force: true })
  await stopSpark(spark)
}
process.exit(0)
