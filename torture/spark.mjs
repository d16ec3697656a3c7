// `npm run test:spark [-- --kills N --executors N --seed N --slower N --work NAME,NAME --only TEXT|TEXT]`: what can go wrong on a real Spark, one case after the other. Every case ends with the bytes of a training here, or with a
// message that says what to do. Java and Maven are needed, see scripts/spark.mjs.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { createServer } from 'node:tls'
import { parseArgs } from 'node:util'
import { finish, finishLater, modelToJson, rankingLists, seededRandom, selectLists, train, training } from '@rankwright/core'
import { LocalLists } from '@rankwright/core/runtime'
import { heldParts, openEngine, packLists, workerFile } from '@rankwright/engines'
import { readLists, runtimeFor, writeLists } from '@rankwright/node'
import { SparkSession } from '../packages/engines/dist/spark/connect/sparkSession.js'
import { SparkParts } from '../packages/engines/dist/spark/parts/sparkParts.js'
import { delimitedRelation } from '../packages/engines/dist/spark/table/delimitedRelation.js'
import { encodeTable } from '../packages/engines/dist/spark/table/encodeTable.js'
import { packTable } from '../packages/engines/dist/spark/table/packTable.js'
import { sparkSource } from '../packages/engines/dist/spark/table/sparkSource.js'
import { startSpark, stopSpark, stopSparkOnSignals } from '../scripts/spark.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    executors: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    slower: { type: 'string', default: '1' }, // for machines that are busy: so many times as long between kills
    work: { type: 'string', default: '' }, // what goes on while something is killed, such as score,encoders: all in turn unless given
    only: { type: 'string', default: '' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'rankwright-spark-'))
const { runtime, close } = runtimeFor(1)
const random = seededRandom(Number(values.seed))
const options = { method: 'listnet', lambda: 0.01, iterations: 3 }

/** Lists of 1 to 20 rows, or one very long among them. */
function made(count, long) {
  const [features, labels, ids] = [[], [], []]
  for (let list = 0; list < count; list++) {
    const length = long !== undefined && list === count >> 1 ? long : 1 + random.integer(20)
    for (let item = 0; item < length; item++) {
      const row = [random.normal(), random.normal(), random.normal()]
      features.push(row)
      labels.push(Math.max(0, Math.round(row[0] + random.normal())))
      ids.push(list)
    }
  }
  return rankingLists({ features, labels, lists: ids })
}

/** Rows without a place: lists come in the order of their ids, rows by label and features. Some cells are missing. */
const madeTable =
  "SELECT lpad(CAST(id DIV 10 AS STRING), 6, '0') AS qid, id % 3 AS label, CAST((id * 7 % 11) / 4 AS FLOAT) AS first, IF(id % 17 = 0, NULL, (id * 13 % 1009) / 7) AS second FROM range(80000)"

/** The same rows, made here. */
function tableHere() {
  const rows = Array.from({ length: 80_000 }, (_, id) => ({
    list: String(Math.floor(id / 10)).padStart(6, '0'),
    label: id % 3,
    features: [Math.fround(((id * 7) % 11) / 4), id % 17 === 0 ? Number.NaN : ((id * 13) % 1009) / 7],
  }))
  const order = (value) => (Number.isNaN(value) ? Infinity : value) // as Spark sorts
  rows.sort(
    (a, b) =>
      (a.list < b.list ? -1 : a.list > b.list ? 1 : 0) ||
      b.label - a.label ||
      a.features[0] - b.features[0] ||
      (order(a.features[1]) === order(b.features[1]) ? 0 : order(a.features[1]) - order(b.features[1])),
  )
  return {
    ...rankingLists({
      features: rows.map(({ features }) => features),
      labels: rows.map(({ label }) => label),
      lists: rows.map(({ list }) => list),
    }),
    featureNames: ['first', 'second'],
  }
}

/** A program in place of the worker. */
function programOf(name, text) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const lists = made(8000)
const trained = train(lists, options, runtime)
const expected = modelToJson(trained)
const packed = join(folder, 'lists.packed')
await packLists(lists, packed)

/** What comes of work on lists that lie on Spark; `during` goes on meanwhile. */
async function doneThere(server, work, { path = packed, settings = {}, patience = 60_000, during = async () => {} } = {}) {
  const session = await SparkSession.open(server.url, { patience })
  try {
    const parts = await SparkParts.send(session, path, settings)
    const ended = { value: false }
    const meanwhile = during(ended)
    try {
      return await finishLater(work(heldParts(parts)))
    } finally {
      ended.value = true
      await meanwhile
      await parts.close()
    }
  } finally {
    await session.close()
  }
}

/** The model of a training on Spark. */
async function fitted(server, { fit = options, ...how } = {}) {
  const { model } = await doneThere(server, (held) => training(held, fit, runtime), how)
  return modelToJson(model)
}

/** What a command says, in the folder of the run. */
function ranked(words, environment = {}) {
  const command = [join(import.meta.dirname, '../packages/cli/bin/rankwright.js'), ...words]
  return new Promise((settle) => {
    const env = { ...process.env, ...environment }
    execFile(process.execPath, command, { cwd: folder, env, maxBuffer: 1 << 28 }, (_, stdout, stderr) => settle(stdout || stderr))
  })
}

/** Processes of a server whose command has this in it. */
function processesOf({ pid }, text) {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,command='], { encoding: 'utf8' }).split('\n')
  const found = lines
    .map((line) => /^ *(\d+) +(\d+) +(.*)$/.exec(line))
    .filter((match) => Number(match?.[2]) === pid && match[3].includes(text))
  return found.map(([, id]) => Number(id))
}

