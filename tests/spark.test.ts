// A real Spark: two executors as processes of their own. `npm run test:spark` tries more, see torture/spark.mjs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { madeLists } from '@rankwright/contracts'
import { finishLater, modelToJson, train, training } from '@rankwright/core'
import { holdOnSpark, packLists } from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchSpark, type RunningSpark, sparkAbsence, startSpark, stopSpark } from '../scripts/spark.mjs'

const absent = sparkAbsence() ?? fetchSpark()
const suite = absent === undefined ? 'on Spark' : `on Spark (skipped: ${absent})`

describe.skipIf(absent !== undefined)(suite, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-spark-'))
  const path = join(folder, 'lists.packed')
  let spark: RunningSpark
  /** Two sections, so that each executor has one. */
  const lists = madeLists(1, { lists: 7000, longest: 20, width: 4 })
  const { runtime, close } = runtimeFor(1)
  const options = { method: 'listnet', lambda: 0.01, iterations: 4 } as const

  beforeAll(async () => {
    await packLists(lists, path)
    spark = await startSpark()
  }, 300_000)

  afterAll(async () => {
    close()
    if (spark !== undefined) await stopSpark(spark)
    rmSync(folder, { recursive: true })
  })

  test('a model has the bytes of a training here, also if workers are killed', async () => {
    const held = await holdOnSpark(spark.url, path)
    expect(held).toMatchObject({ lists: 7000, version: '4.2.0' })
    let killed = 0
    const killer = setInterval(() => {
      if (killed < 2 && killWorker(spark)) killed++
    }, 50)
    try {
      const { model } = await finishLater(training(held, options, runtime))
      expect(modelToJson(model)).toBe(modelToJson(train(lists, options, runtime)))
      expect(killed).toBeGreaterThan(0)
    } finally {
      clearInterval(killer)
      await held.close()
    }
  }, 300_000)
})

/** Kills a worker that an executor of this server has started; whether there was one. They are all of the group of the server. */
function killWorker({ pid }: RunningSpark): boolean {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,command='], { encoding: 'utf8' }).split('\n')
  const workers = processes.map((line) => /^ *(\d+) +(\d+) +node \S*rankwright-\w+\.mjs --op /.exec(line))
  const worker = workers.find((found) => Number(found?.[2]) === pid)
  if (worker == null) return false
  try {
    process.kill(Number(worker[1]), 'SIGKILL')
    return true
  } catch {
    return false // it has just ended
  }
}
