// Packages that some tests use where they can be had and that are too large, or too particular, to be dependencies: fetched by npm once, into a
// folder of their own.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where fetched packages are kept. */
export const cache = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache')

/**
 * Installs a package such as `name@1.2.3` below `home`, without running its scripts; gives the reason when it cannot be had. It is installed beside its
 * place and moved there whole, so that a run cut short, or two at once, leave nothing half made.
 */
export function fetchPackage(wanted, home, what) {
  if (existsSync(home)) return undefined
  const beside = `${home}.${process.pid}`
  mkdirSync(beside, { recursive: true })
  writeFileSync(join(beside, 'package.json'), '{"private":true}\n')
  console.error(`» Fetching ${what} (npm)`)
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
    wanted,
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

/** What npm says went wrong, in one line. */
function problemIn(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('npm error ') && !line.includes('complete log'))
  return lines.map((line) => line.replace('npm error ', '')).join('; ') || 'npm failed'
}
