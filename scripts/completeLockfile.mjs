// Adds to package-lock.json the packages of other platforms that the registry at hand did not offer when it was written:
// npm leaves those out, and `npm ci` then refuses the file. Run after an `npm install` that changed the lockfile.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** The optional dependencies in a lockfile that have no entry, as { name, version, neededBy }. */
export function missingFrom({ packages }) {
  return Object.entries(packages).flatMap(([neededBy, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesOf(name, neededBy).some((place) => place in packages))
      .map(([name, version]) => ({ name, version, neededBy })),
  )
}

/** Where Node would look for a package, from the package that needs it outwards. */
function placesOf(name, neededBy) {
  const places = []
  for (let folder = neededBy; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (!folder.endsWith('node_modules')) places.push(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`)
    if (folder === '') return places
  }
}

function entryFor({ name, version, neededBy }, packages) {
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${neededBy} needs ${name} ${version}: not one version, so npm must choose it`)
  const { dev, license, engines } = packages[neededBy]
  const { cpu, libc, os } = platformOf(name)
  // In npm's order, so that its next write leaves these lines alone; what is undefined is not written.
  return { version, cpu, dev, libc, license, optional: true, os, engines }
}

/** Native packages are named after what they run on: linux-x64-musl, darwin-arm64, win32-ia32-msvc, wasm32-wasi. */
function platformOf(name) {
  if (name.endsWith('wasm32-wasi')) return { cpu: ['wasm32'] }
  const parts = /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|x64|ppc64|riscv64|s390x)(?:-(\w+))?$/.exec(name)
  if (parts === null) throw new Error(`${name} does not tell its platform; add its entry by hand`)
  const [, os, cpu, abi = ''] = parts
  const libc = abi.startsWith('gnu') ? ['glibc'] : abi.startsWith('musl') ? ['musl'] : undefined
  return { cpu: [cpu], libc: os === 'linux' ? libc : undefined, os: [os] }
}

function complete() {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingFrom(lock)
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = entryFor(one, lock.packages)
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} packages of other platforms added`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) complete()
