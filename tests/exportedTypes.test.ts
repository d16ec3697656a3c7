import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EnsembleModel, type ListModel, rankingLists, seededRandom, train } from '@rankwright/core'
import { exportModel } from '@rankwright/export'
import { readLists } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'
import { csvOf, messyProducts } from '../examples/messyProducts.mjs'
import { asMember } from '../packages/core/src/models/ensemble/ensemble.ts'
import { root } from './sourceFiles.ts'

mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache', 'exported-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const random = seededRandom(3)
const features = Array.from({ length: 24 }, () => [random.uniform(), random.uniform()])
const lists = rankingLists({
  features,
  labels: features.map((_, row) => row % 3),
  lists: features.map((_, row) => row >> 2),
  featureNames: ['price', 'he said "</script>"'],
})
const table = await readLists(new TextEncoder().encode(csvOf(messyProducts(1, 10))), { name: 'messy.csv' })
const linear = train(lists, { method: 'least-squares' })
const calibration = { margins: Float64Array.of(0, 0.5, 2), probabilities: Float64Array.of(0.5, 0.8, 1), lists: 9, pairs: 9, data: '' }
const pairs = { rule: 'margin', threshold: 0.3, origin: { by: 'hand' } } as const
const whole = { rule: 'list', threshold: 0.6, about: 'top', cutoff: 3, origin: { by: 'hand' } } as const

const nodes = train(lists, { method: 'elmrank', nodes: 5 })
const [ofRows, treesOfRows] = [train(table, { method: 'listnet' }), train(table, { method: 'lambdamart', trees: 3 })]

function ensembleOf(...members: readonly EnsembleModel['members'][number][]): EnsembleModel {
  const [{ features, training, encoders }] = members
  const own = { features, training, ...(encoders && { encoders }) }
  return { kind: 'ensemble', method: 'auto', options: {}, ...own, members: members.map(asMember), weights: Float64Array.of(0.6, 0.4) }
}

const models: Readonly<Record<string, ListModel>> = {
  linear,
  perList: train(lists, { method: 'least-squares', scale: 'per-list' }),
  kernel: train(lists, { method: 'rankrls', kernel: 'rbf' }),
  nodes,
  trees: train(lists, { method: 'rankboost', iterations: 3 }),
  pairs: { ...linear, calibration, abstention: pairs },
  whole: { ...linear, calibration, abstention: whole },
  rows: ofRows,
  rowPairs: { ...ofRows, calibration, abstention: pairs },
  rowTrees: { ...treesOfRows, calibration, abstention: whole },
  ensemble: ensembleOf(linear, nodes),
  rowEnsemble: { ...ensembleOf(ofRows, treesOfRows), calibration, abstention: pairs },
}

const program = `
import { features, missing, score, scoreList } from './linear.mjs'
import * as perList from './perList.mjs'
import * as pairs from './pairs.mjs'
import * as whole from './whole.mjs'
import * as rows from './rows.mjs'
import * as rowPairs from './rowPairs.mjs'
import { rankList } from './rowTrees.mjs'
import * as ensemble from './rowEnsemble.mjs'

interface Product { readonly title: string; readonly price: string; readonly stock: number }
const products: Product[] = [{ title: 'kettle', price: '$9', stock: 3 }]
export const numbers: number[] = [score([1, 2]), score({ price: 1, 'he said "</script>"': null }), ...scoreList([new Float32Array(2)])]
export const names: readonly string[] = features
export const policy: 'zero' | 'mean' | 'own-branch' = missing
// @ts-expect-error a name that is no feature
score({ prize: 1 })
// @ts-expect-error a score depends on the list
perList.score([1, 2])
// @ts-expect-error so it does in an ensemble
ensemble.score(products[0])
export const sums: number[] = ensemble.scoreList(products, 'kettle')
export const undecided: readonly (readonly [number, number])[] = pairs.rankList([[1, 2]], { ties: 'random', seed: 1, list: 'q' }).undecided
export const answered: boolean = whole.rankList([[1, 2]]).answered
export const chance: number = pairs.probability(0.5)
export const [best] = rows.rankObjects(products, { list: 'kettle', top: 1 })
export const place: number = best.items[0].row
export const one: number = rows.score({ brand: 'Acme', last_updated: new Date(0), in_stock: true }, 'kettle')
export const made: ArrayLike<number> = rows.encode(products[0], 'kettle')
// @ts-expect-error a price is no object
rows.score({ price: {} })
export const next: number | undefined = rowPairs.rankObjects(products, { list: 'kettle', ties: 'keep' })[0].items[0].probability
export const sure: number = rankList(products, { list: 'kettle' }).confidence
`

test('the types beside every kind of exported module are those of the module', async () => {
  for (const [name, model] of Object.entries(models)) {
    const { content, types } = await exportModel(model, { to: 'js' })
    writeFileSync(join(folder, `${name}.mjs`), content)
    writeFileSync(join(folder, `${name}.d.mts`), types!)
    const there = Object.keys((await import(`data:text/javascript,${encodeURIComponent(String(content))}`)) as object)
    const declared = [...types!.matchAll(/^export declare (?:const|function) (\w+)/gm)].map(([, each]) => each)
    expect([name, declared.sort()]).toEqual([name, there.sort()])
  }
  expect((await exportModel(linear, { to: 'onnx' })).types).toBeUndefined()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'use.ts'), program)
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--pretty',
    'false',
  ]
  const files = ['use.ts', ...Object.keys(models).map((name) => `${name}.d.mts`)]
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], { cwd: folder, encoding: 'utf8' })
  expect(stdout).toBe('')
})
