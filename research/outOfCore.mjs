// What it takes to train on a Parquet file out of core, through the engine duckdb: packing, passes over the packed file beside plain reading of as many bytes,
// and memory. Lists of 100 rows with 136 features are made up. `node research/outOfCore.mjs [ROWS] [PARQUET]`, after `npm run build`; a file that is there
// is used, one that is not is made. Packed lists lie in the folder for temporary files: 0.55 GB for a million rows.
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { finishLater, training } from '@rankwright/core'
import { heldParts, openEngine } from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'

const [given = '2000000', file = join(tmpdir(), `rows-${process.pid}.parquet`)] = process.argv.slice(2)
const temporary = mkdtempSync(join(tmpdir(), 'rankwright-out-of-core-'))
process.env['TMPDIR'] = temporary
const rows = Number(given)
const width = 136
const made = !existsSync(file)

async function makeParquet() {
  const database = await DuckDBInstance.create(':memory:', { memory_limit: '1GB' })
  const connection = await database.connect()
  const columns = Array.from({ length: width }, (_, feature) => `random()::FLOAT AS f${feature}`).join(', ')
  await connection.run(
    `COPY (SELECT range // 100 AS qid, (range * 7 % 5)::TINYINT AS label, ${columns} FROM range(${rows})) TO '${file}' (FORMAT parquet)`,
  )
  connection.closeSync()
  database.closeSync()
}

/** By the clock and by the processors, in seconds. */
async function timed(work) {
  const [started, processor] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(processor)
  return { result, clock: (performance.now() - started) / 1000, busy: (user + system) / 1e6 }
}

const seconds = ({ clock, busy }) => `${clock.toFixed(1)} s, ${busy.toFixed(1)} s of processors`
const peak = () => `peak so far ${(process.resourceUsage().maxRSS / 1e6).toFixed(2)} GB`

/** Reads a file to its end in pieces of 36 MB, as threads read sections. */
function readWhole(path) {
  const piece = Buffer.alloc(36 << 20)
  const handle = openSync(path, 'r')
  while (readSync(handle, piece, 0, piece.length, null) > 0);
  closeSync(handle)
}

try {
  if (made) await makeParquet()
  console.log(`${rows} rows, Parquet of ${(statSync(file).size / 1e9).toFixed(2)} GB`)
  const engine = await openEngine('duckdb:', { threads: 2 })
  const packing = await timed(() => engine.pack([file], {}))
  const parts = packing.result
  console.log(
    `packing: ${seconds(packing)}, ${Math.round(rows / packing.busy)} rows a second of a processor, ${parts.sizes.length} parts, ${peak()}`,
  )
  const packed = readdirSync(temporary, { recursive: true }).find((name) => name.endsWith('.packed'))
  const reading = await timed(() => readWhole(join(temporary, packed)))
  console.log(`reading the packed file: ${seconds(reading)}`)
  const { runtime } = runtimeFor(1)
  for (const options of [
    { method: 'listnet', lambda: 1e-3, iterations: 20 },
    { method: 'elmrank', lambda: 1e-2, nodes: 300 },
  ]) {
    let passes = 0
    const counting = { ...heldParts(parts) }
    const { ask } = counting
    counting.ask = (...asked) => {
      passes++
      return ask(...asked)
    }
    const fit = await timed(() => finishLater(training(counting, options, runtime)))
    const each = { clock: fit.clock / passes, busy: fit.busy / passes }
    console.log(`${options.method}: ${seconds(fit)}, ${passes} passes, each ${seconds(each)}, ${peak()}`)
  }
  await engine.close()
} finally {
  rmSync(temporary, { recursive: true, force: true })
  if (made) rmSync(file, { force: true })
}
