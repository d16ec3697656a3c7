import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

// What importing does is tested in packages/export/src/imports and golden/importedTrees; here only what the command adds.
const { folder, run, json } = commandsIn('importing')
const golden = JSON.parse(readFileSync(new URL('../../golden/importedTrees.json', import.meta.url), 'utf8'))
const text: string = golden.cases.find(({ name }: { name: string }) => name.startsWith('regression')).model

test('a LightGBM model is imported, and held-out lists certify it', async () => {
  writeFileSync(join(folder, 'x.txt'), letorSample(1, 20, 4))
  writeFileSync(join(folder, 'l.txt'), text)
  const report = { from: 'lightgbm', kind: 'trees', trees: 6, features: 4, model: 'm.json', notes: [] }
  expect(await json('import l.txt --out m.json')).toEqual(report)
  expect((await json('certify m.json --held-out x.txt')).heldOut.length).toBeGreaterThan(0)
})

test('notes are shown; a broken file is refused with its place, and nothing is written', async () => {
  writeFileSync(
    join(folder, 'd.json'),
    '[{"nodeid":0,"split":"f1","split_condition":0.5,"yes":1,"no":2,"missing":1,"children":[{"nodeid":1,"leaf":1},{"nodeid":2,"leaf":2}]}]',
  )
  const { stdout, stderr } = await run('import d.json --out d-model.json')
  expect(stdout).toBe('xgboost model of 1 tree on 2 features written to d-model.json\n')
  expect(stderr).toContain('note: the file does not say what scores start from (base_score)')
  expect(stderr).toContain('import again with --first-feature 0')
  writeFileSync(join(folder, 'cut.txt'), text.slice(0, text.length / 2))
  const cut = await run('import cut.txt --out d-model.json')
  expect(cut).toMatchObject({ status: 1, stdout: '' })
  expect(cut.stderr).toMatch(/^cut\.txt:\d+: this LightGBM model is broken at its end/)
  expect(JSON.parse(readFileSync(join(folder, 'd-model.json'), 'utf8')).method).toBe('imported-xgboost')
})
