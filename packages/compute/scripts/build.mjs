// Compiles assembly/ to WebAssembly: build/<name>.wasm and .wat, and src/generated/<name>.ts with the bytes as base64, so that
// bundlers and browsers need no file beside the script. src/generated/computeExports.ts declares the functions of the module as
// assembly/ has them. Does nothing when sources and options are those of the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const home = dirname(dirname(fileURLToPath(import.meta.url)))
const assembly = join(home, 'assembly')
const buildFolder = join(home, 'build')
const generatedFolder = join(home, 'src', 'generated')

const common = [
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--maximumMemory',
  '65536',
  '--noAssert',
  '-O3',
  '--enable',
  'simd',
]
const builds = [
  { name: 'simd', flags: ['--initialMemory', '1', '--use', 'RELAXED=0'] },
  { name: 'simdShared', flags: ['--initialMemory', '1', '--sharedMemory', '--enable', 'threads', '--use', 'RELAXED=0'] },
  {
    name: 'simdSharedRelaxed',
    flags: ['--initialMemory', '1', '--sharedMemory', '--enable', 'threads', '--enable', 'relaxed-simd', '--use', 'RELAXED=1'],
  },
  { name: 'simdRelaxed', flags: ['--initialMemory', '1', '--enable', 'relaxed-simd', '--use', 'RELAXED=1'] },
]

const notice = '// Made by packages/compute/scripts/build.mjs from assembly/; not edited by hand.\n'
const stampFile = join(buildFolder, 'stamp')
const wanted = stampOfSources()
const declarations = join(generatedFolder, 'computeExports.ts')
const products = [
  declarations,
  ...builds.flatMap(({ name }) => [
    join(buildFolder, `${name}.wasm`),
    join(buildFolder, `${name}.wat`),
    join(generatedFolder, `${name}.ts`),
  ]),
]
const upToDate = products.every((file) => existsSync(file)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
if (!upToDate) await buildAll()

async function buildAll() {
  const { default: asc } = await import('assemblyscript/asc')
  mkdirSync(buildFolder, { recursive: true })
  mkdirSync(generatedFolder, { recursive: true })
  for (const { name, flags } of builds) {
    const outputs = new Map()
    const { error, stderr } = await asc.main(['index.ts', ...common, ...flags, '--outFile', `${name}.wasm`, '--textFile', `${name}.wat`], {
      readFile: (file) => read(join(assembly, file)),
      writeFile: (file, contents) => outputs.set(file, contents),
      listFiles: () => [],
    })
    if (error) {
      console.error(stderr.toString())
      throw error
    }
    const wasm = outputs.get(`${name}.wasm`)
    writeIfChanged(join(buildFolder, `${name}.wasm`), wasm)
    writeIfChanged(join(buildFolder, `${name}.wat`), outputs.get(`${name}.wat`))
    writeIfChanged(join(generatedFolder, `${name}.ts`), moduleText(name, wasm))
  }
  writeIfChanged(declarations, declarationsText())
  writeFileSync(stampFile, wanted)
}

/** An interface with the functions that assembly/index.ts exports: addresses and numbers are all `number` here. */
function declarationsText() {
  const index = read(join(assembly, 'index.ts'))
  const exported = [...index.matchAll(/export \{ ([^}]+) \} from '(.+)'/g)].flatMap(([, names, from]) =>
    names.split(', ').map((name) => ({ name, source: read(join(assembly, `${from}.ts`)) })),
  )
  const functions = exported.map(({ name, source }) => {
    const found = new RegExp(`export function ${name}\\(([^)]*)\\): (\\w+)`).exec(source)
    if (found === null) throw new Error(`assembly/index.ts exports ${name}, which is no function`)
    const parameters = found[1].split(',').map((parameter) => parameter.split(':')[0].trim())
    const given = parameters.filter((parameter) => parameter !== '').map((parameter) => `${parameter}: number`)
    return `  ${name}(${given.join(', ')}): ${found[2] === 'void' ? 'void' : 'number'}`
  })
  return `${notice}/** What the WebAssembly module offers; assembly/ explains it. */\nexport interface ComputeExports {\n${functions.sort().join('\n')}\n}\n`
}

function moduleText(name, wasm) {
  return `${notice}export const ${name} =\n  '${Buffer.from(wasm).toString('base64')}'\n`
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** Files keep their time when nothing changed, so that nothing downstream is built again. */
function writeIfChanged(path, contents) {
  const bytes = Buffer.from(contents)
  if (existsSync(path) && readFileSync(path).equals(bytes)) return
  writeFileSync(path, bytes)
}

function stampOfSources() {
  const compiler = createRequire(import.meta.url)('assemblyscript/package.json').version
  const hash = createHash('sha256').update(
    `assemblyscript ${compiler}\0${JSON.stringify([common, builds])}\0${readFileSync(fileURLToPath(import.meta.url))}`,
  )
  for (const file of readdirSync(assembly).sort()) hash.update(`${file}\0`).update(readFileSync(join(assembly, file)))
  return hash.digest('hex')
}
