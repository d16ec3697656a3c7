import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { textWords } from '../../ontology/graph/textBits.ts'
import { similarOnRanks } from './similarOnRanks.ts'

/** Ranks of shuffled lines, some of them tied, with subtrees of random widths; some terms on no line. */
function placed(seed: number, size: number, lines: number) {
  const random = seededRandom(seed)
  const outside = random.integer(3)
  const on = size - outside
  const ranks = new Float32Array(size * lines).fill(-1)
  const widths = new Float32Array(size * lines)
  for (let line = 0; line < lines; line++) {
    const order = random.shuffle(Array.from({ length: on }, (_, rank) => rank))
    const tied = random.integer(2) === 1
    for (let term = 0; term < on; term++) {
      const rank = order[term]
      ranks[term * lines + line] = tied && rank < 2 ? 0.5 : rank
      widths[term * lines + line] = random.integer(4) === 0 ? random.integer(on) : 0
    }
  }
  const textShare = [0, 0.3, 1][random.integer(3)]
  const bits = Int32Array.from({ length: textShare === 0 ? 0 : size * textWords }, () => random.bits())
  return { lines, ranks, widths, textShare, bits }
}

test('the terms that are found are those that comparing with every term finds', () => {
  const sizes = fc.record({ seed: fc.nat(), size: fc.integer({ min: 4, max: 60 }), lines: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 8 }), ({ seed, size, lines }, count) => {
      const model = placed(seed, size, lines)
      const { similarity, top, above } = similarOnRanks(model)
      const on = Array.from({ length: size }, (_, term) => term).filter((term) => model.ranks[term * lines] >= 0)
      for (const term of on) {
        const all = on.filter((other) => other !== term).map((other) => ({ term: other, similarity: similarity(term, other) }))
        all.sort((a, b) => b.similarity - a.similarity || a.term - b.term)
        expect(top(term, count)).toEqual(all.slice(0, count))
        const least = all[Math.floor(all.length / 2)]?.similarity ?? 0.5
        expect(above(term, least)).toEqual(all.filter((each) => each.similarity >= least))
      }
    }),
    { numRuns: 60 },
  )
})

const withoutText = { textShare: 0, bits: new Int32Array(0) }

test('one line has the share of information, several have it over the mean of the contents of the two terms', () => {
  const share = (distance: number) => 1 - Math.log(distance + 1) / Math.log(5)
  const one = similarOnRanks({ lines: 1, ranks: Float32Array.of(0, 1, 2, 3), widths: Float32Array.of(3, 1, 0, 0), ...withoutText })
  expect(one.similarity(2, 3)).toBeCloseTo(share(1), 12)
  expect(one.similarity(0, 1)).toBeCloseTo(share(3), 12)
  const placed = { lines: 2, ranks: Float32Array.of(0, 0, 1, 3, 2, 1, 3, 2), widths: Float32Array.of(3, 3, 2, 0, 0, 0, 0, 1) }
  const two = similarOnRanks({ ...placed, ...withoutText })
  const onLines = (2 * share(1)) / (share(0) + (share(0) + share(1)) / 2)
  expect(two.similarity(2, 3)).toBeCloseTo(onLines, 12)
  expect(two.similarity(1, 1)).toBe(1)
  // A third of the bits differ: an angle of 60 degrees.
  const bits = new Int32Array(4 * textWords)
  for (let bit = 0; bit < 171; bit++) bits[2 * textWords + (bit >> 5)] |= 1 << (bit & 31)
  const withText = similarOnRanks({ ...placed, textShare: 0.25, bits })
  expect(withText.similarity(2, 3)).toBeCloseTo(0.75 * onLines + 0.25 * Math.cos((171 / 512) * Math.PI), 12)
})
