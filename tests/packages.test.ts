// What a user of the published packages gets: packed as npm would, unpacked into a folder of their own.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packComplete, packPublished } from '../scripts/pack.mjs'
import { filesBelow, root } from './sourceFiles.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))
const manifests = folders.map((folder) => ({ folder, ...readManifest(folder) }))
const published = manifests.filter((manifest) => manifest.private !== true)

const place = mkdtempSync(join(tmpdir(), 'rankwright-packages-'))
/** A project of somebody who has the tarballs, and no network. */
const offline = mkdtempSync(join(tmpdir(), 'rankwright-offline-'))
const tarballs = new Map<string, string>()

beforeAll(() => {
  for (const { name, file } of packPublished(place)) {
    tarballs.set(name, file)
    mkdirSync(unpacked(name), { recursive: true })
    execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', unpacked(name)])
  }
  for (const { dependencies } of published) for (const name of Object.keys(dependencies ?? {})) installDependency(name)
})

afterAll(() => {
  for (const folder of [place, offline]) rmSync(folder, { recursive: true, force: true })
})

describe.each(published.map(({ name }) => name))('%s as published', (name) => {
  const files = () => filesBelow(unpacked(name)).map((file) => file.slice(unpacked(name).length + 1).replaceAll('\\', '/'))

  test('holds its licence and readme, and neither tests nor build notes', () => {
    const needed = ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']
    expect(needed.filter((file) => !files().includes(file))).toEqual([])
    expect(files().filter((file) => /\.test\.|tsbuildinfo|\.wat$|(^|\/)\./.test(file))).toEqual([])
  })

  test('every source map leads to a source that is there', () => {
    const there = new Set(files())
    const maps = [...there].filter((file) => file.endsWith('.map'))
    expect(maps.length).toBeGreaterThan(0)
    const lost = maps.flatMap((map) => {
      const { sources } = JSON.parse(readFileSync(join(unpacked(name), map), 'utf8')) as { sources: string[] }
      return sources.filter((source) => !there.has(posix.join(posix.dirname(map), source))).map((source) => `${map} -> ${source}`)
    })
    expect(lost).toEqual([])
  })

  test('names no folder of the machine that built it', () => {
    const telling = files().filter((file) => readFileSync(join(unpacked(name), file), 'latin1').includes(root))
    expect(telling).toEqual([])
  })

  test('imports only what it declares', () => {
    const { dependencies, optionalDependencies, peerDependencies } = readManifest(unpacked(name))
    const declared = [name, ...[dependencies, optionalDependencies, peerDependencies].flatMap((some) => Object.keys(some ?? {}))]
    const undeclared = files()
      .filter((file) => /^(dist|bundle)\/.*\.(js|d\.ts)$/.test(file))
      .flatMap((file) => packagesImportedBy(readFileSync(join(unpacked(name), file), 'utf8')).map((imported) => ({ file, imported })))
      .filter(({ imported }) => !declared.includes(imported) && !isBuiltIn(imported))
    expect(undeclared).toEqual([])
  })

  test('publint finds nothing to say', async () => {
    const { messages, pkg } = await publint({ pkgDir: unpacked(name), pack: false, level: 'suggestion', strict: true })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })
})

