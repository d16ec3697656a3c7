import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { root } from '../sourceFiles.ts'
import { wrongNames } from '../wrongNames.ts'

export const main: string = join(root, 'packages', 'cli', 'dist', 'main.js')

const commandOptions = join(root, 'tests', 'commandLine', 'commandOptions.mjs')

export interface Outcome {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Circumstances {
  /** The Node to run on; that of the tests unless given. */
  readonly node?: string
  readonly folder?: string
  readonly input?: string | Uint8Array
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs the built command line to its end. Whatever the test is about, what is printed names no flag that the command lacks. */
export async function rankwright(words: readonly string[], circumstances: Circumstances = {}): Promise<Outcome> {
  const outcome = await outcomeOf(start(words, circumstances), circumstances.input)
  await expectRightNames(words, outcome)
  return outcome
}

let options: ReadonlyMap<string, readonly string[]> | undefined

/** The command that the words call, of one word or of two. */
export async function namedCommand(words: readonly string[]): Promise<string | undefined> {
  options ??= new Map<string, string[]>(Object.entries(JSON.parse(execFileSync(process.execPath, [commandOptions], { encoding: 'utf8' }))))
  return [words.slice(0, 2).join(' '), words[0] ?? ''].find((command) => options?.has(command))
}

export async function expectRightNames(words: readonly string[], { stdout, stderr }: Outcome): Promise<void> {
  const name = await namedCommand(words)
  if (name === undefined || name === 'completion') return
  const given = new Set(words.map((word) => word.split('=')[0])) // a wrong flag that was given may be told
  const texts = [stderr, ...(words.includes('--json') ? [] : [stdout.slice(0, 100_000)])]
  const wrong = texts.flatMap((text) => wrongNames(text, name, options ?? new Map()))
  expect(wrong.filter((found) => !given.has(found.split(':')[0]))).toEqual([])
}

/** Starts the built command line and leaves it running; without progress lines, which slow machines would print, unless asked for. */
export function start(words: readonly string[], { node = process.execPath, folder, environment }: Circumstances = {}): ChildProcess {
  return spawn(node, [main, ...words], { cwd: folder, env: environmentOf(environment) })
}

export function environmentOf(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...inherited } = process.env
  return { ...inherited, NO_COLOR: '1', COLUMNS: '100', RANKWRIGHT_QUIET: '1', ...more }
}

export function outcomeOf(child: ChildProcess, input?: string | Uint8Array): Promise<Outcome> {
  return new Promise((settle, fail) => {
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text))
    child.on('error', fail)
    child.on('close', (status, signal) => settle({ status, signal, ...output }))
    child.stdin?.on('error', () => {}) // it may end before it has read everything
    child.stdin?.end(input)
  })
}

/** Runs a script of bash in the folder to its end; `rw` is the built command line. For what only a shell can do: limits, redirections, pipes without a name. */
export function shellIn(folder: string): (script: string) => Pick<Outcome, 'status' | 'stdout' | 'stderr'> {
  return (script) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', `rw() { "$NODE" "$MAIN" "$@"; }\n${script}`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, RANKWRIGHT_QUIET: '1', NO_COLOR: '1', NODE: process.execPath, MAIN: main },
      timeout: 100_000,
    })
    return { status, stdout, stderr }
  }
}

/** A folder for the files of one test file; gone after its tests. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `rankwright-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The command line in a folder of its own: commands are written as one line. */
export function commandsIn(name: string, called: typeof rankwright = rankwright) {
  const folder = scratchFolder(name)
  const run = (words: string): Promise<Outcome> => called(words.split(' '), { folder })
  /** The one JSON document that a command prints. */
  const json = async (words: string, status = 0) => {
    const outcome = await run(`${words} --json`)
    expect(outcome, `${words}: ${outcome.stderr}`).toMatchObject({ status })
    return JSON.parse(outcome.stdout)
  }
  return { folder, run, json }
}
