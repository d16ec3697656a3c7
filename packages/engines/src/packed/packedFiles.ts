import { availableParallelism } from 'node:os'
import type { RankingLists } from '@rankwright/core'
import { FolderOnDemand } from '../folderOnDemand.ts'
import type { PackedParts } from '../parts/packedParts.ts'
import { SectionThreads } from '../threads/sectionThreads.ts'
import { FileParts, type KnownParts } from './fileParts.ts'
import { packChunks } from './packChunks.ts'
import { PackedFile } from './packedFile.ts'

/** Files that an engine packs on this machine, with the threads that answer for all of them. */
export class PackedFiles {
  readonly folder = new FolderOnDemand()
  readonly #threads: SectionThreads

  constructor(threads: number = availableParallelism()) {
    this.#threads = new SectionThreads(threads)
  }

  /** `sorted`: the chunks are not in the order of their source. */
  async pack(chunks: AsyncIterable<RankingLists>, sorted?: true): Promise<PackedParts> {
    const known: KnownOnTheWay = { sorted }
    const file = await packChunks(withKnown(chunks, known), this.folder)
    return new FileParts(file, { threads: this.#threads, folder: this.folder }, known)
  }

  /** A file that was packed into the folder. */
  parts(path: string): PackedParts {
    return new FileParts(this.folder.opened(new PackedFile(path)), { threads: this.#threads, folder: this.folder })
  }

  async close(): Promise<void> {
    await this.#threads.close()
    await this.folder.close()
  }
}

/** What is known of lists when all of them have come. */
export type KnownOnTheWay = { -readonly [Name in keyof KnownParts]: KnownParts[Name] }

/** Remembers how the lists were read. */
export async function* withKnown(chunks: AsyncIterable<RankingLists>, known: KnownOnTheWay): AsyncGenerator<RankingLists> {
  for await (const lists of chunks) {
    if (lists.encoders !== undefined) known.encoders = lists.encoders
    if (lists.grades !== undefined) known.grades = lists.grades
    if (lists.sideColumns !== undefined) known.sideColumns = lists.sideColumns
    if (lists.sourceRows !== undefined) known.sorted = true
    yield lists
  }
}
