import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { textWords } from '../../ontology/graph/textBits.ts'
import { edgeListParser } from '../../ontology/reading/edgeList.ts'
import { hierarchyOf } from '../../ontology/structure/hierarchy.ts'
import { drawnIntervals, isForest } from './drawnIntervals.ts'
import { similarOnSubtrees } from './similarOnSubtrees.ts'

/** Random trees with one or more tops; some terms are on no line. */
function drawn(seed: number, size: number, lines: number) {
  const random = seededRandom(seed)
  const on = size - random.integer(3)
  const tops = 1 + random.integer(2)
  const names = random.shuffle(Array.from({ length: size }, (_, term) => term))
  const kept = new Int32Array(size * lines).fill(-2)
  const widths = new Float32Array(size * lines)
  for (let line = 0; line < lines; line++) {
    const sizes = new Float64Array(on).fill(1)
    const parents = Array.from({ length: on }, (_, place) => (place < tops ? -1 : random.integer(place)))
    for (let place = on - 1; place >= tops; place--) sizes[parents[place]] += sizes[place]
    for (let place = 0; place < on; place++) {
      kept[names[place] * lines + line] = parents[place] < 0 ? -1 : names[parents[place]]
      widths[names[place] * lines + line] = sizes[place] - 1
    }
  }
  const textShare = [0, 0.4, 1][random.integer(3)]
  const bits = Int32Array.from({ length: textShare === 0 ? 0 : size * textWords }, () => random.bits() & random.bits())
  return { lines, kept, widths, textShare, bits }
}

/** Each term below all parents that the lines kept. */
function allKept({ lines, kept }: { readonly lines: number; readonly kept: Int32Array }) {
  const terms = Array.from({ length: kept.length / lines }, (_, term) => `t${term}`)
  const edges = Array.from(kept, (parent, at) => (parent < 0 ? [] : [`t${Math.floor(at / lines)},t${parent}`])).flat()
  const parser = edgeListParser('kept.csv')
  parser.push(new TextEncoder().encode([...terms, ...new Set(edges)].join('\n')))
  return hierarchyOf(parser.finish())
}

const anyTrees = fc.record({ seed: fc.nat(), size: fc.integer({ min: 5, max: 50 }), lines: fc.integer({ min: 1, max: 4 }) })

test('rows and the terms that are found are those that comparing pair by pair finds', () => {
  fc.assert(
    fc.property(anyTrees, fc.integer({ min: 1, max: 8 }), ({ seed, size, lines }, count) => {
      const model = drawn(seed, size, lines)
      const { similarity, row, top, above } = similarOnSubtrees(model, allKept(model))
      const on = Array.from({ length: size }, (_, term) => term).filter((term) => model.kept[term * lines] >= -1)
      for (let term = 0; term < size; term++) {
        const expected = Array.from({ length: size }, (_, other) => expect.closeTo(similarity(term, other), 12))
        expect(Array.from(row(term))).toEqual(expected)
        const all = on.filter((other) => other !== term).map((other) => ({ term: other, similarity: row(term)[other] }))
        all.sort((a, b) => b.similarity - a.similarity || a.term - b.term)
        if (!on.includes(term)) all.length = 0
        expect(top(term, count)).toEqual(all.slice(0, count))
        const least = all[Math.floor(all.length / 2)]?.similarity ?? 0.5
        expect(above(term, least)).toEqual(all.filter((each) => each.similarity >= least))
      }
    }),
    { numRuns: 60 },
  )
})

test('the smallest subtree with both terms tells how similar they are; terms below the top alone have nothing in common', () => {
  // 0 above 1 and 2; 1 above 3 and 4.
  const tree = {
    lines: 1,
    kept: Int32Array.of(-1, 0, 0, 1, 1),
    widths: Float32Array.of(4, 2, 0, 0, 0),
    textShare: 0,
    bits: new Int32Array(0),
  }
  const { similarity, closest } = similarOnSubtrees(tree, allKept(tree))
  const share = (width: number) => 1 - Math.log(width + 1) / Math.log(5)
  expect(similarity(3, 4)).toBeCloseTo(share(2), 12)
  expect(similarity(1, 3)).toBeCloseTo((2 * share(2)) / (1 + share(2)), 12)
  expect([similarity(2, 3), similarity(0, 3), similarity(0, 0)]).toEqual([0, 0, 1])
  expect(closest(3, 4)).toBeCloseTo(share(2), 12)
})

test('a common ancestor counts by half on the lines that keep it above both, and by half in the hierarchy', () => {
  // 0 above 1, 2 and 3; 1 above 2, 3 and 4; 2 above 4. The first line keeps 1 above 3 and 4, the second 0 above 3 and 2 above 4.
  const trees = {
    lines: 2,
    kept: Int32Array.of(-1, -1, 0, 0, 0, 1, 1, 0, 1, 2),
    widths: Float32Array.of(4, 4, 2, 2, 0, 1, 0, 0, 0, 0),
    textShare: 0,
    bits: new Int32Array(0),
  }
  const { similarity, closest } = similarOnSubtrees(trees, allKept(trees))
  const share = 1 - Math.log(3) / Math.log(5)
  expect(similarity(3, 4)).toBeCloseTo((share / 2 + share) / 2, 12)
  expect(closest(3, 4)).toBeCloseTo(share, 12)
})

test('subtrees are side by side, and a circle is no tree', () => {
  fc.assert(
    fc.property(anyTrees, ({ seed, size, lines }) => {
      const { kept } = drawn(seed, size, lines)
      expect(isForest(kept, lines)).toBe(true)
      const { count, order, starts, ends } = drawnIntervals(kept, lines)
      for (let line = 0; line < lines; line++) {
        const isBelow = (term: number, top: number): boolean => term === top || (term >= 0 && isBelow(kept[term * lines + line], top))
        expect(order.slice(line * count, (line + 1) * count).toSorted()).toEqual(
          Uint32Array.from(kept.keys())
            .subarray(0, size)
            .filter((term) => kept[term * lines] >= -1),
        )
        for (const top of order.slice(line * count, (line + 1) * count))
          for (let place = 0; place < count; place++)
            expect(place >= starts[top * lines + line] && place < ends[top * lines + line]).toBe(isBelow(order[line * count + place], top))
      }
    }),
    { numRuns: 30 },
  )
  expect(isForest(Int32Array.of(-1, 2, 1), 1)).toBe(false)
  expect(isForest(Int32Array.of(-2, 0), 1)).toBe(false)
})
