import { RankwrightError } from '@rankwright/core'
import { callback, number, options as optionsShape, requireArguments, text, texts } from '@rankwright/core/arguments'
import { duckDbEngine } from './duckdb/duckDbEngine.ts'
import { duckDbFiles } from './duckdb/duckDbFiles.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { localEngine } from './local/localEngine.ts'
import { sparkEngine } from './spark/sparkEngine.ts'
import { sparkFiles } from './spark/sparkFiles.ts'

/** A kind of engine. */
interface EngineKind {
  /** How it is given, for messages. */
  readonly spelling: string
  /** Whether its sources are files that this machine sees, and nothing else. */
  readonly readsFiles: boolean
  /** The files of this machine that it reads besides the sources that are files: its own, and those that tables, patterns and queries name. */
  files(rest: string, sources: readonly string[]): Promise<readonly string[]>
  /** `rest` is what follows the name and the colon. */
  open(rest: string, options: EngineOptions): Promise<Engine>
}

/** Every engine by its name, which stands before the first colon. A new one is a line here. */
const engineKinds: Readonly<Record<string, EngineKind>> = {
  local: { spelling: 'local', readsFiles: true, files: async () => [], open: localEngine },
  duckdb: { spelling: 'duckdb:FILE', readsFiles: false, files: duckDbFiles, open: duckDbEngine },
  spark: sparkAt('spark'),
  sparks: sparkAt('sparks'),
}

function sparkAt(scheme: 'spark' | 'sparks'): EngineKind {
  return {
    spelling: `${scheme}://HOST:PORT`,
    readsFiles: false,
    files: (rest, sources) => sparkFiles(`${scheme}:${rest}`, sources),
    open: (rest, options) => sparkEngine(`${scheme}:${rest}`, options),
  }
}

/** How engines are given: `local`, `duckdb:FILE` … */
export const engineSpellings: readonly string[] = Object.values(engineKinds).map(({ spelling }) => spelling)

const shapes = {
  given: text,
  options: optionsShape({ threads: number({ whole: true, atLeast: 1, atMost: 256 }), onProgress: callback, onTasks: callback }),
}

/** Opens an engine by what was given for it, such as `duckdb:shop.db`. It must be closed. */
export async function openEngine(given: string, options: EngineOptions = {}): Promise<Engine> {
  requireArguments({ given, options }, shapes)
  const { kind, rest } = kindOf(given)
  return kind.open(rest, options)
}

/** Whether the sources of an engine are files of this machine: patterns and folders among them can be looked up. */
export function engineReadsFiles(given: string): boolean {
  requireArguments({ given }, { given: text })
  return kindOf(given).kind.readsFiles
}

/**
 * The files of this machine that an engine reads besides those that are given as such: a database, a program that is sent along, and what sources name, in
 * queries too. No file that is written may be one of them.
 */
export async function engineFiles(given: string, sources: readonly string[] = []): Promise<readonly string[]> {
  requireArguments({ given, sources }, { given: text, sources: texts })
  const { kind, rest } = kindOf(given)
  return await kind.files(rest, sources)
}

function kindOf(given: string): { readonly kind: EngineKind; readonly rest: string } {
  const [name] = given.split(':', 1)
  if (!Object.hasOwn(engineKinds, name))
    throw new RankwrightError({ area: 'engine', code: 'unknown-engine', found: given, known: engineSpellings })
  return { kind: engineKinds[name], rest: given.slice(name.length + 1) }
}