describe('a project that installs the packages', () => {
  const entries = published.flatMap(({ name, exports }) => Object.keys(exports).map((entry) => posix.join(name, entry)))
  const use = entries
    .map((entry, index) => `import * as p${index} from '${entry}'\nexport const keys${index}: string[] = Object.keys(p${index})`)
    .join('\n')

  test.each([
    { by: 'Node', module: 'nodenext', moduleResolution: 'nodenext' },
    { by: 'a bundler', module: 'esnext', moduleResolution: 'bundler' },
  ])('compiles against the types of every entry as $by finds them, library checks included', ({ module, moduleResolution }) => {
    writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}')
    writeFileSync(join(place, 'use.ts'), use)
    installDependency('@types/node') // as any Node project in TypeScript has it
    const settings = {
      strict: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module,
      moduleResolution,
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: ['node'],
      paths: { '@duckdb/node-api': [join(root, 'node_modules', '@duckdb', 'node-api', 'lib', 'index.d.ts')] }, // the entry of DuckDB is for those who have it
    }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: ['use.ts'] }))
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', place], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  test('loads them without the optional peers', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', published.map(({ name }) => `await import('${name}')`).join('\n')],
      {
        cwd: place,
        encoding: 'utf8',
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  test('reads and writes Parquet without DuckDB, and says when it is needed', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    for (const codec of ['snappy', 'lz4_raw']) {
      await connection.run(
        `COPY (SELECT 1 AS qid, 2 AS label, 3 AS x) TO '${join(place, codec)}.parquet' (FORMAT parquet, COMPRESSION ${codec})`,
      )
    }
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [join(unpacked('rankwright'), 'bin', 'rankwright.js'), ...words], { cwd: place, encoding: 'utf8' })
    expect(run('convert', 'snappy.parquet', 'back.parquet')).toMatchObject({ status: 0 })
    expect(run('convert', 'back.parquet', '-', '--to', 'csv').stdout).toBe('qid,label,x\n1,2,3\n')
    const { status, stdout, stderr } = run('convert', 'lz4_raw.parquet', 'x.csv')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('lz4_raw.parquet: this Parquet file is read by DuckDB, because it is compressed with LZ4_RAW')
    expect(stderr).toContain('npm install @duckdb/node-api')
  })

  test('runs the command line', () => {
    const commands = published.flatMap(({ name, bin }) => Object.values(bin ?? {}).map((path) => join(unpacked(name), path)))
    expect(commands).not.toEqual([])
    for (const command of commands) {
      expect(readFileSync(command, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--help'], { cwd: place, encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toContain('rankwright')
    }
  })
})

test('tarballs with all they need install together where there is no network', () => {
  const tarred = join(place, 'tarred')
  packComplete(
    Array.from(tarballs, ([name, file]) => ({ name, file })),
    tarred,
  )
  const files = readdirSync(tarred)
  expect(files.length).toBe(published.length)
  const words = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', '--cache', join(place, 'empty')]
  const options = { cwd: offline, encoding: 'utf8' } as const
  const installed = spawnSync('npm', [...words, ...files.map((file) => join(tarred, file))], {
    ...options,
    shell: process.platform === 'win32',
  })
  expect([installed.status, installed.stderr.replaceAll(/^npm warn.*\n/gm, '')]).toEqual([0, ''])
  writeFileSync(join(offline, 'terms.obo'), '[Term]\nid: a\n')
  const command = join(offline, 'node_modules', 'rankwright', 'bin', 'rankwright.js')
  expect(spawnSync(process.execPath, [command, 'ontology', 'inspect', 'terms.obo'], options)).toMatchObject({ status: 0 })
  const use = "const { lineChart } = await import('@rankwright/report'); await import('@rankwright/parquet'); console.log(typeof lineChart)"
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', use], options).stdout).toBe('function\n')
}, 300_000)

test('the packages name one another by the version they are published with', () => {
  const versions = new Map(manifests.map(({ name, version }) => [name, version]))
  for (const { name, dependencies } of manifests) {
    for (const [needed, version] of Object.entries(dependencies ?? {})) {
      if (versions.has(needed)) expect(`${name} needs ${needed} ${version}`).toBe(`${name} needs ${needed} ${versions.get(needed)}`)
    }
  }
})

function unpacked(name: string): string {
  return join(place, 'node_modules', name)
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function packagesImportedBy(text: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"\n]+)['"]/g)].map(([, specifier]) => specifier)
  return specifiers.filter((specifier) => /^[@a-z]/.test(specifier)).map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0])
}

function isBuiltIn(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name)
}

/** A dependency from elsewhere and all that it needs, as npm would lay them out. */
function installDependency(name: string): void {
  const source = join(root, 'node_modules', name)
  if (existsSync(unpacked(name)) || !existsSync(source)) return
  cpSync(source, unpacked(name), { recursive: true, dereference: true })
  for (const needed of Object.keys(readManifest(source).dependencies ?? {})) installDependency(needed)
}
