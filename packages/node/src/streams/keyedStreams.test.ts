import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seriesLists } from '@rankwright/contracts'
import { RankingStream, StreamFeed } from '@rankwright/core/streaming'
import { expect, test } from 'vitest'
import { KeyedStreams } from './keyedStreams.ts'

const base = mkdtempSync(join(tmpdir(), 'rankwright-keyed-'))
const started = () =>
  new KeyedStreams({
    folder: mkdtempSync(join(base, 'case-')),
    most: 1,
    start: () => new StreamFeed(new RankingStream({ options: { learner: 'linear' } }), { target: 'rank' }),
  })
const series = (place: number) => seriesLists({ id: String(place), items: 4, seed: place })

test.each([
  ['removed', (file: string) => rmSync(file)],
  ['emptied', (file: string) => truncateSync(file)],
])('a stream whose file is %s while it is not in memory does not start anew', async (_, harm) => {
  const streams = started()
  await streams.take('a', series(0))
  await streams.take('b', series(0))
  harm(streams.fileOf('a'))
  await expect(streams.take('a', series(1))).rejects.toThrow('the state of the stream "a" was there, and was removed or emptied')
  await expect(streams.take('b', series(1))).resolves.toMatchObject({ kind: 'learned' })
})

test('a stream that has learned nothing has no file, and comes back all the same', async () => {
  const streams = started()
  const unranked = { ...series(0), labels: new Float64Array(4).fill(Number.NaN) }
  await streams.take('a', unranked)
  await streams.take('b', series(0))
  await expect(streams.take('a', series(1))).resolves.toMatchObject({ kind: 'learned' })
})
