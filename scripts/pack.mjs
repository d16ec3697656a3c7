// `npm run pack`: packs every published package into tarballs/, with what they need from elsewhere inside, so that another project installs
// them together without a network: `npm install --offline tarballs/*.tgz`. `npm run pack FOLDER` packs into another folder.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Packs all published packages as they would be published; tells their names with their files. */
export function packPublished(destination) {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))
  const names = folders.map(manifestOf).flatMap(({ name, private: own }) => (own ? [] : [name]))
  const printed = npm(['pack', '--json', '--pack-destination', destination, ...names.flatMap((name) => ['--workspace', name])])
  return Object.values(JSON.parse(printed)).map(({ name, filename }) => ({ name, file: join(destination, filename) }))
}

/** Puts what packages need from elsewhere into their tarballs, in `destination`. What is optional is left to npm. */
export function packComplete(packed, destination) {
  const place = mkdtempSync(join(tmpdir(), 'rankwright-pack-'))
  mkdirSync(destination, { recursive: true })
  try {
    const whole = packed.flatMap(({ name, file }) => {
      const folder = join(place, name)
      mkdirSync(folder, { recursive: true })
      execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', folder])
      const manifest = manifestOf(folder)
      const needed = Object.keys(manifest.dependencies ?? {}).filter((dependency) => !dependency.startsWith('@rankwright/'))
      if (needed.length === 0) {
        cpSync(file, join(destination, basename(file)))
        return []
      }
      for (const dependency of needed) addDependency(dependency, root, join(folder, 'node_modules'))
      writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, bundleDependencies: needed }, undefined, 2)}\n`)
      return folder
    })
    npm(['pack', '--ignore-scripts', '--pack-destination', destination, ...whole])
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** A dependency and all that it needs, laid out as npm does: side by side, other versions below those who need them. */
function addDependency(name, from, into) {
  const within = from !== root && existsSync(join(from, 'node_modules', name))
  if (within || existsSync(join(into, name))) return // it came with who needs it, or with another one
  const source = join(root, 'node_modules', name)
  cpSync(realpathSync(source), join(into, name), { recursive: true })
  for (const needed of Object.keys(manifestOf(source).dependencies ?? {})) addDependency(needed, source, into)
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function npm(words) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], shell: process.platform === 'win32' }
  return execFileSync('npm', [...words, '--loglevel=error'], options)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const destination = resolve(process.argv[2] ?? join(root, 'tarballs'))
  const place = mkdtempSync(join(tmpdir(), 'rankwright-pack-'))
  packComplete(packPublished(place), destination)
  rmSync(place, { recursive: true, force: true })
  console.log(`${readdirSync(destination).length} packages are in ${destination}`)
}
