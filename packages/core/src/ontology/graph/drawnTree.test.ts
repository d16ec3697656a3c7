import { randomOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { drawnTree, termsBelow } from './drawnTree.ts'
import { cutParts, termParts } from './parts.ts'

const hierarchies = [3, 40, 300].map((size) => hierarchyOf(randomOntology(seededRandom(size), size)))

test('every term keeps one of its parents, and all subtrees lie side by side', () => {
  for (const hierarchy of hierarchies) {
    const { size, parentOffsets, parents: all } = hierarchy
    const { parents, order } = drawnTree(hierarchy, { random: seededRandom(1) })
    expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, term) => term))
    const place = new Map(Array.from(order, (term, at) => [term, at]))
    const below = Array.from({ length: size }, (_, term) => [place.get(term) ?? -1])
    for (const term of Array.from(order).reverse()) {
      const [from, to] = [parentOffsets[term], parentOffsets[term + 1]]
      expect(from === to ? [-1] : Array.from(all.subarray(from, to))).toContain(parents[term])
      if (parents[term] >= 0) below[parents[term]].push(...below[term])
    }
    for (const places of below) expect(Math.max(...places) - Math.min(...places)).toBe(places.length - 1)
  }
})

test('below a root there is only what is below it, and seeds draw different trees', () => {
  const hierarchy = hierarchies[2]
  const root = Array.from({ length: hierarchy.size }, (_, term) => term).findIndex(
    (term) =>
      hierarchy.parentOffsets[term + 1] > hierarchy.parentOffsets[term] &&
      hierarchy.childOffsets[term + 1] > hierarchy.childOffsets[term] + 1,
  )
  const { order } = drawnTree(hierarchy, { root, random: seededRandom(1) })
  expect(order[0]).toBe(root)
  const inside = termsBelow(hierarchy, root)
  expect(order).toHaveLength(inside.reduce((sum, each) => sum + each, 0))
  expect(Array.from(order).every((term) => inside[term] === 1)).toBe(true)
  const whole = (seed: number) => Array.from(drawnTree(hierarchy, { random: seededRandom(seed) }).order)
  expect(whole(1)).toEqual(whole(1))
  expect(whole(1)).not.toEqual(whole(2))
})

test('a tree is cut into about as many parts as asked for, each term in one, none much larger than the others', () => {
  for (const hierarchy of hierarchies) {
    const tree = drawnTree(hierarchy, { random: seededRandom(4) })
    const { size } = hierarchy
    expect(termParts(tree).branches).toHaveLength(size)
    for (const count of [2, 7, size]) {
      const { branches, offsets, members } = cutParts(tree, count)
      expect(Array.from(members).sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, term) => term))
      expect(new Set(branches).size).toBe(branches.length)
      expect(branches.length).toBeLessThanOrEqual(count + hierarchy.roots.length)
      expect(branches.length).toBeGreaterThanOrEqual(Math.floor(Math.min(count, size) / 3))
      for (let part = 0; part < branches.length; part++) {
        expect(Array.from(members.subarray(offsets[part], offsets[part + 1]))).toContain(branches[part])
        expect(offsets[part + 1] - offsets[part]).toBeLessThanOrEqual(Math.ceil((2 * size) / count) + 1)
      }
    }
  }
})
