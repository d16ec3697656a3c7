import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type Block, codeBlocks, isSession, moduleOf, pagesThatRun, runnable, sessionSteps } from './codeBlocks.ts'
import { differences, type Shown } from './shownResults.ts'
import { root } from './sourceFiles.ts'
import { matchesSession } from './terminalText.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const page of pagesThatRun()) {
  const blocks = codeBlocks(readFileSync(join(root, page), 'utf8'))
  describe(page, () => {
    test('every code block is of a kind that is known here', () => {
      const unknown = blocks.filter(({ language }) => !['ts', 'sh', 'console', 'text', 'json'].includes(language))
      expect(unknown.map(({ line, language }) => `${page}:${line} ${language}`)).toEqual([])
    })
    test('what does not run here is only npm and git', () => {
      const resting = blocks.filter((block) => block.language === 'sh' && !isSession(block))
      expect(resting.flatMap(({ text }) => text.split('\n')).filter((row) => !/^(npm|npx|git|cd|source) /.test(row))).toEqual([])
    })
    const steps = runnable(blocks)
    if (steps.length === 0) return
    test('its code blocks, run one after the other, print what they say', { timeout: 240_000 }, async () => {
      const work = mkdtempSync(join(folder, 'page-'))
      const wrong: string[] = []
      for (const [number, step] of steps.entries()) {
        wrong.push(...(isSession(step[0]) ? await runSession(page, step[0], work) : await runProgram(page, number, step, work)))
      }
      expect(wrong).toEqual([])
    })
  })
}

/** Runs a program; says where a shown result is not what came out. */
async function runProgram(page: string, number: number, blocks: readonly Block[], work: string): Promise<string[]> {
  const place = join(root, '.cache', 'docs')
  mkdirSync(place, { recursive: true })
  const file = join(place, `${page.replaceAll(/[^A-Za-z0-9]/g, '-')}-${number}.ts`)
  writeFileSync(file, moduleOf(blocks))
  const shown: Shown[] = []
  const before = process.cwd()
  process.chdir(work)
  try {
    const { main } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { main(show: (item: Shown) => void): Promise<void> }
    await main((item) => shown.push(item))
  } finally {
    process.chdir(before)
  }
  return shown.flatMap((item) => differences(item).map((difference) => `${page}:${item.line} ${difference}`))
}

/** Runs the commands of a session, as a reader would who has rankwright installed. */
async function runSession(page: string, block: Block, work: string): Promise<string[]> {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeProgram(join(bin, 'rankwright'), `exec '${process.execPath}' '${join(root, 'packages/cli/dist/main.js')}' "$@"`)
  writeProgram(join(bin, 'npx'), 'exec "$@"')
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}`, NO_COLOR: '1', COLUMNS: '120', RANKWRIGHT_QUIET: '1' }
  const wrong: string[] = []
  for (const { line, command, output } of sessionSteps(block)) {
    const printed = await printedBy(command, work, env)
    if (!matchesSession(printed, output)) wrong.push(`${page}:${line} $ ${command}\nsays:\n${output}\nprinted:\n${printed}`)
  }
  return wrong
}

interface Printed {
  readonly stdout: string
  readonly stderr: string
}

async function printedBy(command: string, work: string, env: NodeJS.ProcessEnv): Promise<string> {
  const shows = /^(?:npx )?rankwright demo(?: > (?<file>[\w./]+))?$/.exec(command)
  if (shows === null || existsSync(join(work, 'rankwright-demo'))) {
    const { stdout, stderr } = await ran(command, work, env)
    return `${stdout}${stderr}`
  }
  const { stdout, stderr } = await demonstrated(work, env)
  const file = shows.groups?.['file']
  if (file === undefined) return `${stdout}${stderr}`
  writeFileSync(resolve(work, file), stdout)
  return stderr
}

/** The demonstration is the same on every page: it runs once, and what it leaves is copied. */
let demonstration: Promise<Printed> | undefined

async function demonstrated(work: string, env: NodeJS.ProcessEnv): Promise<Printed> {
  const place = join(folder, 'demonstration')
  mkdirSync(place, { recursive: true })
  demonstration ??= ran('rankwright demo', place, env)
  const printed = await demonstration
  cpSync(join(place, 'rankwright-demo'), join(work, 'rankwright-demo'), { recursive: true })
  return printed
}

function ran(command: string, work: string, env: NodeJS.ProcessEnv): Promise<Printed> {
  return new Promise((done) => {
    execFile('sh', ['-c', command], { cwd: work, env, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => done({ stdout, stderr }))
  })
}

function writeProgram(file: string, line: string): void {
  writeFileSync(file, `#!/bin/sh\n${line}\n`)
  chmodSync(file, 0o755)
}
