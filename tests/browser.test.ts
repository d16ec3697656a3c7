// Core, compute and browser, bundled as for a web page, give the same bits in Chromium as in Node.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../scripts/chromium.mjs'
import { runEverything } from './browserProgram.ts'
import { type PageRun, runInPage } from './pageRun.ts'
import { root } from './sourceFiles.ts'

const browser = findChromium()
const suite = browser.path === undefined ? `in Chromium (skipped: ${browser.absent})` : 'in Chromium'

describe.skipIf(browser.path === undefined)(suite, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-browser-'))
  let page: PageRun<Record<string, string>>

  beforeAll(async () => {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: true,
        minify: true,
        lib: { entry: join(root, 'tests', 'browserProgram.ts'), formats: ['es'], fileName: () => 'program.js' },
      },
    })
    page = await runInPage(browser.path!, folder, "import('/program.js').then(({ runEverything }) => runEverything())")
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('the page runs without an error and asks for nothing but its script', () => {
    expect(page.errors).toEqual([])
    expect(page.requests).toEqual(['/', '/program.js'])
  })

  test('the bundle leans on nothing of Node', () => {
    expect(readFileSync(join(folder, 'program.js'), 'utf8')).not.toMatch(/["'`]node:|__vite-browser-external|\bprocess\.(env|versions)\b/)
  })

  // A model records which compute build it was trained with, so the files differ in that word.
  test('WebAssembly gives the bits of plain TypeScript', () => {
    const names = Object.keys(page.results).filter((name) => name.startsWith('plain: ') && !name.startsWith('plain: model'))
    expect(names.length).toBeGreaterThan(10)
    const different = names.filter((name) => page.results[name] !== page.results[name.replace('plain', 'simd')])
    expect(different).toEqual([])
  })

  test('objects are scored as the same rows of a file', () => {
    expect(page.results['scores of objects']).toBe(page.results['scores of the same rows'])
  })

  test('every result has the bits it has in Node', async () => {
    const here = await runEverything()
    expect(Object.keys(page.results)).toEqual(Object.keys(here))
    const different = Object.keys(here).flatMap((name) => firstDifference(name, page.results[name], here[name]))
    expect(different).toEqual([])
  })
})

/** Where two results part, one line, or none. */
function firstDifference(name: string, browserBits: string, nodeBits: string): string[] {
  const [inBrowser, inNode] = [browserBits.split(' '), nodeBits.split(' ')]
  const index = inNode.findIndex((bits, place) => bits !== inBrowser[place])
  return index < 0 && inNode.length === inBrowser.length
    ? []
    : [`${name}[${index}]: ${inBrowser[index]} in Chromium, ${inNode[index]} in Node`]
}
