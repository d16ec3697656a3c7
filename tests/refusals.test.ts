// Every function that a package exports is called with arguments that make no sense, in turn and in every part. It refuses with a problem
// that names the argument, or gives an answer that holds no NaN; it never throws anything else, and it always comes back. A new export
// needs a row in tests/refusals/rows/.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { trusting } from './refusals/trusting.mjs'
import { root } from './sourceFiles.ts'

const walked = readdirSync(join(root, 'tests/refusals/rows')).map((name) => name.replace(/\.mjs$/, ''))

/** The page of rows of every entry of every package; the command line only exports what others do. */
const entries = readdirSync(join(root, 'packages')).flatMap((name) => {
  if (['cli', 'contracts'].includes(name)) return []
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as { exports: object }
  return Object.keys(exports).map((path) => ({ package: name, path, page: path === '.' ? name : path.slice(2) }))
})

test('every entry of every package has its rows', () => {
  expect(entries.filter(({ page }) => !walked.includes(page) && !(page in trusting))).toEqual([])
})

describe('every function has a row, and arguments that make no sense are refused', () => {
  test.each(walked)(
    '%s',
    async (page) => {
      const { tried, failures, rows, lacking } = await walk(page)
      expect(lacking.filter((name) => !leftOut(page).includes(name))).toEqual([])
      expect(failures).toEqual([])
      expect(tried).toBeGreaterThanOrEqual(rows)
    },
    300_000,
  )
})

function leftOut(page: string): readonly string[] {
  const functions = trusting[page]
  return functions === true || functions === undefined ? [] : functions
}

/** Walks through a page of rows in a process and a folder of its own. */
async function walk(page: string): Promise<{ tried: number; failures: unknown[]; rows: number; lacking: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-walk-'))
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'tests/refusals/walk.mjs'), page], {
      cwd: folder,
      maxBuffer: 1 << 26,
    })
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
