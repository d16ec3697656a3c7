import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('importing')
const golden = JSON.parse(readFileSync(new URL('../../golden/importedTrees.json', import.meta.url), 'utf8'))
const text: string = golden.cases.find(({ name }: { name: string }) => name.startsWith('regression')).model

test('a LightGBM model is imported, and shows, ranks, measures and certifies as others do', async () => {
  writeFileSync(join(folder, 'x.txt'), letorSample(1, 40, 4))
  writeFileSync(join(folder, 'l.txt'), text)
  expect(await json('import l.txt --out m.json')).toEqual({ from: 'lightgbm', kind: 'trees', trees: 6, features: 4, model: 'm.json' })
  const again = await run('import l.txt --from lightgbm --out again.json')
  expect(again).toMatchObject({ status: 0, stdout: 'lightgbm model of 6 trees on 4 features written to again.json\n' })
  expect(readFileSync(join(folder, 'again.json'), 'utf8')).toBe(readFileSync(join(folder, 'm.json'), 'utf8'))
  expect((await run('show m.json')).stdout).toContain('trained by other software: on which lists is not known')
  expect(await json('show m.json')).toMatchObject({ kind: 'trees', method: 'imported-lightgbm' })
  expect((await json('rank m.json x.txt --explain')).lists).toHaveLength(40)
  expect((await json('evaluate m.json x.txt')).metrics['ndcg@10']).toBeGreaterThan(0)
  const { heldOut } = await json('certify m.json --held-out x.txt')
  expect(heldOut.length).toBeGreaterThan(0)
})

test('a broken file is refused with its place, and nothing is written', async () => {
  writeFileSync(join(folder, 'cut.txt'), text.slice(0, text.length / 2))
  const cut = await run('import cut.txt --out never.json')
  expect(cut).toMatchObject({ status: 1, stdout: '' })
  expect(cut.stderr).toMatch(/^cut\.txt:\d+: this LightGBM model is broken at its end/)
  expect(await run('import x.txt --out never.json')).toMatchObject({ status: 1, stdout: '' })
  expect(await run('show never.json')).toMatchObject({ status: 1 })
  expect(await run('import l.txt --from catboost --out never.json')).toMatchObject({ status: 2 })
})
