import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seriesLists } from '@rankwright/contracts'
import { explain, modelToJson, RankwrightError, rankingLists, type StreamModel, train } from '@rankwright/core'
import { RankingStream, StreamFeed, streamLearnerNames, streamModel } from '@rankwright/core/streaming'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStreamState, writeStreamState } from './stateFile.ts'

const base = mkdtempSync(join(tmpdir(), 'rankwright-state-'))
const newPath = () => join(mkdtempSync(join(base, 'case-')), 'state.json')

function learned(learner: (typeof streamLearnerNames)[number], series: number, seed = 0): StreamModel {
  const feed = new StreamFeed(new RankingStream({ options: { learner } }), { target: 'rank' })
  for (let n = 0; n < series; n++) feed.take(seriesLists({ id: String(n), items: 4, seed: seed + n }))
  return streamModel(feed.stream, feed.features, feed)
}

async function problemOf(path: string) {
  try {
    await readStreamState(path)
  } catch (error) {
    if (error instanceof RankwrightError) return error.problems[0]
    throw error
  }
  throw new Error('it was read')
}

test('what is read is what was written, for every learner', async () => {
  const path = newPath()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...streamLearnerNames), fc.nat(12), fc.nat(1000), async (learner, series, seed) => {
      const model = learned(learner, series, seed)
      await writeStreamState(path, model)
      expect(await readStreamState(path)).toEqual(model)
    }),
    { numRuns: 30 },
  )
})

test('without a file there is no state', async () => {
  expect(await readStreamState(newPath())).toBe(undefined)
})

test.skipIf(process.platform === 'win32')('a pipe and a folder are no states, and nobody waits for them', async () => {
  const pipe = newPath()
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, base]) expect(await problemOf(path)).toMatchObject({ code: 'not-a-state' })
})

test('a damaged state is moved aside, and no stream starts from nothing until somebody has decided', async () => {
  const path = newPath()
  const text = modelToJson(learned('elo', 3))
  for (const [number, broken] of [
    text.slice(0, -60),
    text.replace(/\d\.\d/, '7.7'),
    text.replace(/,\n"checksum": "[^"]*"/, ''),
  ].entries()) {
    const aside = number === 0 ? `${path}.corrupt` : `${path}.corrupt.${number + 1}`
    writeFileSync(path, broken)
    const problem = await problemOf(path)
    expect(problem).toMatchObject({ code: 'state-put-aside', aside })
    expect(explain(problem)).toContain('Restore')
    expect(readFileSync(aside, 'utf8')).toBe(broken)
    expect(existsSync(path)).toBe(false)
    expect(await problemOf(path)).toMatchObject({ code: 'state-was-damaged', aside: `${path}.corrupt` })
  }
  writeFileSync(path, text)
  expect(await readStreamState(path)).toMatchObject({ kind: 'stream' })
})

const lists = rankingLists({ features: [[1], [2]], labels: [0, 1], lists: ['a', 'a'] })
const state = modelToJson(learned('elo', 3))
test.each([
  ['a state of a later version', state.replace('"version": 1', '"version": 2'), 'model-version'],
  ['a model', modelToJson(train(lists, { method: 'least-squares' })), 'not-a-stream'],
  ['a model that was cut', modelToJson(train(lists, { method: 'least-squares' })).slice(0, 200), 'not-a-state'],
  ['a data file', '2 qid:1 1:0.5\n', 'not-a-state'],
  ['a JSON file of somebody else', '{"name": "x"}', 'not-a-state'],
])('%s is refused and left alone', async (_, content, code) => {
  const path = newPath()
  writeFileSync(path, content)
  expect(await problemOf(path)).toMatchObject({ code })
  expect(readdirSync(join(path, '..'))).toEqual(['state.json'])
  expect(readFileSync(path, 'utf8')).toBe(content)
})

test('an empty file is no state yet', async () => {
  const path = newPath()
  writeFileSync(path, '')
  expect(await readStreamState(path)).toBeUndefined()
  writeFileSync(`${path}.corrupt`, 'damaged')
  expect(await problemOf(path)).toMatchObject({ code: 'state-was-damaged' })
})
