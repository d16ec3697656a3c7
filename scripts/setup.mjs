// Brings a checkout to the state in which everything runs: dependencies installed, packages built. Says what it does,
// does only what is missing, and needs nothing but Node and npm.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeStaleOutputs } from './staleOutputs.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamps = join(root, '.cache')

export async function setUp() {
  requireNode(20, 19)
  install()
  await build()
}

function requireNode(major, minor) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return
  console.error(`rankwright needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`)
  process.exit(2)
}

function install() {
  const wanted = hashOf([join(root, 'package-lock.json')])
  if (existsSync(join(root, 'node_modules')) && stampOf('installed') === wanted) return
  step('Installing dependencies (npm ci)')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  stamp('installed', wanted)
}

export async function build() {
  const wanted = hashOf(sources())
  const built = ['core', 'compute', 'workers', 'parquet', 'export', 'node', 'engines', 'browser', 'cli'].every((name) =>
    existsSync(join(root, 'packages', name, 'dist', 'index.js')),
  )
  const bundled = [join('cli', 'bundle', 'commandWorker.js'), join('engines', 'bundle', 'worker.mjs')].every((file) =>
    existsSync(join(root, 'packages', file)),
  )
  if (built && bundled && stampOf('built') === wanted) return
  step('Building the compute primitives (AssemblyScript)')
  run(process.execPath, [join(root, 'packages', 'compute', 'scripts', 'build.mjs')])
  step('Building the packages (tsc -b)')
  removeStaleOutputs(root)
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'])
  step('Bundling the commands (rolldown)')
  // Loaded here, since a fresh checkout has installed it only now.
  const { bundleCommands, bundleWorker } = await import('./bundleCommands.mjs')
  await bundleCommands(root)
  await bundleWorker(root)
  stamp('built', wanted)
}

/** Every file a build depends on. */
function sources() {
  const tracked = []
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (['node_modules', 'dist', 'bundle', 'build', 'generated', '.git', '.cache'].includes(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (/\.(ts|mjs|json)$/.test(entry.name)) tracked.push(path)
    }
  }
  for (const folder of ['packages', 'tests', 'golden', 'examples']) if (existsSync(join(root, folder))) walk(join(root, folder))
  return [...tracked.sort(), join(root, 'tsconfig.json'), join(root, 'tsconfig.base.json'), join(root, 'tsconfig.test.json')]
}

function hashOf(files) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of files) hash.update(`${file}\0${statSync(file).size}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function stampOf(name) {
  const file = join(stamps, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function stamp(name, value) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), value)
}

function step(what) {
  console.error(`» ${what}`)
}

function run(command, args) {
  const onWindows = process.platform === 'win32' && command === 'npm'
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: onWindows })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
