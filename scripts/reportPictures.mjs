// `node scripts/reportPictures.mjs` draws the pictures of a report in docs/images/, light and dark: the beginning of the page that the demonstration
// makes, as Chromium shows it. Run it when reports look different; fonts are those of the machine, so its bytes are not compared.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from './chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { path, absent } = findChromium()
if (path === undefined) throw new Error(absent)
const folder = mkdtempSync(join(tmpdir(), 'rankwright-report-'))
try {
  execFileSync(process.execPath, [join(root, 'packages/cli/bin/rankwright.js'), 'demo', '--out', 'shop'], { cwd: folder, stdio: 'pipe' })
  const browser = await chromium.launch({ executablePath: path, headless: true, args: chromiumFlags })
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 840 }, colorScheme })
    await page.goto(pathToFileURL(join(folder, 'shop', 'report.html')).href)
    await page.screenshot({ path: join(root, 'docs', 'images', `report-${colorScheme}.png`) })
    await page.close()
  }
  await browser.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
