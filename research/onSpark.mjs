// What jobs on Spark take: made-up lists of 100 rows with 136 features are packed and sent to a Spark of this machine with two executors, and methods are trained, scored and measured
// there and here; with `--only packing`, the same rows as Parquet files are packed there, with `fetching` through a file system that Spark alone sees (`viewfs:`), and with `encoding` made rows with
// eight columns of text. Processor time is that of the executors and the workers that they start. After `npm run build`; Java and Maven are needed.
//   node research/onSpark.mjs [ROWS] [--only METHOD,…,scores,evaluate,packing,fetching,encoding] [--iterations 20] [--nodes 300] [--trees 2] [--times 3]
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { finish, finishLater, modelToJson, seededRandom, training } from '@rankwright/core'
import { evaluateHeld } from '@rankwright/core/evaluation'
import { LocalLists } from '@rankwright/core/runtime'
import { heldParts, holdOnSpark, holdPacked, packLists } from '@rankwright/engines'
import { readLists, runtimeFor, writeLists } from '@rankwright/node'
import { SparkSession } from '../packages/engines/dist/spark/connect/sparkSession.js'
import { encodeTable } from '../packages/engines/dist/spark/table/encodeTable.js'
import { packTable } from '../packages/engines/dist/spark/table/packTable.js'
import { sparkSource } from '../packages/engines/dist/spark/table/sparkSource.js'
import { startSpark, stopSpark, stopSparkOnSignals } from '../scripts/spark.mjs'

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
const raw = join(tmpdir(), `raw-${process.pid}.parquet`)

function removeFiles() {
  for (const each of [path, tables, raw]) rmSync(each, { recursive: true, force: true })
}

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

stopSparkOnSignals(removeFiles)
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

/** Packs a table on Spark, again and again, each time in a session of its own; `expected` is the fingerprint of its lists. */
async function packedAgain(what, expected, packed) {
  for (let time = 1; time <= Number(given.times); time++) {
    const session = await SparkSession.open(spark.url)
    const [before, started] = [processorUse(spark.pid), performance.now()]
    const parts = await packed(session)
    const [seconds, after] = [(performance.now() - started) / 1000, processorUse(spark.pid)]
    const [java, workers] = [after.own - before.own, after.children - before.children]
    const processor = java + workers
    const found = JSON.stringify(await finishLater(heldParts(parts).ask('fingerprint', {})))
    await parts.close()
    await session.close()
    console.log(
      `${what}, time ${time}: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor (Java ${java.toFixed(1)}, workers ${workers.toFixed(1)}), ` +
        `${(rows / processor / 1000).toFixed(1)}k rows a second of processor; ${found === expected ? 'the same bytes' : 'OTHER BYTES'}`,
    )
  }
}

/** Packs the rows from Parquet files that executors see, or that Spark alone sees. */
async function packing(ways) {
  mkdirSync(tables)
  let file = 0
  for (const chunk of chunks()) await writeLists(chunk, join(tables, `${String(file++).padStart(6, '0')}.parquet`))
  const local = holdPacked(path)
  const expected = JSON.stringify(await finishLater(local.ask('fingerprint', {})))
  await local.close()
  const packed = async (session, name) => packTable(session, await sparkSource(session, name, {}), {})
  if (ways.includes('packing'))
    await packedAgain(`packing from ${file} Parquet files`, expected, (session) => packed(session, `parquet.\`${tables}\``))
  if (ways.includes('fetching'))
    await packedAgain(`packing from ${file} Parquet files that Spark alone sees`, expected, async (session) => {
      await session.configure({ 'fs.viewfs.impl.disable.cache': 'true', 'fs.viewfs.mounttable.default.link./lists': `file://${tables}` })
      return await packed(session, 'viewfs:/lists')
    })
}

/** Packs rows with columns of text: encoders are fitted and features made there. */
async function encoding() {
  const some = (from, to) => `(${from} + pmod(hash(id, ${from + to}), ${to - from + 1}))`
  const word = (place) => `concat('w', CAST(3000 * pow(pmod(hash(id, ${place}), 10007) / 10007D, 2) AS INT))`
  const columns = [
    "concat('search ', id DIV 10) AS query",
    'CAST(pmod(hash(id), 5) AS INT) AS clicks',
    `concat_ws(' ', slice(array(${Array.from({ length: 9 }, (_, place) => word(place)).join(', ')}), 1, ${some(4, 9)})) AS title`,
    `concat('brand ', ${some(1, 300)}) AS brand`,
    `element_at(array('red', 'blue', 'green', 'black'), ${some(1, 4)}) AS colour`,
    `concat('$', ${some(1, 1000)}, '.99') AS price`,
    `CAST(date_add(DATE '2024-01-01', ${some(0, 360)}) AS STRING) AS listed`,
    `concat(${some(1, 50)}, ' kg') AS weight`,
    `concat('[', ${[7, 8, 9].map((seed) => `pmod(hash(id, ${seed}), 1000) / 1000D`).join(", ', ', ")}, ']') AS vector`,
    "concat('sku-', id) AS sku",
  ]
  const session = await SparkSession.open(spark.url)
  const made = `SELECT /*+ REPARTITION_BY_RANGE(8, id) */ * FROM range(${rows}) SORT BY id`
  await session.run(`CREATE TABLE raw USING parquet LOCATION '${raw}' AS SELECT ${columns.join(', ')} FROM (${made})`)
  await session.run('DROP TABLE raw')
  await session.close()
  const files = readdirSync(raw).filter((name) => name.endsWith('.parquet'))
  const reading = { list: 'query', label: 'clicks', sameLists: 'join' }
  const usage = process.cpuUsage()
  const lists = await readLists(
    files.sort().map((name) => join(raw, name)),
    reading,
  )
  const { user, system } = process.cpuUsage(usage)
  console.log(`read and encoded here: ${((user + system) / 1e6).toFixed(1)} s of processor, ${lists.width} features`)
  const expected = JSON.stringify(await finish(LocalLists.of(lists, runtimeFor(1).runtime).ask('fingerprint', {})))
  await packedAgain('encoding', expected, async (session) =>
    encodeTable(session, await sparkSource(session, `parquet.\`${raw}\``, reading), reading),
  )
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
  const chosen = given.only.split(',')
  if (chosen.includes('encoding')) await encoding()
  const packs = chosen.filter((name) => name === 'packing' || name === 'fetching')
  const others = chosen.filter((name) => name !== 'encoding' && !packs.includes(name))
  if (packs.length > 0 || others.length > 0) {
    await packLists(chunks(), path)
    console.log(`${rows} rows, ${(statSync(path).size / 1e9).toFixed(2)} GB`)
  }
  if (packs.length > 0) await packing(packs)
  if (others.length > 0) await jobs(others)
} finally {
  removeFiles()
  await stopSpark(spark)
}
process.exit(0)
