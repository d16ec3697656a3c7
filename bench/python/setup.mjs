// The Python of the benchmark peers: a virtual environment in .cache/bench-venv with the pinned packages, made once. Peers whose packages
// are in a requirements-<name>.txt of their own have an environment of their own, .cache/bench-venv-<name>.
// Run by itself (`node bench/python/setup.mjs`) it says where that Python is, or why there is none.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const cache = join(dirname(dirname(here)), '.cache')
const known = new Map()

/** { path } of a Python that has the peers, or { absent: why }. A missing package is reported by the peer that needs it. */
export function pythonForPeers(peers = '') {
  if (!known.has(peers)) known.set(peers, find(environmentOf(peers)))
  return known.get(peers)
}

function environmentOf(peers) {
  const own = join(here, `requirements-${peers}.txt`)
  const [name, requirements] = existsSync(own) ? [`bench-venv-${peers}`, own] : ['bench-venv', join(here, 'requirements.txt')]
  const folder = join(cache, name)
  const python = process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python')
  return { name, requirements, folder, python }
}

function find(environment) {
  if (process.env.BENCH_PYTHON !== undefined) return { path: process.env.BENCH_PYTHON }
  const { name, requirements, folder, python } = environment
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex')
  const stamp = join(folder, 'installed')
  if (existsSync(python) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { path: python }
  const base = [process.env.PYTHON, 'python3.11', 'python3', 'python'].find((each) => each !== undefined && works(each, ['--version']))
  if (base === undefined) return { absent: 'no Python here; install Python 3.11 or set PYTHON to one' }
  console.error(`» Installing the Python peers (pip, into .cache/${name})`)
  rmSync(folder, { recursive: true, force: true })
  const made = run(base, ['-m', 'venv', folder])
  if (made !== undefined) return { absent: `python -m venv failed: ${made}` }
  if (installPackages(python, ['-r', requirements]) === undefined) writeFileSync(stamp, wanted)
  else installWhatCanBe(environment)
  return { path: python }
}

/** One package at a time, after all at once has failed; what is missing is tried again in the next run. */
function installWhatCanBe({ python, requirements }) {
  for (const line of packages(requirements)) {
    const problem = installPackages(python, [line])
    if (problem !== undefined) console.error(`  ${line} cannot be installed: ${problem}`)
  }
}

function installPackages(python, what) {
  return run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:', ...what])
}

function packages(requirements) {
  return readFileSync(requirements, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function works(command, args) {
  return run(command, args) === undefined
}

/** Undefined when the command succeeds, else the last line it had to say. */
function run(command, args) {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (error) return error.message
  return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? `status ${status}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, absent } = pythonForPeers()
  console.log(path ?? absent)
  process.exitCode = path === undefined ? 1 : 0
}
