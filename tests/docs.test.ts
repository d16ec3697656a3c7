import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type Block, codeBlocks, moduleOf, sessionSteps } from './codeBlocks.ts'
import { differences, type Shown } from './shownResults.ts'
import { filesBelow, root } from './sourceFiles.ts'

const pages = ['README.md', 'CONTRIBUTING.md', ...filesBelow(join(root, 'docs')).map((file) => relative(root, file))].filter(
  (page) => page.endsWith('.md') && existsSync(join(root, page)),
)
const folder = mkdtempSync(join(tmpdir(), 'rankwright-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const page of pages) {
  const blocks = codeBlocks(readFileSync(join(root, page), 'utf8'))
  describe(page, () => {
    test('every code block is of a kind that runs here', () => {
      expect(
        blocks
          .filter(({ language }) => !['ts', 'sh', 'console', 'text', 'json', ''].includes(language))
          .map(({ line, language }) => `${page}:${line} ${language}`),
      ).toEqual([])
    })
    test('what does not run here is only npm and git', () => {
      const resting = blocks.filter(({ language, text }) => language === 'sh' && !text.startsWith('$ '))
      expect(resting.flatMap(({ text }) => text.split('\n')).filter((row) => !/^(npm|npx|git|cd|source) /.test(row))).toEqual([])
    })
    for (const [number, block] of programs(blocks).entries()) {
      test(`the program at line ${block[0].line} prints what it says`, async () => {
        expect(await runProgram(page, number, block)).toEqual([])
      })
    }
    const sessions = blocks.filter(({ language, text }) => language === 'console' || (language === 'sh' && text.startsWith('$ ')))
    if (sessions.length === 0) return
    test('its terminal sessions print what they say', { timeout: 240_000 }, async () => {
      expect(await runSessions(page, sessions)).toEqual([])
    })
  })
}

/** The TypeScript blocks of a page: one with imports starts a program, those without go on with it. */
function programs(blocks: readonly Block[]): Block[][] {
  const all: Block[][] = []
  for (const block of blocks.filter(({ language }) => language === 'ts')) {
    if (all.length === 0 || /^import\b/m.test(block.text)) all.push([block])
    else all[all.length - 1].push(block)
  }
  return all
}

/** Runs a program in an empty folder; says where a shown result is not what came out. */
async function runProgram(page: string, number: number, blocks: readonly Block[]): Promise<string[]> {
  const place = join(root, '.cache', 'docs')
  mkdirSync(place, { recursive: true })
  const file = join(place, `${page.replaceAll(/[^A-Za-z0-9]/g, '-')}-${number}.ts`)
  writeFileSync(file, moduleOf(blocks))
  const shown: Shown[] = []
  const before = process.cwd()
  const work = mkdtempSync(join(folder, 'program-'))
  process.chdir(work)
  try {
    const { main } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { main(show: (item: Shown) => void): Promise<void> }
    await main((item) => shown.push(item))
  } finally {
    process.chdir(before)
  }
  return shown.flatMap((item) => differences(item).map((difference) => `${page}:${item.line} ${difference}`))
}

/** Runs the commands of a page's sessions one after the other in one folder, as a reader would. */
async function runSessions(page: string, sessions: readonly Block[]): Promise<string[]> {
  const work = mkdtempSync(join(folder, 'session-'))
  const bin = join(work, '.bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'rankwright'), `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'packages/cli/dist/main.js')}' "$@"\n`)
  chmodSync(join(bin, 'rankwright'), 0o755)
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}`, NO_COLOR: '1', COLUMNS: '120' }
  const wrong: string[] = []
  for (const block of sessions) {
    for (const { line, command, output } of sessionSteps(block)) {
      const printed = await new Promise<string>((done) => {
        execFile('sh', ['-c', command], { cwd: work, env, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => done(`${stdout}${stderr}`))
      })
      if (!matches(printed, output)) wrong.push(`${page}:${line} $ ${command}\nsays:\n${output}\nprinted:\n${printed}`)
    }
  }
  return wrong
}

/** `…` stands for anything within a line; a line of nothing but `…` for any lines. An empty expectation is not compared. */
function matches(printed: string, expected: string): boolean {
  if (expected.trim() === '') return true
  const lines = expected
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '…' ? '[\\s\\S]*?' : line.trimEnd().split('…').map(escaped).join('.*?')))
  return new RegExp(`^${lines.join('\\n')}$`).test(
    printed
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n'),
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
