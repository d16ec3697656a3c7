import type { ListModel, Problem, Progress } from '@rankwright/core'
import type { OptionTable } from '@rankwright/core/options'
import type { EngineReport } from '@rankwright/core/reports'
import { type HeldLists, matchHeld, type Training } from '@rankwright/core/runtime'
import { type Engine, engineSpellings, heldParts, openEngine, type PackedParts } from '@rankwright/engines'
import type { ReadListsOptions } from '@rankwright/node'
import type { Surroundings } from './command.ts'
import { type DataOptions, filesText, readingOptions, tellNotes } from './data.ts'
import { counted } from './terminal/numbers.ts'
import { UsageError } from './usageError.ts'

/** For commands that go through data that need not fit into memory. */
export const engineOption = {
  engine: {
    kind: 'text',
    placeholder: 'ENGINE',
    leftOut: 'the data is read into memory',
    doc: `Where the lists are packed and computed on: ${engineSpellings.join(', ')}. With duckdb, DATA is a table of FILE, a query, or Parquet or CSV files. With spark, DATA is files of this machine, or a table, a query or a path of the cluster.`,
  },
} as const satisfies OptionTable

/** What a text says of the engine. */
export function engineText({ name, version, parts }: EngineReport): string {
  return `packed by ${name} ${version} in ${counted(parts, 'part')}`
}

/** Packed lists, as trainers take them, and what is known of them. */
interface Packed {
  readonly parts: PackedParts
  readonly lists: HeldLists
  /** What was read, but not as it stands in the data. */
  readonly notes: readonly Problem[]
}

/** An engine, with the reading options of the command. */
export interface OpenedEngine {
  pack(sources: readonly string[], options: DataOptions, reading?: ReadListsOptions): Promise<Packed>
  report(parts: PackedParts): EngineReport
  /** Throws where scores of these sources cannot go into such a table. */
  requireTable(table: string, sources: readonly string[]): Promise<void>
  /** Into a table of the engine. */
  writeScores(table: string, parts: PackedParts, model: ListModel, replace: boolean): Promise<void>
}

/** How far the work is, and within it the job that runs on other machines. */
class EngineProgress {
  readonly #show: Surroundings['progress']
  #step: Progress

  constructor(engine: string, show: Surroundings['progress']) {
    this.#show = show
    this.#step = { stage: `working on ${engine.split('?', 1)[0]}`, done: 0 }
  }

  readonly update = (step: Progress): void => {
    this.#step = step
    this.#show(step)
  }

  readonly tasks = (done: number, total: number): void => {
    if (total > 0) this.#show({ ...this.#step, within: { stage: 'tasks', done, total } })
  }
}

/** Opens the engine of a command, and closes it at the end. `work` reports its progress to what it is given. */
export async function withEngine<Result>(
  given: string,
  threads: number | undefined,
  outer: Surroundings,
  work: (engine: OpenedEngine, around: Surroundings) => Promise<Result>,
): Promise<Result> {
  const steps = new EngineProgress(given, outer.progress)
  const around = { ...outer, progress: steps.update }
  let stage = ''
  const onProgress = (done: number, total: number | undefined) => around.progress({ stage, done, ...(total !== undefined && { total }) })
  if (/^sparks?:/.test(given)) around.progress({ stage: `connecting to ${given.split('?', 1)[0]}`, done: 0 })
  const engine: Engine = await openEngine(given, { onProgress, onTasks: steps.tasks, ...(threads !== undefined && { threads }) })
  try {
    const opened: OpenedEngine = {
      async pack(sources, options, reading = {}) {
        const notes: Problem[] = []
        const { onProgress: _, ...columns } = readingOptions(sources, options, around)
        stage = `packing ${filesText(sources)}`
        around.progress({ stage, done: 0 })
        const parts = await engine.pack(sources, { ...columns, ...reading, onNote: (note) => notes.push(note) })
        tellNotes(notes, around)
        return { parts, lists: heldParts(parts), notes }
      },
      async requireTable(table, sources) {
        if (engine.writeScores === undefined)
          throw new UsageError(
            `The engine ${given} has no database to write a table to: use --engine duckdb:FILE or spark://HOST:PORT, or --to parquet.`,
          )
        await engine.requireOther?.(table, sources)
      },
      async writeScores(table, parts, model, replace) {
        stage = `writing ${table}`
        around.progress({ stage, done: 0 })
        await engine.writeScores?.(table, parts, model, replace)
      },
      report: ({ sizes }) => ({ name: engine.name, version: engine.version, parts: sizes.length }),
    }
    return await work(opened, around)
  } finally {
    await engine.close()
  }
}

/** Says what the model takes differently from how the lists have it. */
export function tellHeldMatch(model: ListModel, lists: HeldLists, around: Surroundings): void {
  for (const note of matchHeld(lists, model.features, model.sideColumns).notes) around.note(`note: ${note}`)
}

/** Throws for options that need the rows themselves. */
export function refuseWithEngine(options: Readonly<Record<string, unknown>>, names: Readonly<Record<string, string>>): void {
  for (const [option, flag] of Object.entries(names))
    if (options[option] !== undefined && options[option] !== false)
      throw new UsageError(`${flag} needs the rows in memory: leave it out, or leave --engine out.`)
}

/** Throws for a method that goes through single rows, and for options that it does not take, before anything is packed. */
export function requireSums(attempt: (lists: HeldLists) => Training<unknown>): void {
  const asksFirst: HeldLists = {
    width: 1,
    layout: 'dense',
    *ask() {
      return (yield { waitingFor: Promise.resolve() }) as never
    },
    withColumns: () => asksFirst,
    someLists: () => asksFirst,
  }
  attempt(asksFirst).next()
}
