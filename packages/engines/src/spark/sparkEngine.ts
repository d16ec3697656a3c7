import { existsSync } from 'node:fs'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/core/data'
import { readLists } from '@rankwright/node'
import type { Engine, EngineOptions } from '../engine.ts'
import { FolderOnDemand } from '../folderOnDemand.ts'
import { packChunks } from '../packed/packChunks.ts'
import { SparkSession } from './connect/sparkSession.ts'
import { SparkParts } from './parts/sparkParts.ts'
import { packTable } from './table/packTable.ts'
import { writeScores } from './table/writeScores.ts'

/**
 * A Spark cluster through Spark Connect. Files of this machine are read here, as everywhere, and sent; tables, queries and files that only Spark sees are
 * packed there.
 */
export async function sparkEngine(url: string, { onProgress, onTasks }: EngineOptions): Promise<Engine> {
  const session = await SparkSession.open(url, { guarded: true, ...(onTasks && { onProgress: ({ done, total }) => onTasks(done, total) }) })
  const folder = new FolderOnDemand()
  const packed: SparkParts[] = []
  const read = (source: readonly string[], reading: ReadListsOptions) =>
    readLists(source.length === 1 ? source[0] : source, { ...reading, ...(onProgress && { onProgress }) })
  const partsOf = async (source: readonly string[], reading: ReadListsOptions): Promise<SparkParts> => {
    if (source.every((name) => existsSync(name))) {
      const lists = await read(source, reading)
      const file = await packChunks(oneChunk(lists), folder)
      const { encoders, grades, sourceRows } = lists
      const known = { ...(encoders && { encoders }), ...(grades && { grades }), ...(sourceRows && { sorted: true as const }) }
      return await SparkParts.send(session, file.path, {}, known)
    }
    if (source.length > 1) throw cannot('several tables cannot be given', 'Give a query that joins them, with UNION ALL.')
    if (reading.grades !== undefined) throw cannot('labels of a table are grades already', 'Compute the grades in a query.')
    if (reading.encoders !== undefined) throw cannot('a table has numbers alone', 'Give a file that this machine sees.')
    return await packTable(session, source[0], reading)
  }
  return {
    name: 'spark',
    version: await session.version(),
    async pack(source, reading) {
      const parts = await partsOf(source, reading)
      packed.push(parts)
      return parts
    },
    async *chunks(source, reading) {
      if (source.every((name) => existsSync(name))) yield await read(source, reading)
      else {
        const parts = await partsOf(source, reading)
        yield* parts.chunks()
        await parts.close()
      }
    },
    async writeScores(table, parts, model, replace) {
      if (!(parts instanceof SparkParts)) throw cannot('scores are of lists that it has packed', 'Pack them with the same engine.')
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