/** What workers have kept in folders of a server. */
function keptFiles({ files }) {
  try {
    return filesBelow(files)
  } catch {
    return [] // folders come and go while it looks
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith('.keeping.d'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Seconds of processor that the executors of a server have used. */
function used(server) {
  const ticks = executors(server).map((id) => {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, each) => sum + each, 0) / 100
}

/** Waits until executors compute, or do so no more. */
async function busy(server) {
  await until(async () => (await usedIn(server, 2000)) > 0.3, 'executors do nothing')
}

async function idle(server) {
  await until(async () => (await usedIn(server, 2000)) < 0.1, 'executors go on')
}

async function usedIn(server, milliseconds) {
  const before = used(server)
  await after(milliseconds)
  return used(server) - before
}

async function until(holds, otherwise) {
  for (let tries = 0; tries < 60; tries++) if (await holds()) return
  throw new Error(otherwise)
}

const executors = (server) => processesOf(server, 'CoarseGrainedExecutorBackend').filter((id) => id !== server.pid)

function kill(id) {
  try {
    process.kill(id, 'SIGKILL')
    return true
  } catch {
    return false // it has just ended
  }
}

async function fails(work) {
  try {
    await work()
  } catch (error) {
    return error.message
  }
  return 'nothing failed'
}

function requireText(found, wanted) {
  if (!found.includes(wanted)) throw new Error(`expected "${wanted}", found "${found}"`)
}

function requireSame(found, wanted = expected) {
  if (found !== wanted) throw new Error('the model has other bytes than one that is trained here')
}

/** What is computed of lists that were sent while something is killed: models and scores, as texts. */
const workOnLists = Object.fromEntries([
  ...[
    options,
    { method: 'ranksvm', hinge: 'squared', lambda: 0.01, iterations: 3 },
    { method: 'elmrank', nodes: 30, lambda: 0.01 },
    { method: 'lambdamart', trees: 3, leaves: 6 },
  ].map((fit) => [
    fit.method,
    function* (held) {
      return modelToJson((yield* training(held, fit, runtime)).model)
    },
  ]),
  [
    'score',
    function* (held) {
      return (yield* held.ask('scoredLists', { model: trained })).scores.join()
    },
  ],
])

/** All that goes on while something is killed, there and here. */
const killedWork = {
  ...Object.fromEntries(
    Object.entries(workOnLists).map(([name, work]) => [
      name,
      { there: (server, during) => doneThere(server, work, { during }), here: () => finishLater(work(LocalLists.of(lists, runtime))) },
    ]),
  ),
  encoders: {
    async there(server, during) {
      const { path } = await rawTable(server)
      const session = await SparkSession.open(server.url)
      const ended = { value: false }
      const meanwhile = during(ended)
      try {
        const parts = await encodeTable(session, await sparkSource(session, `parquet.\`${path}\``, rawReading), rawReading)
        const found = await finishLater(heldParts(parts).ask('fingerprint', {}))
        await parts.close()
        return JSON.stringify([parts.about.encoders, found])
      } finally {
        ended.value = true
        await meanwhile
        await session.close()
      }
    },
    async here() {
      const table = await readLists((await rawTable()).files, rawReading)
      return JSON.stringify([table.encoders, await finish(LocalLists.of(table, runtime).ask('fingerprint', {}))])
    },
  },
}

const rawReading = { list: 'qid', label: 'clicks', sameLists: 'join' }

/** Rows of a shop in Parquet files, with texts, categories, prices and dates. A server writes them the first time. */
async function rawTable(server) {
  const path = join(folder, 'messy')
  if (!existsSync(path)) {
    const words = "array('red', 'blue', 'sea', 'shoe', 'leather', 'naïve', 'warm', 'deep', 'new', 'old', 'soft', 'half')"
    const word = (factor) => `element_at(${words}, CAST(id * ${factor} % 12 + 1 AS INT))`
    const columns = [
      "concat('shoes for ', id DIV 12) AS qid",
      'CAST(id * 37 % 23 AS INT) AS clicks',
      `concat_ws(' ', ${[5, 7, 11, 13].map(word).join(', ')}, concat('no', id * 31 % 700), '"so\\tto\\nsay" \\u0001 \\\\ 👟') AS title`,
      "IF(id % 19 = 0, 'n/a', concat('brand ', id * 17 % 410)) AS brand",
      "IF(id % 23 = 0, NULL, element_at(array('s', 'm', 'l'), CAST(id % 3 + 1 AS INT))) AS size",
      "IF(id % 29 = 0, '', concat('$', id * 7 % 1000, '.50')) AS price",
      "concat(id % 28 + 1, '/', id % 12 + 1, '/', 2000 + id % 20) AS listed",
      'FLOAT(id % 17) AS stars',
    ]
    const session = await SparkSession.open(server.url)
    const rows = `SELECT /*+ REPARTITION_BY_RANGE(3, id) */ * FROM range(150000) SORT BY id`
    await session.run(`CREATE TABLE messy USING parquet LOCATION '${path}' AS SELECT ${columns.join(', ')} FROM (${rows})`)
    await session.run('DROP TABLE messy')
    await session.close()
  }
  const files = readdirSync(path).filter((name) => name.endsWith('.parquet'))
  return { path, files: files.sort().map((name) => join(path, name)) }
}

/** Kills some process again and again, after `least` milliseconds and up to `more` of them, while something is computed, in turn. */
async function killedAtRandom(server, wanted, victims, [least, more]) {
  const chosen = Object.entries(killedWork).filter(([name]) => values.work === '' || values.work.split(',').includes(name))
  for (let [killed, turn] = [0, 0]; killed < wanted; turn++) {
    const [name, work] = chosen[turn % chosen.length]
    const before = killed
    let outcome = 'the same bytes'
    try {
      const found = await work.there(server, async (state) => {
        while (!state.value && killed < wanted) {
          await after(Number(values.slower) * (least + random.integer(more)))
          const [victim] = random.shuffle(Uint32Array.from(victims(server)))
          if (!state.value && victim !== undefined && kill(victim)) killed++
        }
      })
      requireSame(found, await work.here())
    } catch (error) {
      // Killed more often than Spark tries.
      if (!/ended before it was done|Job aborted|could not do it/.test(error.message)) throw error
      outcome = `told: ${error.message.slice(0, 120)}`
    }
    console.log(`  ${name}: ${killed - before} killed, ${outcome}`)
  }
}

const cases = {
  'as here, with more tasks than parts': async (server) => requireSame(await fitted(server, { settings: { tasks: 7 } })),
  'a table that Spark packs, and tasks are counted meanwhile': async (server) => {
    let most = 0
    const onTasks = (done, total) => {
      if (done > total) throw new Error(`${done} of ${total} tasks`)
      most = Math.max(most, done)
    }
    const engine = await openEngine(server.url, { onTasks })
    try {
      const parts = await engine.pack([madeTable], {})
      const { model } = await finishLater(training(heldParts(parts), options, runtime))
      requireSame(modelToJson(model), modelToJson(train(tableHere(), options, runtime)))
      if (most === 0) throw new Error('no task was counted')
    } finally {
      await engine.close()
    }
  },
  'a Parquet file that Spark packs: numbers of all kinds, parts that are lost, a disk that takes nothing': async (server) => {
    const path = join(folder, 'kinds.parquet')
    const session = await SparkSession.open(server.url)
    const special = 'IF(id % 7 = 0, -0.0D, IF(id % 11 = 0, 1e-44D, IF(id % 13 = 0, NULL, (id % 1009 - 500) / 7D)))'
    const columns = `id DIV 9 AS qid, id % 3 AS label, CAST(${special} AS FLOAT) AS first, id % 5 AS second, (id * 31 % 1013) / 3D AS third, CAST(id % 977 / 8 AS DECIMAL(12, 3)) AS fourth`
    // Many partitions, most of them empty.
    const rows = `SELECT ${columns} FROM range(0, 700000, 1, 7) WHERE id < 150000`
    await session.run(`CREATE TABLE kinds USING parquet LOCATION '${path}' AS SELECT /*+ COALESCE(1) */ * FROM (${rows})`)
    const flags = join(folder, 'flags.parquet')
    await session.run(
      `CREATE TABLE flags USING parquet LOCATION '${flags}' AS SELECT id DIV 9 AS qid, id % 4 = 0 AS label, id * 31 % 101 AS first FROM range(0, 900, 1, 1)`,
    )
    await session.close()
    const read = (parquet) => {
      const files = readdirSync(parquet).filter((name) => name.endsWith('.parquet'))
      return readLists(files.map((name) => join(parquet, name)))
    }
    const here = await read(path)
    const engine = await openEngine(server.url)
    try {
      const flagged = finish(LocalLists.of(await read(flags), runtime).ask('fingerprint', {}))
      for (const source of [`parquet.\`${flags}\``, 'flags'])
        requireSame(
          JSON.stringify(await finishLater(heldParts(await engine.pack([source], {})).ask('fingerprint', {}))),
          JSON.stringify(flagged),
        )
      const parts = await engine.pack([`parquet.\`${path}\``], {})
      const held = heldParts(parts)
      const summaries = await Promise.all([
        finishLater(held.ask('fingerprint', {})),
        finish(LocalLists.of(here, runtime).ask('fingerprint', {})),
      ])
      requireSame(JSON.stringify(summaries[0]), JSON.stringify(summaries[1]))
      if (parts.sizes.length < 2) throw new Error('a single part')
      for (const damage of [
        (file) => rmSync(file),
        (file) => writeFileSync(file, readFileSync(file).subarray(5)),
        (file) => {
          rmSync(join(file, '..'), { recursive: true, force: true })
          writeFileSync(join(file, '..'), 'no folder')
        },
      ]) {
        const kept = keptFiles(server).filter((file) => file.endsWith('.part'))
        if (kept.length < parts.sizes.length) throw new Error(`${kept.length} parts are on the disks of executors`)
        for (const file of kept) if (existsSync(file)) damage(file)
        for (let times = 0; times < 2; times++)
          requireSame(JSON.stringify(await finishLater(held.ask('fingerprint', {}))), JSON.stringify(summaries[1]))
      }
      const tooLarge = await fails(() => engine.pack(['SELECT 7 AS qid, 1 AS label, 1 AS small, 1e39D AS first, -1e40D AS second'], {}))
      requireText(tooLarge, 'list "7": column "first" holds 1.0E39, which is outside the range of a 32-bit float')
      // What the query of a user means is left to the settings of the session: a text that is no number fails, and is not missing.
      requireText(await fails(() => engine.pack(["SELECT 7 AS qid, 1 AS label, CAST('x' AS DOUBLE) AS first"], {})), 'CAST_INVALID_INPUT')
      const zeros = Array.from({ length: 7 }, (_, column) => `0F AS zero${column}`)
      const sparse = await engine.pack(
        [`SELECT id DIV 9 AS qid, id % 3 AS label, IF(id % 9 = 0, 1, 0) AS first, ${zeros} FROM range(140000)`],
        {},
      )
      if (sparse.about.layout !== 'sparse') throw new Error('rows with many zeros are dense')
    } finally {
      await engine.close()
    }
  },
  'Parquet files that workers read give the parts that Spark makes of them by SQL': async (server) => {
    const session = await SparkSession.open(server.url)
    let bySql = 0
    const run = session.run.bind(session)
    session.run = (sql, ...others) => {
      if (sql.includes('TABLE rankwright_lists')) bySql++
      return run(sql, ...others)
    }
    /** What is packed of a path in both ways, which is the same; by workers unless told. */
    const packedInBoth = async (path, { workers = true, reading = { ignore: ['item'] } } = {}) => {
      const source = await sparkSource(session, `parquet.\`${path}\``, reading)
      const { files: _, ...forSpark } = source
      const found = []
      for (const [way, table] of Object.entries({ workers: source, sql: forSpark })) {
        bySql = 0
        try {
          const parts = await packTable(session, table, reading)
          const items = parts.items === undefined ? undefined : [...(await session.rows(parts.items))]
          found.push(JSON.stringify([parts.about, parts.sizes, parts.sorted, items]))
          await parts.close()
        } catch (error) {
          found.push(error.message)
        }
        if ((way === 'workers' && workers) === bySql > 0) throw new Error(`${path} was read by ${bySql > 0 ? 'Spark' : 'workers'}`)
      }
      if (found[0] !== found[1]) throw new Error(`${path}: by workers ${found[0]}, by SQL ${found[1]}`)
      return found[0]
    }
    const spoiled = (value) => `IF(id % 13 = 5, NULL, ${value})`
    const longs = 'IF(id % 2 = 0, id * 7919 - 500000000, 1152921573326323713 + id * 34359738368)'
    const columns = {
      tiny: 'CAST(id % 256 - 128 AS TINYINT)',
      small: 'CAST(id * 31 % 60000 - 30000 AS SMALLINT)',
      whole: 'CAST(id * 99991 % 4000000000 - 2000000000 AS INT)',
      long: longs,
      flag: 'id % 3 = 1',
      single: 'CAST(sin(id) AS FLOAT)',
      few: "CAST(IF(id % 7 = 0, -0.0D, IF(id % 11 = 0, 1e-44D, IF(id % 17 = 0, double('NaN'), id % 5))) AS FLOAT)",
      double: '16777217D + id * 1e-3D',
      nothing: 'CAST(NULL AS FLOAT)',
    }
    const cells = Object.entries(columns).map(([name, value]) => `${spoiled(value)} AS ${name}`)
    const made = (list, others = cells) =>
      `SELECT /*+ COALESCE(1) */ ${list} AS qid, id % 4 AS label, concat('item ', id) AS item, ${others.join(', ')} FROM range(0, 70000, 1, 1)`
    const inFolder = async (name, query, codec = 'snappy', partitioned = '') => {
      const path = join(folder, name)
      await session.run(
        `CREATE TABLE \`${name}\` USING parquet OPTIONS (compression '${codec}') ${partitioned} LOCATION '${path}' AS ${query}`,
      )
      await session.run(`DROP TABLE \`${name}\``)
      return path
    }
    try {
      for (const codec of ['snappy', 'gzip', 'uncompressed'])
        await packedInBoth(await inFolder(`read_${codec}`, made("concat('list ', id DIV 9)"), codec))
      await packedInBoth(await inFolder('read_numbers', made('id DIV 9')), { reading: { item: 'item' } })
      const zeros = Array.from({ length: 20 }, (_, column) => `0F AS zero${column}`)
      const sparse = await packedInBoth(await inFolder('read_zeros', made('id DIV 9', ['IF(id % 9 = 0, 1, 0) AS first', ...zeros])))
      requireText(sparse, '"layout":"sparse"')
      // Several files, of which one has no row, with names that addresses do not have as they are; a list goes on in the next file.
      const several = join(folder, 'read several')
      mkdirSync(several)
      const chosen = [
        ['a b.parquet', 0, 3000],
        ['c%20d.parquet', 2999, 7000],
        ['é=.parquet', 7000, 7900],
      ]
      const some = (from, to) =>
        selectLists(
          lists,
          Uint32Array.from({ length: to - from }, (_, list) => from + list),
        )
      for (const [name, from, to] of chosen.slice(0, 2)) await writeLists(some(from, to), join(several, name))
      await session.run(
        `CREATE TABLE nothing USING parquet LOCATION '${join(folder, 'nothing')}' AS SELECT * FROM parquet.\`${several}\` LIMIT 0`,
      )
      const [empty] = readdirSync(join(folder, 'nothing')).filter((name) => name.endsWith('.parquet'))
      await session.run('DROP TABLE nothing')
      writeFileSync(join(several, 'b.parquet'), readFileSync(join(folder, 'nothing', empty)))
      await packedInBoth(several, { reading: {} })
      // What is left to Spark: rows of a list that are apart, folders by the values of a column, a sign of those in a name, a codec that Node has not.
      await packedInBoth(await inFolder('read_apart', made('id % 10000')), { workers: false })
      await packedInBoth(await inFolder('read_parts', made('id DIV 9'), 'snappy', 'PARTITIONED BY (flag)'), { workers: false })
      await packedInBoth(await inFolder('read_lz4', made('id DIV 9'), 'lz4'), { workers: false })
      await writeLists(some(chosen[2][1], chosen[2][2]), join(several, chosen[2][0]))
      await packedInBoth(several, { workers: false, reading: {} })
      // Problems have the same words.
      const spoilt = async (name, list, value) => packedInBoth(await inFolder(name, made(list, [`${value} AS first`])))
      requireText(await spoilt('read_large', 'id DIV 9', 'IF(id = 77, 1e39D, 1D)'), 'column "first" holds 1.0E39')
      requireText(await spoilt('read_listless', 'IF(id = 77, NULL, id DIV 9)', '1D'), 'qid')
    } finally {
      await session.close()
    }
  },
  'Parquet files that workers read: parts are lost, executors killed, and files changed': async (server) => {
    const path = join(folder, 'read_again')
    mkdirSync(path)
    const long = made(30_000)
    for (const [name, from, to] of [
      ['1.parquet', 0, 17_000],
      ['2.parquet', 17_000, 30_000],
    ])
      await writeLists(
        selectLists(
          long,
          Uint32Array.from({ length: to - from }, (_, list) => from + list),
        ),
        join(path, name),
      )
    const wanted = JSON.stringify(await finish(LocalLists.of(long, runtime).ask('fingerprint', {})))
    const engine = await openEngine(server.url)
    try {
      // An executor is killed while its worker packs.
      let killed = 0
      const killer = setInterval(() => {
        if (killed === 0 && processesOf(server, '--op pack-files').length > 0) killed += Number(kill(executors(server)[0]))
      }, 20)
      const parts = await engine.pack([`parquet.\`${path}\``], {})
      clearInterval(killer)
      if (killed === 0) throw new Error('no executor was killed')
      if (parts.sizes.length < 3) throw new Error(`${parts.sizes.length} parts`)
      const asked = async () => JSON.stringify(await finishLater(heldParts(parts).ask('fingerprint', {})))
      requireSame(await asked(), wanted)
      for (const damage of [
        (file) => rmSync(file),
        (file) => writeFileSync(file, readFileSync(file).subarray(5)),
        (file) => {
          rmSync(join(file, '..'), { recursive: true, force: true })
          writeFileSync(join(file, '..'), 'no folder')
        },
      ]) {
        for (const file of keptFiles(server).filter((each) => each.endsWith('.part'))) if (existsSync(file)) damage(file)
        for (let times = 0; times < 2; times++) requireSame(await asked(), wanted)
      }
      for (const id of executors(server)) kill(id)
      requireSame(await asked(), wanted)
      // All rows come here, part by part.
      const fetched = []
      for await (const chunk of parts.chunks()) fetched.push(...chunk.labels)
      requireSame(JSON.stringify(fetched), JSON.stringify([...long.labels]))
      const second = join(path, '2.parquet')
      writeFileSync(second, readFileSync(second))
      for (const id of executors(server)) kill(id)
      requireText(await fails(asked), 'has other values than when the lists were packed')
    } finally {
      await engine.close()
    }
  },
  'Parquet files that Spark alone sees: parts are lost, executors killed, and files changed': async (server) => {
    const session = await SparkSession.open(server.url)
    const path = join(folder, 'elsewhere')
    mkdirSync(path)
    const long = made(15_000)
    for (const [name, from, to] of [
      ['1 a.parquet', 0, 300],
      ['2.parquet', 299, 9000],
      ['3.parquet', 9000, 15_000],
    ])
      await writeLists(
        selectLists(
          long,
          Uint32Array.from({ length: to - from }, (_, list) => from + list),
        ),
        join(path, name),
      )
    const notes = []
    const reading = { onNote: (note) => notes.push(note) }
    try {
      await session.configure({ 'fs.viewfs.impl.disable.cache': 'true', 'fs.viewfs.mounttable.default.link./shop': `file://${path}` })
      const source = await sparkSource(session, 'viewfs:/shop', reading)
      const { files: _, ...forSpark } = source
      const bySql = await packTable(session, forSpark, reading)
      const [sizes, wanted] = [JSON.stringify(bySql.sizes), JSON.stringify(await finishLater(heldParts(bySql).ask('fingerprint', {})))]
      await bySql.close()
      for (const tasks of [2, 5]) {
        // An executor is killed while its worker packs.
        let killed = tasks === 2 ? 0 : undefined
        const killer = setInterval(() => {
          if (killed === 0 && processesOf(server, '--op pack-sent-files').length > 0) killed += Number(kill(executors(server)[0]))
        }, 20)
        const parts = await packTable(session, source, reading, { tasks })
        clearInterval(killer)
        if (killed === 0) throw new Error('no executor was killed')
        if (parts.sizes.length < 3) throw new Error(`${parts.sizes.length} parts`)
        requireSame(JSON.stringify(parts.sizes), sizes)
        const asked = async () => JSON.stringify(await finishLater(heldParts(parts).ask('fingerprint', {})))
        requireSame(await asked(), wanted)
        if (tasks === 2) {
          const kept = () => keptFiles(server).filter((file) => existsSync(file))
          const others = kept().filter((file) => !file.endsWith('.part'))
          if (others.length > 0 && killed === undefined) throw new Error(`left behind: ${others}`)
          for (const file of kept()) rmSync(file)
          for (let times = 0; times < 2; times++) requireSame(await asked(), wanted)
          for (const id of executors(server)) kill(id)
          requireSame(await asked(), wanted)
        }
        if (tasks === 5) {
          const third = join(path, '3.parquet')
          writeFileSync(third, readFileSync(third))
          for (const file of keptFiles(server)) rmSync(file, { force: true })
          requireText(await fails(asked), 'has other values than when the lists were packed')
        }
        await parts.close()
      }
      if (notes.length > 0) throw new Error(`${notes[0].code}: ${notes[0].reason}`)
      // Pages that workers cannot read are left to SQL, and that is told.
      const other = join(folder, 'elsewhere-lz4')
      await session.run(
        `CREATE TABLE lz4 USING parquet OPTIONS (compression 'lz4') LOCATION '${other}' AS SELECT * FROM parquet.\`${path}/3.parquet\``,
      )
      await session.run('DROP TABLE lz4')
      await session.configure({ 'fs.viewfs.mounttable.default.link./lz4': `file://${other}` })
      const left = await packTable(session, await sparkSource(session, 'viewfs:/lz4', reading), reading)
      await left.close()
      requireText(notes.map(({ reason }) => reason).join(), 'packed with LZ4')
    } finally {
      await session.close()
    }
  },
  'scores go into tables and Parquet files of Spark': async (server) => {
    const [here, words] = [join(folder, 'judged-files'), 'qid, label, first, second']
    const session = await SparkSession.open(server.url)
    const told = (...words) => ranked([...words, '--engine', server.url])
    const sorted = async (relation) => {
      const rows = await session.rows(`SELECT list, place, item, score FROM ${relation} ORDER BY list, place`)
      return JSON.stringify([...rows.values()])
    }
    try {
      // Lists across the files of a table, with ids that need to be escaped, and one row that is there twice.
      const rows =
        "SELECT concat('qü ', id DIV 7) AS qid, id % 3 AS label, concat('item\\t', id) AS doc, id * 7 % 1013 AS first, (id * 13 % 1009) / 7D AS second FROM range(70000)"
      await session.run(
        `CREATE TABLE judged USING parquet LOCATION '${here}' AS SELECT /*+ COALESCE(1) */ * FROM (${rows} UNION ALL ${rows.replace('70000', '1')})`,
      )
      const [file] = readdirSync(here).filter((name) => name.endsWith('.parquet'))
      const parquet = join(here, file)
      await ranked(['train', parquet, '--method', 'lambdamart', '--trees', '3', '--out', 'scoring.json'])
      await ranked(['score', 'scoring.json', parquet, '--to', 'parquet', '--out', 'scores.parquet'])
      const expected = await sorted(`parquet.\`${join(folder, 'scores.parquet')}\``)
      const [there, target] = [`parquet.\`${here}\``, join(folder, 'scores.on-spark')]
      requireText(await told('score', 'scoring.json', there, '--table', 'scores'), '70,001 scores written to the table scores')
      requireSame(await sorted('scores'), expected)
      await told('score', 'scoring.json', 'judged', '--table', target)
      requireSame(await sorted(`parquet.\`${target}\``), expected)
      // A folder that is there is replaced if that is asked for.
      requireText(await told('score', 'scoring.json', 'judged', '--table', target), 'Spark empties a folder before it writes to it')
      await told('score', 'scoring.json', 'judged', '--table', target, '--force')
      requireSame(await sorted(`parquet.\`${target}\``), expected)
      copyFileSync(parquet, join(folder, 'other.parquet'))
      requireText(
        await told('score', 'scoring.json', 'other.parquet', '--table', 'judged'),
        'judged is there already, and it is no table of scores',
      )
      // Rows of a query have no order: items have the same scores.
      const byItem = async (relation) =>
        JSON.stringify([...(await session.rows(`SELECT list, item, score FROM ${relation} ORDER BY list, item`)).values()])
      await told('score', 'scoring.json', `SELECT doc, ${words} FROM judged`, '--table', 'scores')
      await session.run('REFRESH TABLE scores')
      requireSame(await byItem('scores'), await byItem(`parquet.\`${target}\``))
      // A model that has what the table lacks fails, and the scores of before stay.
      requireText(await told('score', 'scoring.json', 'SELECT qid, label, first FROM judged', '--table', 'scores'), 'second')
      requireSame(await byItem('scores'), await byItem(`parquet.\`${target}\``))
      await session.run(`CREATE TABLE others AS SELECT 1 AS one`)
      await told('score', 'scoring.json', 'judged', '--table', 'others', '--force')
      requireSame(await sorted('others'), expected)
      const tables = (await session.rows('SHOW TABLES'))
        .get('tableName')
        .filter((name) => /_(written|before)_|rankwright_scores/.test(name))
      if (tables.length > 0) throw new Error(`left behind: ${tables}`)
    } finally {
      for (const table of ['judged', 'scores', 'others']) await session.run(`DROP TABLE IF EXISTS ${table}`)
      await session.close()
    }
  },
  'LETOR text, CSV and a table with texts that Spark reads': async (server) => {
    const there = join(folder, 'there')
    mkdirSync(there)
    const text = (from) =>
      Array.from({ length: 300 }, (_, row) => {
        const id = from + row
        return `${id % 3} qid:ü${Math.floor(id / 7)} 1:${(id * 7) % 11} ${id % 5 === 0 ? '' : `3:${((id * 13) % 1009) / 7} `}4:1e-${id % 9} # docid = d${id}\n`
      })
    const files = [0, 1000].map((from, file) => {
      const path = join(there, `S${file}.txt`)
      writeFileSync(path, ['# rows of a test\n', '\n', ...text(from)].join(''))
      return path
    })
    const rows = Array.from({ length: 400 }, (_, id) => {
      const title = ['red shoe', 'blue "sea"', 'red\nsea, deep', 'shoe of leather'][(id * 7) % 4]
      return [
        id % 3,
        `q${Math.floor(id / 8)}`,
        `d${id}`,
        id % 11 === 0 ? '' : (id * 13) % 101,
        ((id * 7) % 13) / 8,
        'abcde'[id % 5],
        `"${title.replaceAll('"', '""')}"`,
      ]
    })
    const csv = join(there, 'raw.csv')
    writeFileSync(csv, ['label,qid,doc,count,price,brand,title', ...rows].join('\n'))
    writeFileSync(join(there, 'plain.csv'), ['label,qid,doc,count,price', ...rows.map((row) => row.slice(0, 5))].join('\n'))
    const session = await SparkSession.open(server.url)
    const table = join(there, 'table')
    try {
      await session.readView('raw_cells', { format: 'csv', settings: { header: 'true', multiLine: 'true', escape: '"' }, path: csv }, ['*'])
      const typed = 'INT(label) AS label, qid, doc, INT(count) AS count, DOUBLE(price) AS price, brand, title'
      await session.run(`CREATE TABLE raw_there USING parquet LOCATION '${table}' AS SELECT /*+ COALESCE(1) */ ${typed} FROM raw_cells`)
      const parquet = join(
        table,
        readdirSync(table).find((name) => name.endsWith('.parquet')),
      )
      const pairs = [
        [files, `file:${there}/S*.txt`],
        [files, `file:${there}/S*.txt`, '--features', '1,3-6', '--grades', 'quantile:2'],
        [files, `file:${there}/S*.txt`, '--ignore', '3', '--grades', 'log'],
        [[csv], `file:${csv}`],
        [[join(there, 'plain.csv')], `file:${there}/plain.csv`],
        [[parquet], 'raw_there'],
      ]
      for (const [here, name, ...words] of pairs) {
        const fit = ['--method', 'listnet', '--iterations', '2', '--force', ...words]
        await ranked(['train', ...here, '--out', 'here.json', ...fit])
        const told = await ranked(['train', name, '--engine', server.url, '--out', 'there.json', ...fit])
        requireText(told, 'packed by spark')
        requireSame(readFileSync(join(folder, 'there.json'), 'utf8'), readFileSync(join(folder, 'here.json'), 'utf8'))
      }
      await ranked(['score', 'there.json', parquet, '--to', 'parquet', '--out', 'raw-scores.parquet', '--force'])
      await ranked(['score', 'there.json', 'raw_there', '--engine', server.url, '--table', 'raw_scores'])
      const columns = async (relation) => {
        const found = await session.rows(`SELECT list, place, item, score FROM ${relation} ORDER BY list, place`)
        return JSON.stringify([...found.values()])
      }
      requireSame(await columns('raw_scores'), await columns(`parquet.\`${join(folder, 'raw-scores.parquet')}\``))
      writeFileSync(files[1], ['1 qid:x 1:1\n', '# none\n', ...text(1000), '1 qid:y 2:3 2:4\n'].join(''))
      const broken = await ranked(['train', `file:${there}/S*.txt`, '--engine', server.url, '--method', 'listnet', '--out', 'none.json'])
      requireText(broken, 'S1.txt:303:13: feature 2 appears twice')
      writeFileSync(files[1], ['1 qid:ü0 1:1\n', '0 qid:ü0 1:1\n'].join(''))
      const twice = await ranked(['train', `file:${there}/S*.txt`, '--engine', server.url, '--method', 'listnet', '--out', 'none.json'])
      requireText(twice, 'list "ü0" is also in')
    } finally {
      for (const name of ['raw_there', 'raw_scores']) await session.run(`DROP TABLE IF EXISTS ${name}`)
      await session.close()
    }
  },
  'CSV files that tasks share': async (server) => {
    const cells = Array.from({ length: 5000 }, (_, id) => `${id},"a ""cell"", ${id}"`)
    const session = await SparkSession.open(server.url)
    try {
      await session.configure({ 'spark.sql.files.maxPartitionBytes': '20000', 'spark.sql.files.openCostInBytes': '0' })
      for (const [name, lines, end, shared] of [
        ['lines', cells, '\n', true],
        ['returns', cells, '\r\n', true],
        ['cells-over-lines', cells.toSpliced(4000, 0, '3999.5,"two\nlines"'), '\n', false],
        ['single-quotes', cells.toSpliced(4000, 0, '3999.5,12" pipe'), '\n', false],
        ['single-returns', cells.toSpliced(4000, 0, '3999.5,a\rb'), '\n', false],
      ]) {
        const path = join(folder, `${name}.csv`)
        writeFileSync(path, ['place,title', ...lines].join(end))
        const { relation, order } = await delimitedRelation(session, `file:${path}`, ',')
        const rows = await session.rows(`SELECT place, ${order[1]} DIV 8589934592 AS block FROM ${relation} ORDER BY ${order}`)
        const places = rows.get('place').map(Number)
        if (places.length !== lines.length || places.some((place, row) => row > 0 && place <= places[row - 1]))
          throw new Error(`${name}: ${places.length} rows, or another order`)
        if (new Set(rows.get('block').map(String)).size > 1 !== shared) throw new Error(`${name}: ${shared ? 'one task' : 'several tasks'}`)
      }
    } finally {
      await session.close()
    }
  },
  'encoders fitted on the cluster are those fitted here, for any number of tasks, also if workers are killed': async (server) => {
    const { path, files: here } = await rawTable(server)
    const session = await SparkSession.open(server.url)
    try {
      for (const [tasks, grades, kills] of [
        [1, undefined, 0],
        [3, undefined, 2],
        [2, 'quantile:4', 0],
      ]) {
        const reading = { ...rawReading, ...(grades && { grades }) }
        let killed = 0
        const killer = setInterval(() => {
          const [worker] = processesOf(server, '.mjs --op ')
          if (killed < kills && worker !== undefined && kill(worker)) killed++
        }, 4000)
        const parts = await encodeTable(session, await sparkSource(session, `parquet.\`${path}\``, reading), reading, { tasks })
        clearInterval(killer)
        if (kills > 0 && killed === 0) throw new Error('no worker was killed')
        if (parts.sizes.length < 3) throw new Error('there is less than a part for each task')
        const found = await finishLater(training(heldParts(parts), options, runtime))
        requireSame(modelToJson(found.model), modelToJson(train(await readLists(here, reading), options, runtime)))
        await parts.close()
      }
    } finally {
      await session.close()
    }
  },
  'a training whose process is killed goes on from its checkpoint': async (server) => {
    const words = ['train', madeTable, '--engine', server.url, '--method', 'listnet', '--lambda', '0.01', '--iterations', '3']
    const checkpoint = join(folder, 'answers')
    const files = ['--checkpoint', 'answers', '--out', 'resumed.json']
    const program = join(import.meta.dirname, '../packages/cli/bin/rankwright.js')
    const command = spawn(process.execPath, [program, ...words, ...files], { cwd: folder, stdio: 'ignore' })
    const ended = new Promise((settle) => command.on('exit', (code, by) => settle(by ?? code)))
    // Some questions of the training have been answered.
    for (let size = 0; size < 4000 && command.exitCode === null; size = existsSync(checkpoint) ? statSync(checkpoint).size : 0)
      await after(50)
    command.kill('SIGKILL')
    if ((await ended) !== 'SIGKILL') throw new Error('it had ended before')
    const notes = await new Promise((settle) =>
      execFile(process.execPath, [program, ...words, ...files], { cwd: folder }, (_, __, stderr) => settle(stderr)),
    )
    requireText(notes, 'of an earlier run found in answers')
    requireSame(readFileSync(join(folder, 'resumed.json'), 'utf8').trimEnd(), modelToJson(train(tableHere(), options, runtime)).trimEnd())
    if (existsSync(checkpoint)) throw new Error('the checkpoint is still there')
  },
  'a table that is changed after it was packed': async (server) => {
    const session = await SparkSession.open(server.url)
    const rows = (step) => `SELECT id DIV 9 AS qid, id % 3 AS label, CAST(id * ${step} % 1013 AS FLOAT) AS first FROM range(150000)`
    const engine = await openEngine(server.url)
    try {
      await session.run(`CREATE TABLE changing USING parquet AS ${rows(7)}`)
      const parts = await engine.pack(['changing'], {})
      await session.run(`INSERT OVERWRITE TABLE changing ${rows(11)}`)
      for (const id of executors(server)) kill(id)
      const told = await fails(() => finishLater(training(heldParts(parts), options, runtime)))
      if (!/has other values|was changed|does not exist/.test(told)) throw new Error(told)
    } finally {
      await engine.close()
      await session.run('DROP TABLE IF EXISTS changing')
      await session.close()
    }
  },
  ...Object.fromEntries(
    ['SIGINT', 'SIGKILL'].map((signal) => [
      `a command ended by ${signal} leaves the cluster free`,
      async (server) => {
        // Spark looks after every thousand rows whether it should go on.
        const slow = "length(regexp_replace(repeat(CAST(id AS STRING), 500), '(1+)+2', ''))"
        const query = `SELECT id DIV 9 AS qid, id % 3 AS label, ${slow} AS first FROM range(1000000000)`
        const words = [
          join(import.meta.dirname, '../packages/cli/bin/rankwright.js'),
          'train',
          query,
          '--engine',
          server.url,
          '--method',
          'listnet',
        ]
        const command = spawn(process.execPath, [...words, '--out', join(folder, 'none.json')], { stdio: 'ignore' })
        const ended = new Promise((settle) => command.on('exit', (code, by) => settle(by ?? code)))
        await busy(server)
        command.kill(signal)
        const how = await ended
        if (how !== (signal === 'SIGINT' ? 130 : 'SIGKILL')) throw new Error(`it ended with ${how}`)
        await idle(server)
      },
    ]),
  ),
  'commands ended in the first seconds leave no worker': async (server) => {
    const path = join(folder, 'soon')
    const session = await SparkSession.open(server.url)
    const cells = Array.from({ length: 20 }, (_, column) => `CAST(hash(id, ${column}) AS DOUBLE) AS f${column}`).join(', ')
    await session.run(
      `INSERT OVERWRITE DIRECTORY '${path}' USING parquet SELECT id DIV 20 AS qid, id % 3 AS label, ${cells} FROM range(0, 400000, 1, 4)`,
    )
    await session.close()
    const words = [join(import.meta.dirname, '../packages/cli/bin/rankwright.js'), 'train', `file:${path}`, '--engine', server.url]
    for (let delay = 0; delay < 800; delay += 200)
      for (const signal of ['SIGINT', 'SIGKILL']) {
        const command = spawn(process.execPath, [...words, '--method', 'listnet', '--out', join(folder, 'none.json')], { stdio: 'ignore' })
        for (let tries = 0; processesOf(server, '.mjs --op').length === 0; tries++) {
          if (tries === 600 || command.exitCode !== null) throw new Error('no worker was met')
          await after(50)
        }
        await after(delay)
        command.kill(signal)
        await until(
          async () => (await after(1000)) || processesOf(server, '.mjs --op').length === 0,
          `after ${signal}, workers were left behind`,
        )
      }
  },
  'methods are tuned in folds, as here': async (server) => {
    await writeLists(
      selectLists(
        lists,
        Uint32Array.from({ length: 60 }, (_, list) => list),
      ),
      join(folder, 'tuned.txt'),
    )
    const tune = ['tune', 'tuned.txt', '--method', 'listnet', '--lambda', '1,0.01', '--folds', '3', '--force', '--out']
    await ranked([...tune, 'tuned-here.json'])
    await ranked([...tune, 'tuned-there.json', '--engine', server.url])
    requireSame(readFileSync(join(folder, 'tuned-there.json'), 'utf8'), readFileSync(join(folder, 'tuned-here.json'), 'utf8'))
  },
  'scores never replace what they are made of': async (server) => {
    const session = await SparkSession.open(server.url)
    const path = join(folder, 'scored-files')
    try {
      await session.run('CREATE TABLE scored USING parquet AS SELECT id DIV 9 AS qid, id % 3 AS label, id % 7 AS first FROM range(900)')
      await session.run('CREATE VIEW shown AS SELECT * FROM scored')
      await session.run(`INSERT OVERWRITE DIRECTORY '${path}' USING parquet SELECT * FROM scored`)
      const train = ['train', 'scored', '--engine', server.url, '--method', 'least-squares', '--force', '--out', 'scoring.json']
      requireText(await ranked(train), 'written to scoring.json')
      for (const [source, table] of [
        ['scored', 'SCORED'],
        ['shown', 'default.scored'],
        ['SELECT * FROM shown', '`scored`'],
        [`file:${path}`, path],
        [`SELECT * FROM parquet.\`${path}\``, `file:${path}`],
        [path, path],
      ])
        requireText(
          await ranked(['score', 'scoring.json', source, '--engine', server.url, '--table', table, '--force']),
          'so it is not replaced',
        )
      requireText(
        await ranked(['score', 'scoring.json', 'shown', '--engine', server.url, '--table', 'made']),
        '900 scores written to the table made',
      )
      const rows = await session.rows(
        `SELECT count(first) AS rows FROM (SELECT first FROM scored UNION ALL SELECT first FROM parquet.\`${path}\`)`,
      )
      if (Number(rows.get('rows')[0]) !== 1800) throw new Error('rows are gone')
    } finally {
      for (const what of ['VIEW shown', 'TABLE scored', 'TABLE made'])
        await session.run(`DROP ${what.replace(' ', ' IF EXISTS ')}`).catch(() => {})
      await session.close()
    }
  },
  'one list of 70,000 rows among short ones': async (server) => {
    const skewed = made(500, 70_000)
    const path = join(folder, 'skewed.packed')
    await packLists(skewed, path)
    requireSame(await fitted(server, { path }), modelToJson(train(skewed, options, runtime)))
  },
  [`${values.kills} workers killed at random`]: (server) =>
    killedAtRandom(server, Number(values.kills), (server) => processesOf(server, '.mjs --op'), [200, 1500]),
  [`${values.executors} executors killed at random`]: (server) => killedAtRandom(server, Number(values.executors), executors, [2000, 8000]),
  'an executor killed': async (server) => {
    let killed = false
    const model = await fitted(server, {
      async during(state) {
        await after(4000)
        if (!state.value) killed = kill(executors(server)[0])
      },
    })
    if (!killed) throw new Error('no executor was killed')
    requireSame(model)
  },
  'trees, with what workers keep': async (server) => {
    const fit = { method: 'lambdamart', trees: 3, leaves: 6 }
    const before = new Set(keptFiles(server)) // of executors that were killed
    let found = 0
    const model = await fitted(server, {
      fit,
      async during(state) {
        while (!state.value) {
          found = Math.max(found, keptFiles(server).filter((file) => !before.has(file)).length)
          await after(100)
        }
      },
    })
    requireSame(model, modelToJson(train(lists, fit, runtime)))
    if (found < 4) throw new Error(`${found} files were kept, not bins and nodes of two parts`)
    const left = keptFiles(server).filter((file) => !before.has(file))
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
  },
  'trees, with what workers keep removed and an executor killed': async (server) => {
    const fit = { method: 'lambdamart', trees: 3, leaves: 6 }
    let [removed, killed] = [0, false]
    const model = await fitted(server, {
      fit,
      async during(state) {
        while (!state.value) {
          await after(1500)
          const kept = keptFiles(server)
          for (const path of kept) rmSync(path, { force: true })
          removed += kept.length
          if (removed > 0 && !killed && !state.value) killed = kill(executors(server)[0])
        }
      },
    })
    if (!killed) throw new Error('nothing was removed, or no executor was killed')
    requireSame(model, modelToJson(train(lists, fit, runtime)))
  },
  'parts that were sent are damaged on executors, or gone': async (server) => {
    const session = await SparkSession.open(server.url)
    const parts = await SparkParts.send(session, packed)
    try {
      const held = heldParts(parts)
      await finishLater(held.ask('fingerprint', {}))
      let damaged = 0
      for (const damage of [(file) => writeFileSync(file, readFileSync(file).subarray(1)), (file) => rmSync(file)]) {
        // Executors work in the folder of their application; Spark's driver has the files elsewhere.
        const sent = readdirSync(server.files, { recursive: true, withFileTypes: true }).filter(
          ({ name, parentPath }) =>
            /^rankwright-\w+\.part\d*$/.test(name) && parentPath.split(sep).some((folder) => folder.startsWith('app-')),
        )
        for (const { parentPath, name } of sent) damage(join(parentPath, name))
        damaged += sent.length
        const { model } = await finishLater(training(held, options, runtime))
        requireSame(modelToJson(model))
      }
      if (damaged < 4) throw new Error(`${damaged} files were found to be damaged`)
    } finally {
      await parts.close()
      await session.close()
    }
  },
  'a worker of another version': async (server) => {
    const other = programOf('other.mjs', readFileSync(workerFile(), 'utf8').replaceAll('"0.1.0"', '"0.0.9"'))
    requireText(await fails(() => fitted(server, { settings: { worker: other } })), 'The worker is of rankwright 0.0.9')
  },
  'a worker that ends without reading': async (server) => {
    const silent = programOf('silent.mjs', 'process.exit(0)\n')
    const told = await fails(() => fitted(server, { settings: { worker: silent } }))
    if (!/parts gave no answer|ended before it was done/.test(told)) throw new Error(told)
  },
  'a worker that crashes': async (server) => {
    const crashing = programOf('crashing.mjs', "process.stdin.resume().on('end', () => { throw new Error('out of luck') })\n")
    requireText(await fails(() => fitted(server, { settings: { worker: crashing } })), 'out of luck')
  },
  'a worker that answers twice': async (server) => {
    const program = readFileSync(workerFile(), 'utf8')
    const wrapper = `import { writeFileSync as w, mkdtempSync as m } from 'node:fs'; import { spawnSync as s } from 'node:child_process'; import { tmpdir as t } from 'node:os'
const f = m(t() + '/rw-') + '/w.mjs'; w(f, Buffer.from('${Buffer.from(program).toString('base64')}', 'base64'))
const { stdout } = s(process.execPath, [f, ...process.argv.slice(2)], { stdio: ['inherit', 'pipe', 'inherit'], maxBuffer: 1e9 }); process.stdout.write(stdout); process.stdout.write(stdout)
`
    requireText(await fails(() => fitted(server, { settings: { worker: programOf('twice.mjs', wrapper) } })), 'was answered twice')
  },
  'executors without node': async () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['bash', 'cat', 'sed', 'dirname', 'java', 'chmod', 'mkdir', 'ls', 'id', 'hostname', 'ps']) {
      const { stdout, status } = spawnSync('bash', ['-c', `command -v ${name}`], { encoding: 'utf8' })
      if (status === 0) symlinkSync(stdout.trim(), join(bin, name))
    }
    const server = await startSpark(undefined, bin)
    try {
      requireText(await fails(() => fitted(server)), 'There is no node on the path of the executors')
      requireSame(await fitted({ ...server, url: `${server.url}?node=${process.execPath}` }))
      requireText(await fails(() => fitted({ ...server, url: `${server.url}?node=nowhere` })), 'nowhere: the file cannot be read')
    } finally {
      await stopSpark(server)
    }
  },
  'a token, and TLS in front of the server: score, evaluate and certify answer as here': async () => {
    process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN = 'a secret of the test' // the server asks for it
    const server = await startSpark('local[2]')
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names], {
      stdio: 'ignore',
    })
    const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert), ALPNProtocols: ['h2'] }, (secure) => {
      const plain = connect(Number(new URL(server.url).port), '127.0.0.1')
      for (const [from, to] of [
        [secure, plain],
        [plain, secure],
      ])
        from.pipe(to).on('error', () => from.destroy())
    })
    await new Promise((settle) => proxy.listen(0, '127.0.0.1', settle))
    try {
      const engine = `sparks://127.0.0.1:${proxy.address().port}`
      const answer = (words, environment = {}) => ranked([...words, '--json'], { NODE_EXTRA_CA_CERTS: cert, ...environment })
      await writeLists(made(300), join(folder, 'train.txt'))
      await writeLists(made(200), join(folder, 'new.txt'))
      await answer(['train', 'train.txt', '--method', 'listnet', '--out', 'model.json'])
      for (const words of [
        ['score', 'model.json', 'new.txt'],
        ['evaluate', 'model.json', 'new.txt'],
        ['certify', 'model.json', '--held-out', 'new.txt'],
      ]) {
        const { engine: used, ...there } = JSON.parse(await answer([...words, '--engine', engine]))
        if (used.name !== 'spark') throw new Error(`${words[0]} names no engine`)
        requireSame(JSON.stringify(there), JSON.stringify(JSON.parse(await answer(words))))
      }
      const other = await answer(['score', 'model.json', 'new.txt', '--engine', engine], { SPARK_CONNECT_AUTHENTICATE_TOKEN: 'another' })
      requireText(other, 'refuses the connection')
    } finally {
      delete process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN
      proxy.close()
      await stopSpark(server)
    }
  },
  'a disk that is full: parts that do not fit are told, and those that fit are trained on': async () => {
    if (process.getuid?.() !== 0) {
      console.log('  skipped: only root may mount a small disk')
      return
    }
    const server = await startSpark('local[2]', undefined, (files) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'rankwright', files]),
    )
    try {
      requireSame(await fitted(server))
      const large = join(folder, 'large.packed')
      await packLists(made(150_000), large) // more than the disk holds
      requireText(await fails(() => fitted(server, { path: large })), 'is full. Make room')
    } finally {
      await stopSpark(server)
      spawnSync('umount', [server.files])
      rmSync(server.files, { recursive: true, force: true })
    }
  },
  'the server killed': async () => {
    const server = await startSpark('local[2]')
    try {
      const told = await fails(() =>
        fitted(server, {
          patience: 3000,
          async during(state) {
            await after(3000)
            if (!state.value) kill(server.pid)
          },
        }),
      )
      requireText(told, 'was lost and did not come back')
    } finally {
      await stopSpark(server)
    }
  },
}

const chosen = Object.entries(cases).filter(([name]) => values.only.split('|').some((text) => name.includes(text)))
stopSparkOnSignals(() => rmSync(folder, { recursive: true, force: true }))
const server = await startSpark()
let failures = 0
try {
  for (const [name, run] of chosen) {
    const started = process.hrtime.bigint()
    let outcome = 'ok'
    try {
      await run(server)
    } catch (error) {
      outcome = `FAILED ${error.message}`
      failures++
    }
    console.log(`${name}: ${outcome} (${Number((process.hrtime.bigint() - started) / 1_000_000_000n)} s)`)
  }
} finally {
  close()
  await stopSpark(server)
  rmSync(folder, { recursive: true })
}
console.log(`${chosen.length - failures} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1
