import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, type SourceFile, sourceFiles } from './sourceFiles.ts'

/** Which packages a package may import. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  core: [],
  compute: ['core'],
  export: ['core'],
  report: ['core'],
  contracts: ['core'],
  workers: ['core', 'compute'],
  parquet: ['core'],
  browser: ['core', 'compute', 'workers', 'parquet'],
  node: ['core', 'compute', 'workers', 'parquet'],
  engines: ['core', 'compute', 'node', 'parquet'],
  cli: ['core', 'export', 'report', 'compute', 'workers', 'node', 'engines', 'browser'],
}

/**
 * The rooms of core from the ground up: a room imports from itself and from rooms above it in this list. So every pair of rooms has a
 * direction, and there is no cycle.
 */
const rooms: readonly string[] = [
  'problems',
  'arguments',
  'options',
  'numeric/special',
  'numeric',
  'numeric/order',
  'numeric/compute',
  'numeric/dense',
  'numeric/neighbours',
  'numeric/optimisers',
  'runtime',
  'documents',
  'data/text',
  'data/sources',
  'data/cells',
  'data/encoders',
  'data/lists',
  'data/guards',
  'data/images',
  'data/features',
  'data/letor',
  'data/tables',
  'data/files',
  'fusion',
  'metrics',
  'losses',
  'kernels',
  'ontology/structure',
  'ontology/reading',
  'ontology/annotations',
  'ontology/information',
  'ontology/graph',
  'ontology/measures',
  'ontology/features',
  'ontology',
  'ontology/drawing',
  'ontology/enrichment',
  'ontology/groups',
  'streaming',
  'rules',
  'models/common',
  'models/linear',
  'models/elm',
  'models/kernel',
  'models/network',
  'models/trees',
  'models/ensemble',
  'models/stream',
  'models/ontologyTerms',
  'models/ontologyLine',
  'models/ontologyRanker',
  'models',
  'recognition',
  'theory',
  'work/passes',
  'work/passes/elm',
  'work/passes/rankRls',
  'work/passes/trees/objectives',
  'work/passes/trees',
  'work/operations',
  'work',
  'trainers/common',
  'trainers/linear',
  'trainers/leastSquares',
  'trainers/elmRank',
  'trainers/rankRls/solvers',
  'trainers/rankRls/spaces',
  'trainers/rankRls',
  'trainers/abstaining',
  'trainers/rankBoost',
  'trainers/trees',
  'trainers/ontology',
  'trainers',
  'abstention/calibration',
  'abstention',
  'abstention/serving',
  'evaluation',
  'evaluation/ontology',
  'library/auto',
  'library',
  'guarantees',
  'library/ontology',
  'abstention/choice',
  'experiments',
  'reports',
  'index.ts',
  'entries',
]

const packageNames: Readonly<Record<string, string>> = { rankwright: 'cli' }

const files = sourceFiles()

test('there are sources to look at, and their imports are seen', () => {
  const explained = files.find(({ path }) => path === 'packages/core/src/problems/problem.ts')
  expect(explained?.imports.map(({ file }) => file)).toContain('packages/core/src/problems/dataProblem.ts')
})

test('every imported file is there', () => {
  const missing = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ file }) => file !== undefined && !file.includes('/generated/') && !existsSync(join(root, file)))
      .map(({ file }) => `${path} -> ${file}`),
  )
  expect(missing).toEqual([])
})

test('packages import only the packages below them', () => {
  expect(files.flatMap(wrongPackages)).toEqual([])
})

test('core has no dependencies, not even on Node', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'))
  expect([manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies]).toEqual([undefined, undefined, undefined])
  const foreign = files
    .filter(({ path }) => path.startsWith('packages/core/'))
    .flatMap(({ path, imports }) => imports.filter(({ file }) => file === undefined).map(({ specifier }) => `${path} -> ${specifier}`))
  expect(foreign).toEqual([])
})

test('the rooms of core import only from rooms below them', () => {
  expect(files.flatMap(wrongRooms)).toEqual([])
})

test('every room in the list is there', () => {
  const found = new Set(files.filter(({ path }) => path.startsWith('packages/core/src/')).map(({ path }) => roomOf(path)))
  expect(rooms.filter((room) => !found.has(room))).toEqual([])
})

test('no file imports itself by a detour', () => {
  expect(cycles(files)).toEqual([])
})

test('a wrong arrow is found', () => {
  const upward: SourceFile = {
    path: 'packages/core/src/metrics/a.ts',
    imports: [{ specifier: '../models/b.ts', file: 'packages/core/src/models/b.ts' }],
  }
  expect(wrongRooms(upward)).toHaveLength(1)
  const sideways: SourceFile = {
    path: 'packages/core/src/trainers/linear/a.ts',
    imports: [{ specifier: '../rankRls/b.ts', file: 'packages/core/src/trainers/rankRls/b.ts' }],
  }
  expect(wrongRooms(sideways)).toHaveLength(1)
  const outward: SourceFile = { path: 'packages/core/src/metrics/a.ts', imports: [{ specifier: '@rankwright/node' }] }
  expect(wrongPackages(outward)).toHaveLength(1)
  const circle: SourceFile[] = [
    { path: 'a.ts', imports: [{ specifier: './b.ts', file: 'b.ts' }] },
    { path: 'b.ts', imports: [{ specifier: './a.ts', file: 'a.ts' }] },
  ]
  expect(cycles(circle)).toHaveLength(1)
})

function wrongPackages({ path, imports }: SourceFile): string[] {
  const own = packageOf(path)
  return imports.flatMap(({ specifier, file }) => {
    const target = file === undefined ? workspacePackage(specifier) : packageOf(file)
    if (target === undefined || target === own) return []
    return allowedPackages[own]?.includes(target) && file === undefined ? [] : [`${path} -> ${specifier}`]
  })
}

function wrongRooms({ path, imports }: SourceFile): string[] {
  if (!path.startsWith('packages/core/src/')) return []
  const own = rooms.indexOf(roomOf(path))
  if (own < 0) return [`${path} stands in a room that is not in the list: name it in tests/importDirection.test.ts`]
  return imports.filter(({ file }) => file !== undefined && rooms.indexOf(roomOf(file)) > own).map(({ file }) => `${path} -> ${file}`)
}

/** The folder of a file below the sources of its package; a file that stands there itself is a room of its own. */
function roomOf(path: string): string {
  const parts = path.split('/').slice(3)
  return parts.length === 1 ? parts[0] : parts.slice(0, -1).join('/')
}

function packageOf(path: string): string {
  return path.split('/')[1]
}

function workspacePackage(specifier: string): string | undefined {
  if (specifier in packageNames) return packageNames[specifier]
  return /^@rankwright\/([^/]+)/.exec(specifier)?.[1]
}

function cycles(all: readonly SourceFile[]): string[] {
  const byPath = new Map(all.map((file) => [file.path, file]))
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      return
    }
    state.set(path, 'open')
    for (const { file } of byPath.get(path)?.imports ?? []) if (file !== undefined) visit(file, [...trail, path])
    state.set(path, 'done')
  }
  for (const { path } of all) visit(path, [])
  return found
}
