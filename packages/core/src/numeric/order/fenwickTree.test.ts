import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FenwickTree } from './fenwickTree.ts'

test('the sum before a place is that of the amounts added there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.array(fc.tuple(fc.nat(), fc.integer({ min: -9, max: 9 }))), (places, additions) => {
      const tree = new FenwickTree(places)
      const amounts = new Array<number>(places).fill(0)
      for (const [at, amount] of additions) {
        tree.add(at % places, amount)
        amounts[at % places] += amount
      }
      for (let place = 0; place <= places; place++) {
        const wanted = amounts.slice(0, place).reduce((sum, amount) => sum + amount, 0)
        expect(tree.sumBefore(place)).toBe(wanted)
      }
    }),
  )
})
