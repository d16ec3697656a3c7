import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { root } from '../sourceFiles.ts'
import { type Circumstances, environmentOf, expectRightNames, namedCommand, type Outcome, rankwright } from './rankwright.ts'

const server = join(root, 'tests', 'commandLine', 'commandServer.mjs')

/**
 * As `rankwright`, for the many commands of one test file that differ in what they say and not in how a process starts: one process runs them
 * all. What has input or an environment of its own gets its own process.
 */
export function servedCommands(node: string = process.execPath): typeof rankwright {
  let begun: CommandServer | undefined
  afterAll(() => begun?.close())
  return async (words, circumstances: Circumstances = {}) => {
    const { folder, input, environment } = circumstances
    if (input !== undefined || environment !== undefined || folder === undefined) return rankwright(words, { node, ...circumstances })
    begun ??= new CommandServer(node)
    const outcome = await begun.run({ name: await namedCommand(words), words, folder })
    await expectRightNames(words, outcome)
    return outcome
  }
}

interface Asked {
  readonly name: string | undefined
  readonly words: readonly string[]
  readonly folder: string
}

class CommandServer {
  readonly #child: ChildProcess
  readonly #ready: Promise<void>
  readonly #waiting = new Map<number, { settle(outcome: Outcome): void; fail(problem: Error): void }>()
  #asked = 0
  #errors = ''

  constructor(node: string) {
    this.#child = fork(server, { execPath: node, execArgv: [], env: environmentOf(), silent: true })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#errors += text))
    this.#ready = new Promise((settle) => this.#child.once('message', () => settle()))
    this.#child.on('message', (message: { readonly number?: number; readonly outcome?: Outcome }) => {
      if (message.number === undefined || message.outcome === undefined) return
      this.#waiting.get(message.number)?.settle(message.outcome)
      this.#waiting.delete(message.number)
    })
    this.#child.on('exit', (code) => {
      for (const { fail } of this.#waiting.values())
        fail(new Error(`the process that runs commands ended with code ${code}: ${this.#errors}`))
    })
  }

  async run(asked: Asked): Promise<Outcome> {
    await this.#ready
    const number = this.#asked++
    return new Promise((settle, fail) => {
      this.#waiting.set(number, { settle, fail })
      this.#child.send({ number, ...asked })
    })
  }

  close(): void {
    this.#child.kill()
  }
}
