import { existsSync } from 'node:fs'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { type ReadListsOptions, tableFitting } from '@rankwright/core/data'
import { readLists } from '@rankwright/node'
import type { Engine, EngineOptions } from '../engine.ts'
import { FolderOnDemand } from '../folderOnDemand.ts'
import { packChunks } from '../packed/packChunks.ts'
import { type KnownOnTheWay, withKnown } from '../packed/packedFiles.ts'
import { SparkSession } from './connect/sparkSession.ts'
import { explained, SparkParts } from './parts/sparkParts.ts'
import { encodeTable } from './table/encodeTable.ts'
import { packTable } from './table/packTable.ts'
import { requireOther as requireOtherTable } from './table/requireOther.ts'
import { sparkSource } from './table/sparkSource.ts'
import { writeScores } from './table/writeScores.ts'

/**
 * A Spark cluster through Spark Connect. Files of this machine are read here, as everywhere, and sent; tables, queries and files that only Spark sees are
 * packed there, also where they have columns that are not plain numbers.
 */
export async function sparkEngine(url: string, { onProgress, onTasks }: EngineOptions): Promise<Engine> {
  const session = await SparkSession.open(url, { guarded: true, ...(onTasks && { onProgress: ({ done, total }) => onTasks(done, total) }) })
  const folder = new FolderOnDemand()
  const packed: SparkParts[] = []
  const read = (source: readonly string[], reading: ReadListsOptions) =>
    readLists(source.length === 1 ? source[0] : source, { ...reading, ...(onProgress && { onProgress }) })
  /** Packs lists here, and sends them. */
  const sent = async (chunks: AsyncIterable<RankingLists>): Promise<SparkParts> => {
    const known: KnownOnTheWay = {}
    const file = await packChunks(withKnown(chunks, known), folder)
    return await SparkParts.send(session, file.path, {}, known)
  }
  const partsOf = async (source: readonly string[], reading: ReadListsOptions): Promise<SparkParts> => {
    if (source.every((name) => existsSync(name))) return await sent(oneChunk(await read(source, reading)))
    if (reading.encoding !== undefined)
      throw cannot(
        'text that Spark reads is UTF-8, and an encoding has no effect',
        'Give files of this machine, or convert them to Parquet.',
      )
    if (source.length > 1) throw cannot('several tables cannot be given', 'Give a query that joins them, with UNION ALL.')
    const table = await sparkSource(session, source[0], reading)
    if (table.plain) return await packTable(session, table, reading)
    const plain = tableFitting(table.name, table.columns, reading)
    if (!plain.needsRows && (table.columns.raw ?? []).length === 0 && reading.encoders === undefined && reading.grades === undefined) {
      plain.finish() // tells the columns
      return await packTable(session, table, reading)
    }
    return await encodeTable(session, table, reading)
  }
  const toldNode = (error: unknown): never => {
    throw explained(error, session)
  }
  const packedOf: (readonly string[])[] = []
  const requireOther = async (table: string, source: readonly string[]) => {
    const sent = source.every((name) => existsSync(name))
    for (const name of source) await requireOtherTable(session, table, name, sent)
  }
  return {
    name: 'spark',
    version: await session.version(),
    requireOther,
    async pack(source, reading) {
      packedOf.push(source)
      const parts = await partsOf(source, reading).catch(toldNode)
      packed.push(parts)
      return parts
    },
    async *chunks(source, reading) {
      if (source.every((name) => existsSync(name))) yield await read(source, reading)
      else {
        const parts = await partsOf(source, reading).catch(toldNode)
        yield* parts.chunks()
        await parts.close()
      }
    },
    async writeScores(table, parts, model, replace) {
      if (!(parts instanceof SparkParts)) throw cannot('scores are of lists that it has packed', 'Pack them with the same engine.')
      for (const source of packedOf) await requireOther(table, source)
      await writeScores(session, table, parts, model, replace)
    },
    async close() {
      for (const parts of packed.splice(0)) await parts.close()
      await folder.close()
      await session.close()
    },
  }
}

function cannot(what: string, instead: string): RankwrightError {
  return new RankwrightError({ area: 'engine', code: 'engine-cannot', engine: 'spark', what, instead })
}

async function* oneChunk(lists: RankingLists): AsyncGenerator<RankingLists> {
  yield lists
}
