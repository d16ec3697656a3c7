import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ranker } from './rankInAService.ts'
import { trainAndCertify } from './trainAndCertify.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankwright-examples-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Grades that follow the first feature, with noise; the second means nothing. */
function judgedFile(): string {
  const random = seededRandom(3)
  const rows = Array.from({ length: 80 * 10 }, (_, row) => {
    const relevance = random.uniform()
    const label = Math.min(2, Math.floor(3 * Math.max(0, relevance + 0.1 * random.normal())))
    return `q${Math.floor(row / 10)},d${row},${label},${relevance.toFixed(4)},${random.uniform().toFixed(4)}`
  })
  const file = join(folder, 'judged.csv')
  writeFileSync(file, `query,item,label,relevance_signal,noise\n${rows.join('\n')}\n`)
  return file
}

test('a data file becomes a certified model, and the model ranks candidates by name', async () => {
  const modelFile = join(folder, 'model.json')
  const said = await trainAndCertify(judgedFile(), modelFile)
  const [, measured, lists, lower] = /ndcg@10 (\S+) on (\d+) of 16 test lists; at least (\S+) on new lists with at least one relevant item/
    .exec(said)!
    .map(Number)
  expect(lists).toBe(16)
  expect(measured).toBeGreaterThan(0.9)
  expect(lower).toBeGreaterThan(0.5)
  expect(lower).toBeLessThan(measured)

  const rankCandidates = ranker(readFileSync(modelFile, 'utf8'))
  const candidates = [0.2, 0.9, 0.5].map((value) => ({ id: `signal ${value}`, features: { relevance_signal: value, noise: 0.5 } }))
  expect(rankCandidates(candidates)).toEqual(['signal 0.9', 'signal 0.5', 'signal 0.2'])
  expect(rankCandidates([])).toEqual([])
})
