import { availableParallelism } from 'node:os'
import { number, options as optionsShape, requireArguments, text } from '@rankwright/core/arguments'
import type { HeldLists } from '@rankwright/core/runtime'
import { FolderOnDemand } from './folderOnDemand.ts'
import { FileParts } from './packed/fileParts.ts'
import { PackedFile } from './packed/packedFile.ts'
import { heldParts } from './parts/heldParts.ts'
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
  const shared = { threads: new SectionThreads(options.threads ?? availableParallelism()), folder: new FolderOnDemand() }
  const file = new PackedFile(path)
  const parts = new FileParts(file, shared)
  return {
    ...heldParts(parts),
    lists: parts.sizes.reduce((sum, { lists }) => sum + lists, 0),
    rows: parts.sizes.reduce((sum, { rows }) => sum + rows, 0),
    async close() {
      await shared.threads.close()
      await shared.folder.close()
      file.close()
    },
  }
}
