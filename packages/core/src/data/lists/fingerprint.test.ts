import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint, Murmur3 } from './fingerprint.ts'
import { rankingLists } from './plainRows.ts'
import type { RankingLists } from './rankingLists.ts'

/** The same rows with every zero left out. */
function sparse(lists: RankingLists): RankingLists {
  if (lists.features.kind === 'sparse') return lists
  const rowStarts = [0]
  const columns: number[] = []
  const values: number[] = []
  for (let row = 0; row < lists.labels.length; row++) {
    for (let j = 0; j < lists.width; j++) {
      const value = lists.features.values[row * lists.width + j]
      if (value === 0) continue
      columns.push(j)
      values.push(value)
    }
    rowStarts.push(columns.length)
  }
  const features = {
    kind: 'sparse',
    rowStarts: Uint32Array.from(rowStarts),
    columns: Uint32Array.from(columns),
    values: Float32Array.from(values),
  } as const
  return { ...lists, features }
}

const base = {
  features: [
    [1, 0],
    [0, 2],
    [3, Number.NaN],
  ],
  labels: [1, 0, 2],
  lists: ['a', 'a', 'b'],
}

describe('Murmur3', () => {
  test('gives the published digest of a known message', () => {
    // "abcdefghijklmnop" as little-endian words; mmh3 5.3.1 (Python): mmh3.hash128(b'abcdefghijklmnop', 0, x64arch=False), words h1 to h4
    const hash = new Murmur3()
    for (const word of [0x64636261, 0x68676665, 0x6c6b6a69, 0x706f6e6d]) hash.add(word)
    expect(hash.digest()).toBe('9fd2762790b91256e4ce8b21d193ba45')
  })

  test('does not depend on how words fall into blocks', () => {
    const digests = new Set<string>()
    for (const count of [4095, 4096, 4097, 8192]) {
      const hash = new Murmur3()
      for (let word = 0; word < count; word++) hash.add(word)
      digests.add(hash.digest())
    }
    expect(digests.size).toBe(4)
  })
})

test('sparse and dense forms of the same data have the same fingerprint', () => {
  const value = fc.oneof(fc.constant(0), fc.constant(-0), fc.constant(Number.NaN), fc.float({ noNaN: true, noDefaultInfinity: true }))
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 8 }), (features) => {
      const lists = rankingLists({ features, labels: features.map((_, row) => row % 3), lists: features.map((_, row) => row % 2) })
      expect(fingerprint(sparse(lists))).toBe(fingerprint(lists))
    }),
    { numRuns: 100 },
  )
})

test('names, ids and all-zero columns at the end do not count', () => {
  const renamed = rankingLists({
    ...base,
    features: base.features.map((row) => [...row, 0]),
    lists: ['x', 'x', 'y'],
    items: ['p', 'q', 'r'],
    featureNames: ['f', 'g', 'h'],
  })
  expect(fingerprint(renamed)).toBe(fingerprint(rankingLists(base)))
})

test('one missing value is like another, whatever its bits', () => {
  const lists = rankingLists(base)
  const values = lists.features.values.slice()
  new Uint32Array(values.buffer)[values.findIndex(Number.isNaN)] = 0xffc01234
  const other: RankingLists = { ...lists, features: { kind: 'dense', values } }
  expect(values).toEqual(lists.features.values)
  expect(fingerprint(other)).toBe(fingerprint(lists))
})

test.each([
  [
    'a feature',
    {
      features: [
        [1, 0],
        [0, 2.5],
        [3, Number.NaN],
      ],
    },
  ],
  [
    'a missing value',
    {
      features: [
        [1, 0],
        [0, 2],
        [3, 0],
      ],
    },
  ],
  [
    'the column of a value',
    {
      features: [
        [0, 1],
        [0, 2],
        [3, Number.NaN],
      ],
    },
  ],
  [
    'the row of a value',
    {
      features: [
        [0, 0],
        [1, 2],
        [3, Number.NaN],
      ],
    },
  ],
  ['a label', { labels: [1, 0, 3] }],
  ['how rows fall into lists', { lists: ['a', 'b', 'b'] }],
  ['a list weight', { weights: { a: 2, b: 1 } }],
])('%s counts', (_, change) => {
  expect(fingerprint(rankingLists({ ...base, ...change }))).not.toBe(fingerprint(rankingLists(base)))
})
