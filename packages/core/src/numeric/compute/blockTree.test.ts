import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addInTree, addVector, BlockSum, TreeSum } from './blockTree.ts'

/** Numbers of very different sizes: any other order of adding them shows in the bits. */
const parts = fc
  .array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -30, max: 30 })), { minLength: 1, maxLength: 70 })
  .map((numbers) => numbers.map(([mantissa, exponent]) => Float64Array.of((mantissa / 3) * 2 ** exponent, mantissa / 7)))

const inTree = (of: readonly Float64Array[]) => {
  const copies = of.map((part) => part.slice())
  addInTree(copies, addVector)
  return copies[0]
}

test('one by one or all at once, the order is that of the tree', () => {
  fc.assert(
    fc.property(parts, (of) => {
      const sum = new BlockSum(2)
      const parts = new TreeSum((one: Float64Array, next: Float64Array) => one.map((value, place) => value + next[place]))
      for (const part of of) {
        sum.add(part)
        parts.add(part)
      }
      expect(sum.take()).toEqual(inTree(of))
      expect(parts.take()).toEqual(inTree(of))
    }),
  )
})

test('a run of blocks that is a whole branch may be added up by others', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 5 }), fc.nat(), (of, level, place) => {
      const size = 2 ** level
      const first = size * (place % Math.ceil(of.length / size))
      fc.pre(first + size <= of.length)
      const branch = inTree(of.slice(first, first + size))
      const others = of.map((part, index) =>
        index === first ? branch : index > first && index < first + size ? Float64Array.of(0, 0) : part,
      )
      expect(inTree(others)).toEqual(inTree(of))
    }),
  )
})

test('a sum can be taken again and again, and the sum of nothing is 0', () => {
  const sum = new BlockSum(1)
  expect([...sum.take()]).toEqual([0])
  for (const round of [1, 2]) {
    for (const value of [1, 2, 3]) sum.add(Float64Array.of(round * value))
    expect([...sum.take()]).toEqual([6 * round])
  }
})
