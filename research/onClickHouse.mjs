// The worker as an executable of ClickHouse: chDB reads packed parts from a file, pipes them through `executable()`, and the sums are compared with those of threads
// of this process. `BENCH_PYTHON=python node research/onClickHouse.mjs`, after `npm run build`, with a Python that has chDB (`pip install chdb-core`).
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finishLater, rankingLists } from '@rankwright/core'
import { combineParts } from '@rankwright/core/runtime'
import { answeredParts, answerRowFrom, holdPacked, packedPartLines, packLists, questionBytes, workerFile } from '@rankwright/engines'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-clickhouse-'))
const at = (name) => join(folder, name)
const rows = Array.from({ length: 200_000 }, (_, row) => row)
const asked = { width: 2 }

try {
  await packLists(
    rankingLists({
      features: rows.map((row) => [Math.sin(row), row % 7]),
      labels: rows.map((row) => row % 3),
      lists: rows.map((row) => row >> 4),
    }),
    at('lists.packed'),
  )
  const lines = [...packedPartLines(at('lists.packed'))]
  writeFileSync(at('parts.tsv'), `${lines.join('\n')}\n`)
  writeFileSync(at('question'), questionBytes('columnStatistics', asked))
  mkdirSync(at('user_scripts'))
  writeFileSync(at('user_scripts/rankwright-worker'), `#!/bin/sh\nexec '${process.execPath}' '${workerFile()}' "$@"\n`)
  chmodSync(at('user_scripts/rankwright-worker'), 0o755)
  const part = 'part UInt32, piece UInt32, pieces UInt32, facts String, bytes String'
  const answer = 'part UInt32, kind String, lists UInt64, rows UInt64, crc UInt32, version String, payload String'
  const command = `rankwright-worker --op columnStatistics --question ${at('question')}`
  const sql = `SELECT * FROM executable('${command}', TabSeparatedRaw, '${answer}', (SELECT * FROM file('${at('parts.tsv')}', TabSeparatedRaw, '${part}')))`
  const program = `from chdb import session\nprint(session.Session(${JSON.stringify(`${at('state')}?user_scripts_path=${at('user_scripts')}`)}).query(${JSON.stringify(sql)}, 'TabSeparatedRaw'))`
  const printed = execFileSync(process.env['BENCH_PYTHON'] ?? 'python3', ['-c', program], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const answers = printed.trim().split('\n').map(answerRowFrom)
  const facts = lines.map((line) => line.split('\t')).filter(([, piece]) => piece === '0')
  const sizes = facts.map(([, , , text]) => JSON.parse(text)).map(({ lists, rows: count, crc }) => ({ lists, rows: count, crc }))
  const there = combineParts('columnStatistics', answeredParts('columnStatistics', answers, sizes), asked)
  const held = holdPacked(at('lists.packed'))
  const here = await finishLater(held.ask('columnStatistics', asked))
  await held.close()
  const same = Object.keys(here).every((name) => Buffer.from(here[name].buffer).equals(Buffer.from(there[name].buffer)))
  console.log(`${rows.length} rows in ${answers.length} parts through chDB: ${same ? 'the same bits as here' : 'OTHER SUMS THAN HERE'}`)
  process.exitCode = same ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
