// `npm run bench -- <name>`: one benchmark, ours and its peers side by side. See bench/README.md.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from './harness/machine.mjs'
import { measure } from './harness/measure.mjs'
import { formatReport } from './harness/report.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const usage = `npm run bench -- NAME [--case TEXT] [--rounds N] [--json FILE] [--check]
npm run bench -- --list

  --case TEXT  only the cases whose name contains TEXT
  --rounds N   timed rounds after the warm-up; at least 5 (default 7)
  --json FILE  where the figures go as well (default bench/results/NAME.json)
  --check      exit 1 when a ratio is below the least one wanted, a memory limit is exceeded, or such a peer is absent`

process.exitCode = await main()

async function main() {
  const request = readArguments()
  if (request === undefined) return 2
  const names = benchmarks()
  if (request.list) {
    for (const name of names) console.log(`${name}\t${await titleOf(name)}`)
    return 0
  }
  if (!names.includes(request.name)) {
    console.error(`There is no benchmark "${request.name}". Choose one of: ${names.join(', ')}.`)
    return 2
  }
  const benchmark = await load(request.name)
  const rounds = benchmark.rounds ?? request.rounds
  const report = {
    name: request.name,
    title: benchmark.title,
    machine: describeMachine(),
    rounds,
    ...(await measure(request.name, benchmark, { rounds, only: request.case, tell: console.error })),
  }
  console.log(formatReport(report))
  const file = request.json ?? join(folder, 'results', `${request.name}.json`)
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  const missed = report.cases.some(
    ({ comparisons, entrants }) => comparisons.some(({ met }) => met === false) || entrants.some(({ peakMet }) => peakMet === false),
  )
  return request.check && missed ? 1 : 0
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        case: { type: 'string' },
        rounds: { type: 'string', default: '7' },
        json: { type: 'string' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const rounds = Number(values.rounds)
    if (!Number.isInteger(rounds) || rounds < 5) throw new Error(`--rounds is "${values.rounds}"; give a whole number from 5 up.`)
    if (values.help || (!values.list && positionals.length !== 1)) throw new Error('')
    return { ...values, rounds, name: positionals[0] }
  } catch (problem) {
    console.error(`${problem.message}\n${usage}`.trim())
    return undefined
  }
}

function benchmarks() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
    .map((file) => basename(file, '.mjs'))
    .sort()
}

function load(name) {
  return import(pathToFileURL(join(folder, `${name}.mjs`)).href)
}

/** A benchmark imports the built packages, which may not be there yet. */
function titleOf(name) {
  return load(name).then(
    ({ title }) => title,
    (problem) => `cannot be loaded: ${problem.message}`,
  )
}
