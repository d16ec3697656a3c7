import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type RankingLists, selectLists } from '@rankwright/core'
import { number, options as optionsShape, requireArguments, text } from '@rankwright/core/arguments'
import { BLOCK_ROWS } from '@rankwright/core/numeric'
import {
  type AnswerOf,
  type AskedOf,
  combineParts,
  type HeldLists,
  type OperationName,
  type PartOf,
  type Training,
} from '@rankwright/core/runtime'
import { FolderOnDemand } from './folderOnDemand.ts'
import { inColumns } from './inColumns.ts'
import { PackedFile } from './packed/packedFile.ts'
import { packLists } from './packed/packLists.ts'
import type { PackedView } from './threads/messages.ts'
import { SectionThreads } from './threads/sectionThreads.ts'

export interface HoldPackedOptions {
  /** Threads that go through sections; the answers are the same for any number. All processors unless given. */
  readonly threads?: number
}

/** Lists in a packed file, with the threads that answer for them. */
export interface PackedLists extends HeldLists {
  readonly lists: number
  readonly rows: number
  /** Ends the threads and removes what was packed on the way. */
  close(): Promise<void>
}

/**
 * Lists of a packed file, for trainings that run with `finishLater`. The file is read again for each question, section by section, so that each
 * thread has one section in memory at a time, whatever the size of the file. Models have the bytes that they have if all lists are in memory.
 */
export function holdPacked(path: string, options: HoldPackedOptions = {}): PackedLists {
  requireArguments({ path, options }, { path: text, options: optionsShape({ threads: number({ whole: true, atLeast: 1, atMost: 256 }) }) })
  const file = new PackedFile(path)
  const { sections, ...about } = file.directory
  const threads = new SectionThreads(options.threads ?? availableParallelism())
  const folder = new FolderOnDemand()
  return {
    ...held(file, about, undefined, { threads, folder }),
    lists: sections.reduce((sum, { lists }) => sum + lists, 0),
    rows: sections.reduce((sum, { rows }) => sum + rows, 0),
    async close() {
      await threads.close()
      await folder.close()
      file.close()
    },
  }
}

/** What is known of lists without asking. */
type About = Pick<HeldLists, 'width' | 'featureNames' | 'othersAreZero' | 'featuresChosen' | 'layout'>

/** What all lists of one file share. */
interface Shared {
  readonly threads: SectionThreads
  readonly folder: FolderOnDemand
}

/** The lists of a file with some of its columns. */
function held(file: PackedFile, about: About, columns: PackedView['columns'], shared: Shared): HeldLists {
  const view: PackedView = { path: file.path, ...(columns && { columns }) }
  const sources = (from: Int32Array) => (columns === undefined ? from : from.map((column) => (column < 0 ? -1 : columns.from[column])))
  return {
    ...about,
    *ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
      const parts = (yield { waitingFor: allParts(file, view, name, asked, shared.threads) }) as PartOf<Name>[]
      return combineParts(name, parts, asked)
    },
    withColumns(from, featureNames) {
      const selected = { from: sources(from), ...(featureNames && { names: featureNames }) }
      const { width: _, featureNames: __, othersAreZero: ___, ...rest } = about
      const known: About = { ...rest, width: from.length, featureNames }
      // A block is as tall as a row is wide: where that matters, lists of another width are packed anew.
      const sameBlocks = Math.max(file.directory.width, from.length) <= BLOCK_ROWS
      return sameBlocks ? held(file, known, selected, shared) : repacked(file, known, selected, undefined, shared)
    },
    someLists: (chosen) => repacked(file, about, columns, chosen, shared),
  }
}

/** Some lists of a file, or other columns, in a file of their own; it is packed when it is first asked for something. */
function repacked(
  file: PackedFile,
  about: About,
  columns: PackedView['columns'],
  chosen: Uint32Array | undefined,
  shared: Shared,
): HeldLists {
  let ready: Promise<HeldLists> | undefined
  async function packed(): Promise<HeldLists> {
    const path = join(await shared.folder.path(), `${shared.folder.next()}.packed`)
    await packLists(chunks(file, columns, chosen), path)
    return held(shared.folder.opened(new PackedFile(path)), about, undefined, shared)
  }
  return {
    ...about,
    *ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
      ready ??= packed()
      const lists = (yield { waitingFor: ready }) as HeldLists
      return yield* lists.ask(name, asked)
    },
    withColumns(from, featureNames) {
      const sources = columns === undefined ? from : from.map((column) => (column < 0 ? -1 : columns.from[column]))
      const { width: _, featureNames: __, othersAreZero: ___, ...rest } = about
      const known: About = { ...rest, width: from.length, featureNames }
      return repacked(file, known, { from: sources, ...(featureNames && { names: featureNames }) }, chosen, shared)
    },
    someLists: (places) => repacked(file, about, columns, chosen === undefined ? places : places.map((place) => chosen[place]), shared),
  }
}

/** The chosen lists, section by section. */
function* chunks(file: PackedFile, columns: PackedView['columns'], chosen: Uint32Array | undefined): Generator<RankingLists> {
  for (const [number, section] of file.directory.sections.entries()) {
    const first = file.before[number].lists
    const own = chosen?.filter((list) => list >= first && list < first + section.lists)
    if (own?.length === 0) continue
    const lists = inColumns(file.section(number), columns)
    yield own === undefined
      ? lists
      : selectLists(
          lists,
          own.map((list) => list - first),
        )
  }
}

async function allParts<Name extends OperationName>(
  file: PackedFile,
  view: PackedView,
  name: Name,
  asked: AskedOf<Name>,
  threads: SectionThreads,
): Promise<PartOf<Name>[]> {
  const all = file.directory.sections.map((_, section) => threads.ask({ view, section, name, asked }))
  try {
    return (await Promise.all(all)).flat() as PartOf<Name>[]
  } catch (error) {
    threads.drop(error)
    await Promise.allSettled(all)
    throw error
  }
}
