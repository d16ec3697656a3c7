// Part of `npm run docs`: draws the pictures of reports in docs/images/, light and dark, as Chromium shows the beginning of a page: that of the
// demonstration, and that of an experiment on its data. Fonts are those of the machine, so pictures are drawn anew only when a page has changed:
// docs/images/reports.sha256 says which pages they show. `--again` draws them in any case.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from './chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const images = join(root, 'docs', 'images')
const known = join(images, 'reports.sha256')

/** By the name of the picture: the page, and the words of the command that makes it. */
const pages = {
  report: { page: 'shop/report.html', words: 'demo --out shop' },
  experiment: {
    page: 'trial/report.html',
    words:
      'experiment shop/train.csv --ignore position,clicks --methods listnet,least-squares,ranksvm,lambdamart --folds 3 --shares 0.2,1 --out trial',
  },
}

const folder = mkdtempSync(join(tmpdir(), 'rankwright-report-'))
try {
  const lines = Object.entries(pages).map(([name, { page, words }]) => {
    execFileSync(process.execPath, [join(root, 'packages/cli/bin/rankwright.js'), ...words.split(' ')], { cwd: folder, stdio: 'pipe' })
    return `${createHash('sha256')
      .update(readFileSync(join(folder, page)))
      .digest('hex')}  ${name}\n`
  })
  const shown = existsSync(known) && !process.argv.includes('--again') ? readFileSync(known, 'utf8') : ''
  if (shown !== lines.join('')) await draw(lines.join(''))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function draw(fingerprints) {
  const { path, absent } = findChromium()
  if (path === undefined) return console.error(`» The pictures of reports show older pages: ${absent}`)
  const browser = await chromium.launch({ executablePath: path, headless: true, args: chromiumFlags })
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, { page: file }] of Object.entries(pages)) {
      const page = await browser.newPage({ viewport: { width: 1100, height: 980 }, colorScheme })
      await page.goto(pathToFileURL(join(folder, file)).href)
      await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) })
      await page.close()
    }
  }
  await browser.close()
  writeFileSync(known, fingerprints)
}
