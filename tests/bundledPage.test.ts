// A page that imports `rankwright` is bundled by vite and runs in Chromium, with and without shared memory.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../scripts/chromium.mjs'
import { useLibrary } from './bundledPage.ts'
import { runInPage } from './pageRun.ts'
import { root } from './sourceFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-page-'))
const warnings: string[] = []

beforeAll(async () => bundled(join(root, 'tests', 'bundledPage.ts'), folder))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As an application builds its page, but for the name of the entry. */
async function bundled(input: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      chunkSizeWarningLimit: 2000,
      emptyOutDir: true,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'program.js' },
        onwarn: ({ code, message }) => code !== 'PLUGIN_TIMINGS' && void warnings.push(message),
      },
    },
  })
}

test('nothing of Node is in the bundle, and vite has nothing to warn of', () => {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(scripts.some((name) => name.includes('orderWorker'))).toBe(true)
  const ofNode = /["'`]node:|__vite-browser-external|duckdb\.node/
  expect(scripts.filter((name) => ofNode.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
  expect(warnings).toEqual([])
})

test('a function that only Node has is missed when the page is built', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'rankwright-page-'))
  try {
    await expect(bundled('data:text/javascript,import { writeLists } from "rankwright"; writeLists()', outDir)).rejects.toThrow(
      'writeLists',
    )
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
})

const browser = findChromium()
const suite = browser.path === undefined ? `in Chromium (skipped: ${browser.absent})` : 'in Chromium'

describe.skipIf(browser.path === undefined)(suite, () => {
  const run = (name: string, isolated: boolean) =>
    runInPage<Record<string, unknown>>(browser.path!, folder, `import('/program.js').then((program) => program.${name}())`, { isolated })

  test('the library reads, trains and evaluates as on Node', async () => {
    const { results, errors } = await run('useLibrary', false)
    expect(errors).toEqual([])
    expect(results).toEqual(await useLibrary())
    expect(results['back']).toBe(true)
  })

  test.each([
    ['with shared memory', true],
    ['without shared memory', false],
  ])('workers train, tune, stop and abort %s', async (_, isolated) => {
    const { results, errors, requests } = await run('useWorkers', isolated)
    expect(errors).toEqual([])
    expect(results).toEqual({
      isolated,
      inShared: isolated,
      same: [true, true, true, true],
      told: true,
      lengths: [400, 0],
      tuned: true,
      trials: 6,
      refused: 'option-out-of-range',
      stopped: 'training-stopped',
      aborted: 'enough',
    })
    for (const script of ['orderWorker', 'ownWorker']) expect(requests.some((path) => path.includes(script))).toBe(true)
  })
})
