import { type RankingLists, rankingLists } from '@rankwright/core'
import { openStored, storedInput } from '@rankwright/core/data'
import { parquetMetadata } from 'hyparquet'
import { expect, test } from 'vitest'
import { readParquet } from './readParquet.ts'
import { parquetPieces, writeParquet } from './writeParquet.ts'

const readBack = async (bytes: Uint8Array): Promise<RankingLists> =>
  readParquet(await openStored(await storedInput(bytes), {}, { unpack: () => expect.fail('nothing here is compressed') }))

test('what is written is read back', async () => {
  const lists = rankingLists({
    features: [
      [0.1, Number.NaN],
      [-0, 3e38],
    ],
    labels: [1 / 3, -2],
    lists: ['é "', ''],
    items: ['x', 'y'],
    featureNames: ['Price', 'price'],
  })
  expect(await readBack(writeParquet(lists))).toEqual(lists)
})

test('rows beyond a row group go into the next, each a piece of its own', async () => {
  const rows = 100_001
  const lists: RankingLists = {
    features: { kind: 'dense', values: Float32Array.from({ length: rows }, (_, row) => row) },
    width: 1,
    labels: Float64Array.from({ length: rows }, (_, row) => row % 3),
    offsets: Uint32Array.of(0, rows),
    listIds: ['a'],
  }
  expect([...parquetPieces(lists)]).toHaveLength(3)
  const bytes = writeParquet(lists)
  expect(parquetMetadata(bytes.buffer as ArrayBuffer).row_groups.map((group) => Number(group.num_rows))).toEqual([100_000, 1])
  expect((await readBack(bytes)).features).toEqual(lists.features)
})
