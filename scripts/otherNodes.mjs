// The newer Node lines that the end-to-end tests also run on, from npm's own `node` packages: one folder per version in
// .cache/nodes, fetched once. Run by itself it prints where they are.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, '.cache', 'nodes')
const versions = ['22.23.3', '24.9.0']

/** Those that run here, as { version, path }; empty, with the reason on stderr, where none can be had. */
export async function otherNodes() {
  const found = []
  for (const version of versions) {
    const { path, absent } = nodeOf(version)
    if (path === undefined) console.error(`Node ${version} cannot be had: ${absent}`)
    else found.push({ version, path })
  }
  return found
}

function nodeOf(version) {
  const home = join(folder, version)
  const path = join(home, 'node_modules', packageName(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(path)) {
    const problem = install(version, home)
    if (problem !== undefined) return { absent: problem }
  }
  const { status, error, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (status !== 0 || stdout.trim() !== `v${version}`)
    return { absent: error?.message ?? `it does not run on this machine (status ${status})` }
  return { path }
}

/** Installs beside its place and moves there whole, so that a run cut short, or two at once, leave nothing half made. */
function install(version, home) {
  const beside = `${home}.${process.pid}`
  mkdirSync(beside, { recursive: true })
  writeFileSync(join(beside, 'package.json'), '{"private":true}\n')
  console.error(`» Fetching Node ${version} (npm)`)
  const args = [
    'install',
    '--prefix',
    beside,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${packageName()}@${version}`,
  ]
  const { status, error, stderr } = spawnSync('npm', args, { cwd: beside, encoding: 'utf8', shell: process.platform === 'win32' })
  if (status === 0) {
    try {
      renameSync(beside, home)
      return undefined
    } catch {
      // Another run has put it there in the meantime.
    }
  }
  rmSync(beside, { recursive: true, force: true })
  if (existsSync(home)) return undefined
  return error?.message ?? problemIn(stderr)
}

/** The package that npm's `node` resolves to on this platform. */
function packageName() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

/** What npm says went wrong, in one line. */
function problemIn(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('npm error ') && !line.includes('complete log'))
  return lines.map((line) => line.replace('npm error ', '')).join('; ') || 'npm failed'
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { version, path } of await otherNodes()) console.log(`${version}\t${path}`)
