import { statSync } from 'node:fs'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import { readLists } from '@rankwright/node'
import type { Engine, EngineOptions } from '../engine.ts'
import { PackedFiles } from '../packed/packedFiles.ts'
import { version } from '../version.ts'
import { listsInTurn, NotInTurn } from './listsInTurn.ts'

/**
 * Files of every format, packed onto the disk of this machine: large ones list by list, others one file after the other where each has the same columns, and
 * else all at once.
 */
export async function localEngine(rest: string, { threads, onProgress }: EngineOptions): Promise<Engine> {
  if (rest !== '') throw new RankwrightError({ area: 'engine', code: 'unknown-engine', found: `local:${rest}`, known: ['local'] })
  const packed = new PackedFiles(threads)
  const options = (reading: ReadListsOptions) => ({ ...reading, ...(onProgress && { onProgress }) })
  return {
    name: 'local',
    version,
    async pack(source, reading) {
      if (areLarge(source)) {
        try {
          return await packed.pack(listsInTurn(source, options(reading)))
        } catch (error) {
          if (!(error instanceof NotInTurn)) throw error
        }
      }
      if (source.length > 1 && (reading.sameLists ?? 'refuse') === 'refuse') {
        try {
          return await packed.pack(fileByFile(source, options(reading)))
        } catch (error) {
          if (!isOfOtherColumns(error)) throw error
        }
      }
      return await packed.pack(together(source, options(reading)))
    },
    chunks: (source, reading) => together(source, options(reading)),
    close: () => packed.close(),
  }
}

async function* together(files: readonly string[], reading: ReadListsOptions): AsyncGenerator<RankingLists> {
  yield await readLists(files.length === 1 ? files[0] : files, reading)
}

class OtherColumns extends Error {}

function isOfOtherColumns(error: unknown): boolean {
  if (error instanceof OtherColumns) return true
  return error instanceof RankwrightError && error.problems[0].area === 'data' && error.problems[0].code === 'rows-do-not-fit'
}

/** What is fitted to all rows, or depends on them, is not known from one file. */
async function* fileByFile(files: readonly string[], reading: ReadListsOptions): AsyncGenerator<RankingLists> {
  const seen = new Set<string>()
  for (const file of files) {
    const lists = await readLists(file, reading)
    const repeated = lists.listIds.some((id) => seen.has(id))
    if (repeated || lists.encoders !== undefined || lists.grades !== undefined || lists.othersAreZero) throw new OtherColumns()
    for (const id of lists.listIds) seen.add(id)
    yield lists
  }
}

/** Bytes of text from which on lists are packed as they come. */
const LARGE = 1 << 28
/** Bytes that a compressed one stands for, about. */
const UNPACKED = 5

function areLarge(files: readonly string[]): boolean {
  const bytes = files.map((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) * (/\.gz$/i.test(file) ? UNPACKED : 1))
  return bytes.reduce((sum, each) => sum + each, 0) > LARGE
}
