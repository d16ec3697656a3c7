import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleTrees } from '@rankwright/contracts'
import { type ListModel, rankingLists, seededRandom, type TreesModel, train } from '@rankwright/core'
import { afterAll, describe, expect, test } from 'vitest'
import { exportModel } from '../exportModel.ts'
import type { CRunner } from '../parity.ts'

const names = ['price', 'he said "*/ ??/ \\" é\n', 'age', 'stock', 'e', 'f', 'g', 'h', 'i', 'j', 'k']
const random = seededRandom(7)
const features = Array.from({ length: 60 }, () => names.map(() => (random.uniform() < 0.2 ? Number.NaN : 10 * random.normal())))
const lists = rankingLists({
  features,
  labels: features.map((_, row) => row % 3),
  lists: features.map((_, row) => Math.floor(row / 6)),
  featureNames: names,
})
const boosted = train(lists, { method: 'rankboost', iterations: 20 })
const trees = (seed: number, categorical: number, sums?: 'float32'): TreesModel => ({
  ...boosted,
  ...sampleTrees(seed, { trees: 30, leaves: 12, width: names.length, categorical }),
  ...(sums && { sums }),
})
const models: readonly (readonly [string, ListModel])[] = [
  ['boosted', boosted],
  ['trees', trees(5, 0)],
  ['categories', trees(6, 0.5)],
  ['sums of single precision', trees(7, 0.2, 'float32')],
  ['no tree at all', { ...boosted, ...sampleTrees(2, { trees: 1, leaves: 1, width: names.length }) }],
  ['a linear model', train(lists, { method: 'listnet' })],
  ['a linear model without a scale', train(lists, { method: 'least-squares', scale: 'none', missing: 'zero' })],
  ['a linear model of standard scales', train(lists, { method: 'least-squares', scale: 'standard' })],
]

const folder = mkdtempSync(join(tmpdir(), 'rankwright-c-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasCompiler = spawnSync('cc', ['--version']).status === 0

/** Warnings are errors, and products may be joined with sums where the machine can. */
const compiler: CRunner = {
  name: 'cc',
  async run(header, prefix, values, width) {
    writeFileSync(join(folder, 'model.h'), header)
    const main = `#include <stdio.h>
#include "model.h"
#include "model.h"
int main(void) {
  float x[${width}];
  while (fread(x, sizeof(float), ${width}, stdin) == ${width}) {
    const double score = ${prefix}_score(x);
    fwrite(&score, sizeof score, 1, stdout);
  }
  return ${prefix}_feature(0)[0] == 'p' ? 0 : 1;
}
`
    writeFileSync(join(folder, 'main.c'), main)
    const options = ['-std=c99', '-O3', '-march=native', '-ffp-contract=fast', '-Wall', '-Wextra', '-Wpedantic', '-Werror']
    execFileSync('cc', [...options, '-o', 'main', 'main.c', '-lm'], { cwd: folder })
    const bytes = execFileSync(join(folder, 'main'), { input: new Uint8Array(values.buffer), maxBuffer: 1 << 28 })
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  },
}

describe.skipIf(!hasCompiler)('compiled C gives the bits of the model, missing and infinite values included (skipped without cc)', () => {
  test.each(models)('%s', async (_, model) => {
    const { parity, missing, limits } = await exportModel(model, { to: 'c', name: '9 shoes/é', probe: lists, cRunner: compiler })
    expect(parity).toMatchObject({ maxDifference: 0, checkedIn: 'cc' })
    expect(parity.rows).toBeGreaterThan(70)
    expect(missing.by).toBe('itself')
    expect(limits).toEqual([])
  })
})

test.each(models)('without a compiler the arrays of the header are read back: %s', async (_, model) => {
  expect((await exportModel(model, { to: 'c', probe: lists })).parity).toMatchObject({ maxDifference: 0, checkedIn: 'emulation' })
})

test('names become identifiers, and what C has no form for is refused with a target that has', async () => {
  expect((await exportModel(boosted, { to: 'c', name: '9 shoes/é' })).content).toContain('static inline double ranker_9_shoes___score(')
  await expect(exportModel(train(lists, { method: 'least-squares', scale: 'quantile' }), { to: 'c' })).rejects.toThrow(
    'Export to js or onnx',
  )
  await expect(exportModel(train(lists, { method: 'elmrank', nodes: 5 }), { to: 'c' })).rejects.toThrow('Export to js or onnx')
})
