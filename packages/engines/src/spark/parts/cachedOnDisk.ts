import type { SparkSession } from '../connect/sparkSession.ts'

/**
 * Caches the result of a query on the disks of executors. Java holds the last hundred batches that it writes, and a batch is up to 4 MB unless it is a row: executors would run
 * out of memory.
 */
export async function cachedOnDisk(session: SparkSession, table: string, query: string): Promise<void> {
  await withSetting(session, 'spark.sql.inMemoryColumnarStorage.batchSize', '1', () =>
    session.run(`CACHE TABLE ${table} OPTIONS ('storageLevel' 'DISK_ONLY') AS ${query}`),
  )
}

/** Does something under a setting of the session, which is then as it was. */
export async function withSetting(session: SparkSession, name: string, value: string, work: () => Promise<void>): Promise<void> {
  const before = String((await session.rows(`SET ${name}`)).get('value')?.[0])
  await session.configure({ [name]: value })
  try {
    await work()
  } finally {
    await session.configure({ [name]: before })
  }
}
