// The worker as an executable of ClickHouse: chDB reads packed parts from a file and pipes them through `executable()`, once for each question of a training. The models are
// compared with those of a training here. `BENCH_PYTHON=python node research/onClickHouse.mjs [ROWS]`, after `npm run build`, with a Python that has chDB
// (`pip install chdb-core`); without one it says so and does nothing.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finishLater, modelToJson, rankingLists, seededRandom, selectLists, train, training } from '@rankwright/core'
import { answeredParts, answerRowFrom, heldParts, packedPartLines, packLists, questionBytes, workerFile } from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'

const python = process.env['BENCH_PYTHON'] ?? 'python3'
if (spawnSync(python, ['-c', 'import chdb']).status !== 0) {
  console.log(`skipped: ${python} has no chDB; install it (pip install chdb-core), and name its Python in BENCH_PYTHON`)
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'rankwright-clickhouse-'))
const at = (name) => join(folder, name)
const { runtime, close } = runtimeFor(1)
const part = 'part UInt32, piece UInt32, pieces UInt32, facts String, bytes String'
const answer = 'part UInt32, kind String, lists UInt64, rows UInt64, crc UInt32, version String, payload String'

function made(rows) {
  const random = seededRandom(1)
  const features = Array.from({ length: rows }, () => Array.from({ length: 10 }, () => random.normal()))
  const labels = features.map(([first]) => Math.max(0, Math.round(first + random.normal())))
  return rankingLists({ features, labels, lists: labels.map((_, row) => row >> 4) })
}

/** A session of chDB that answers one query after the other. */
function opened() {
  const program = `import sys
from chdb import session
open_session = session.Session(${JSON.stringify(`${at('state')}?user_scripts_path=${at('user_scripts')}`)})
for line in sys.stdin:
    print(open_session.query(line, 'TabSeparatedRaw'), end='')
    print('done', flush=True)
`
  const child = spawn(python, ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async rows(sql) {
      child.stdin.write(`${sql}\n`)
      const rows = []
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('chDB has ended')
        if (value === 'done') return rows
        if (value !== '') rows.push(value)
      }
    },
    close: () => child.stdin.end(),
  }
}

const database = (() => {
  mkdirSync(at('user_scripts'))
  writeFileSync(at('user_scripts/rankwright-worker'), `#!/bin/sh\nexec '${process.execPath}' '${workerFile()}' "$@"\n`)
  chmodSync(at('user_scripts/rankwright-worker'), 0o755)
  return opened()
})()

let packings = 0
let questions = 0

/** Lists in packed parts that chDB reads from a file for each question. */
async function partsOf(lists) {
  const name = `lists-${++packings}`
  await packLists(lists, at(`${name}.packed`))
  const lines = [...packedPartLines(at(`${name}.packed`))]
  writeFileSync(at(`${name}.tsv`), `${lines.join('\n')}\n`)
  const fields = lines.map((line) => line.split('\t')).filter(([, piece]) => piece === '0')
  const facts = fields.map(([, , , text]) => JSON.parse(text))
  const sizes = facts.map(({ lists: own, rows, crc }) => ({ lists: own, rows, crc }))
  return {
    about: { width: lists.width, layout: facts[0].layout },
    sizes,
    async run(op, asked) {
      writeFileSync(at(`question-${++questions}`), questionBytes(op, asked))
      const command = `rankwright-worker --op ${op} --question ${at(`question-${questions}`)}`
      const rows = await database.rows(
        `SELECT * FROM executable('${command}', TabSeparatedRaw, '${answer}', (SELECT * FROM file('${at(`${name}.tsv`)}', TabSeparatedRaw, '${part}')))`,
      )
      return answeredParts(op, rows.map(answerRowFrom), sizes)
    },
    repack: (chosen) => partsOf(selectLists(lists, chosen)),
    async close() {},
  }
}

try {
  const lists = made(Number(process.argv[2] ?? 200_000))
  const parts = await partsOf(lists)
  const held = heldParts(parts)
  for (const options of [
    { method: 'listnet', lambda: 0.01, iterations: 3 },
    { method: 'elmrank', nodes: 30, lambda: 0.01 },
    { method: 'lambdamart', trees: 3, leaves: 8 },
  ]) {
    const [before, start] = [questions, performance.now()]
    const { model } = await finishLater(training(held, options, runtime))
    const same = modelToJson(model) === modelToJson(train(lists, options, runtime))
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(
      `${options.method}: ${questions - before} questions about ${lists.labels.length} rows in ${parts.sizes.length} parts, ${seconds} s: ${same ? 'the same bytes' : 'OTHER BYTES'}`,
    )
    if (!same) process.exitCode = 1
  }
} finally {
  database.close()
  close()
  rmSync(folder, { recursive: true, force: true })
}
