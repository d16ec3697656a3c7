// The newer Node lines that the end-to-end tests also run on, from npm's own `node` packages: one folder per version in
// .cache/nodes, fetched once. Run by itself it prints where they are.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, fetchPackage } from './fetchedPackage.mjs'

const folder = join(cache, 'nodes')
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
  const problem = fetchPackage(`${packageName()}@${version}`, home, `Node ${version}`)
  if (problem !== undefined) return { absent: problem }
  const { status, error, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (status !== 0 || stdout.trim() !== `v${version}`)
    return { absent: error?.message ?? `it does not run on this machine (status ${status})` }
  return { path }
}

/** The package that npm's `node` resolves to on this platform. */
function packageName() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { version, path } of await otherNodes()) console.log(`${version}\t${path}`)
