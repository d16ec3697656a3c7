import { number, options as optionsShape, requireArguments, text } from '@rankwright/core/arguments'
import type { HeldLists } from '@rankwright/core/runtime'
import { heldParts } from '../parts/heldParts.ts'
import { SparkSession } from './connect/sparkSession.ts'
import { SparkParts } from './parts/sparkParts.ts'

export interface HoldOnSparkOptions {
  /** Tasks of a job; the answers are the same for any number. As many as Spark has processors unless given. */
  readonly tasks?: number
}

/** Lists in the memory of a Spark cluster, where workers answer for them. */
export interface SparkLists extends HeldLists {
  readonly lists: number
  readonly rows: number
  /** Of Spark. */
  readonly version: string
  /** Ends the session, and with it what it still does and all that it holds on the cluster. */
  close(): Promise<void>
}

/**
 * Sends the lists of a packed file to a Spark Connect server, `spark://HOST:PORT` or `sparks://HOST:PORT`, for trainings that run with `finishLater`. Models have the
 * bytes that they have if all lists are in memory here. Executors need Node.
 */
export async function holdOnSpark(url: string, path: string, options: HoldOnSparkOptions = {}): Promise<SparkLists> {
  requireArguments(
    { url, path, options },
    { url: text, path: text, options: optionsShape({ tasks: number({ whole: true, atLeast: 1, atMost: 100_000 }) }) },
  )
  const session = await SparkSession.open(url, { guarded: true })
  try {
    const parts = await SparkParts.send(session, path, options)
    return {
      ...heldParts(parts),
      lists: parts.sizes.reduce((sum, { lists }) => sum + lists, 0),
      rows: parts.sizes.reduce((sum, { rows }) => sum + rows, 0),
      version: await session.version(),
      async close() {
        await parts.close()
        await session.close()
      },
    }
  } catch (error) {
    await session.close()
    throw error
  }
}
