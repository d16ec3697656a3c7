// Reports, opened from disk in Chromium as a reader would: nothing is loaded, nothing fails, everybody can read them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs'
import { hostile, sampleReports } from './sampleReports.ts'

const reports = sampleReports()
const names = Object.keys(reports)
/** These have every section. */
const whole = ['linear', 'trees', 'comparison', 'stream', 'ontology', 'abstention']

test.each(names)('%s: no script, no address and no markup from names', (name) => {
  expect(reports[name].match(/<script|<img src=x|(?:href|src)="(?!#|data:)|\0/gi)).toBeNull()
  expect(reports[name].length).toBeLessThan(2e6)
})

const browser = findChromium()
const suite = browser.path === undefined ? `in Chromium (skipped: ${browser.absent})` : 'in Chromium'

describe.skipIf(browser.path === undefined)(suite, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-reports-'))
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  let session: Browser

  beforeAll(async () => {
    for (const [name, text] of Object.entries(reports)) writeFileSync(join(folder, `${name}.html`), text)
    session = await chromium.launch({ executablePath: browser.path!, headless: true, args: chromiumFlags })
  })

  afterAll(async () => {
    await session.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const opened = async (name: string, use: (page: Page, seen: { errors: string[]; requests: string[] }) => Promise<void>) => {
    const page = await session.newPage()
    const seen = { errors: [] as string[], requests: [] as string[] }
    page.on('pageerror', (error) => seen.errors.push(error.message))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && seen.errors.push(message.text()))
    page.on('request', (request) => !request.url().startsWith('data:') && seen.requests.push(request.url()))
    try {
      await page.goto(pathToFileURL(join(folder, `${name}.html`)).href)
      await use(page, seen)
    } finally {
      await page.close()
    }
  }

  test.each(names)('%s: no error, no request, no name that is obeyed, and no sideways scrolling at any width', (name) =>
    opened(name, async (page, { errors, requests }) => {
      expect(await page.title()).not.toBe('obeyed')
      expect(await page.locator('h1').textContent()).toBe(name in { trees: 1, bare: 1 } ? `${name}.json` : hostile)
      for (const width of [360, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate('document.documentElement.scrollWidth')
        expect([name, width, wide]).toEqual([name, width, width])
      }
      expect({ errors, requests }).toEqual({ errors: [], requests: [pathToFileURL(join(folder, `${name}.html`)).href] })
    }),
  )

  test.each(whole)('%s: axe finds nothing against it, light and dark', (name) =>
    opened(name, async (page) => {
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
      await page.evaluate(axe)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const { violations } = (await page.evaluate('axe.run()')) as AxeResults
        expect(violations.map(({ id, nodes }) => [colorScheme, id, nodes[0].html])).toEqual([])
      }
    }),
  )

  test('the numbers of a chart can be downloaded', () =>
    opened('tuning', async (page) => {
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as CSV').first().click()])
      const stored = join(folder, 'numbers.csv')
      await download.saveAs(stored)
      expect(download.suggestedFilename()).toMatch(/\.csv$/)
      expect(readFileSync(stored, 'utf8').split('\r\n').length).toBe(6)
    }))
})
