// `node research/largeReport.mjs [LISTS]`: what the report of a model on 100,000 lists takes, and how large it is. Lists have 5 to 15 items
// with ten features, as LETOR text. The processor's time is that of the whole command, reading included.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rankwright/core'

const lists = Number(process.argv[2] ?? 100_000)
const command = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/cli/bin/rankwright.js')
const folder = mkdtempSync(join(tmpdir(), 'rankwright-large-'))

try {
  const random = seededRandom(1)
  const [data, few] = ['lists.txt', 'few.txt'].map((name) => join(folder, name))
  for (let list = 0; list < lists; list += 1000) {
    const text = Array.from({ length: Math.min(1000, lists - list) }, (_, at) => listText(list + at, random)).join('')
    appendFileSync(data, text)
    if (list === 0) writeFileSync(few, text)
  }
  const run = (...words) => [command, ...words]
  execFileSync(process.execPath, run('train', few, '--method', 'listnet', '--out', join(folder, 'model.json')), { stdio: 'pipe' })
  const page = join(folder, 'report.html')
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, timed(run('report', join(folder, 'model.json'), '--data', data, '--out', page)), {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const seconds = (performance.now() - start) / 1000
  const [, processor] = /processor (\d+)/.exec(stderr)
  console.log(
    `${lists} lists, ${statSync(data).size} bytes: ${seconds.toFixed(1)} s by the clock, ${(processor / 1e6).toFixed(1)} s of processor time, page of ${statSync(page).size} bytes`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Node with these words, telling at its end how long the processor worked for it. */
function timed(words) {
  const tell = 'const { userCPUTime, systemCPUTime } = process.resourceUsage(); console.error("processor " + (userCPUTime + systemCPUTime))'
  return ['--import', `data:text/javascript,${encodeURIComponent(`process.on('exit', () => { ${tell} })`)}`, ...words]
}

function listText(list, random) {
  return Array.from({ length: 5 + random.integer(11) }, () => {
    const features = Array.from({ length: 10 }, () => random.uniform())
    const label = Math.max(0, Math.min(4, Math.floor(3 * features[0] + 2 * features[1] + 2 * random.uniform() - 2)))
    return `${label} qid:${list} ${features.map((value, place) => `${place + 1}:${value.toFixed(4)}`).join(' ')}\n`
  }).join('')
}
