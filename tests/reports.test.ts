// Reports, opened from disk in Chromium as a reader would: nothing is loaded, nothing fails, everybody can read them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs'
import { hostile, sampleReports } from './sampleReports.ts'

const reports = sampleReports()
const names = Object.keys(reports)
/** Pages whose every section is also in the page of a linear model. */
const parts = ['bare', 'evaluation', 'data', 'certificate']

test.each(names)('%s: no script, no address and no markup from names', (name) => {
  expect(reports[name].match(/<script|<img src=x|(?:href|src)="(?!#|data:)|\0/gi)).toBeNull()
  expect(reports[name].length).toBeLessThan(2e6)
})

test.each(names)('%s: every chart has its words and its numbers', (name) => {
  const count = (mark: RegExp) => reports[name].match(mark)?.length ?? 0
  const charts = count(/<figure>/g)
  expect(count(/<svg [^>]*role="img"[^>]*><title>[^<]+<\/title><desc>[^<]+<\/desc>/g)).toBe(2 * charts) // one for wide pages, one for narrow ones
  expect(count(/ href="data:text\/csv;/g)).toBe(charts + count(/<img alt="[^"]{20,}"/g)) // drawings of ontologies too
})

/** Drawings are shown at nearly their own size, so that letters of 13 pixels stay readable. */
const readable =
  'Array.from(document.images).every(({ currentSrc, width }) => width > 0.85 * Number(/width%3D%22(\\d+)/.exec(currentSrc)[1]))'

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

  test.each(names)('%s: no error, no request, no name that is obeyed, no sideways scrolling, and nothing that axe finds', async (name) => {
    const page = await session.newPage({ colorScheme: 'light' })
    const [errors, requests]: [string[], string[]] = [[], []]
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && errors.push(message.text()))
    page.on('request', (request) => !request.url().startsWith('data:') && requests.push(request.url()))
    const address = pathToFileURL(join(folder, `${name}.html`)).href
    await page.goto(address)
    expect(await page.title()).not.toBe('obeyed')
    expect(await page.locator('h1').textContent()).toBe(name in { trees: 1, bare: 1 } ? `${name}.json` : hostile)
    for (const width of [360, 2560, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForFunction(readable, undefined, { timeout: 10_000 }) // a picture takes the drawing for the new width a moment later
      expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width])
    }
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
    if (name === 'tuning') {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as CSV').first().click()])
      const stored = join(folder, 'numbers.csv')
      await download.saveAs(stored)
      expect(download.suggestedFilename()).toMatch(/\.csv$/)
      expect(readFileSync(stored, 'utf8').split('\r\n').length).toBe(6)
    }
    if (!parts.includes(name)) await page.evaluate(axe)
    const violations = async (options: string) => {
      if (parts.includes(name)) return []
      const { violations: found } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
      return found.map(({ id, nodes }) => [id, nodes[0].html])
    }
    expect(await violations('{ resultTypes: ["violations"] }')).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' }) // which changes colours alone
    expect(await violations('{ runOnly: ["color-contrast"], resultTypes: ["violations"] }')).toEqual([])
    expect({ errors, requests }).toEqual({ errors: [], requests: [address] })
    await page.close()
  })
})
