import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { termTexts } from './termTexts.ts'
import { bitSimilarity, textBits } from './textBits.ts'

const plain = edgeOntology('root\na,root\nb,root\nc,root\nd,c\n')
const hierarchy = hierarchyOf(plain)
const at = (id: string) => plain.ids.indexOf(id)

function similarityOf(names: Readonly<Record<string, string>>) {
  const named = { ...plain, names: plain.ids.map((id) => names[id] ?? '') }
  const similarity = bitSimilarity(textBits(hierarchyOf(named), termTexts(named), undefined))
  return (a: string, b: string) => similarity(at(a), at(b))
}

test('terms of the same words in the same place have the same bits, and others do not', () => {
  const similarity = similarityOf({ a: 'red stone', b: 'red stone', c: 'grey cat', d: 'grey cat' })
  expect(similarity('a', 'b')).toBe(1)
  expect(similarity('a', 'c')).toBeLessThan(0.5)
})

test('the bits tell the cosine of the smoothed vectors, as numbers given with the terms have it', () => {
  const numbers = { root: [0, 0], a: [1, 0], b: [1, 1], c: [-1, 2], d: [0, 0] }
  const values = Float64Array.from(plain.ids.flatMap((id) => numbers[id as keyof typeof numbers]))
  const similarity = bitSimilarity(textBits(hierarchy, undefined, { names: ['x', 'y'], values }))
  const vectors = smoothed(plain.ids.map((id) => unit(numbers[id as keyof typeof numbers])))
  for (const first of ['a', 'b', 'c', 'd'])
    for (const second of ['a', 'b', 'c', 'd']) {
      const [x, y] = [unit(vectors[at(first)]), unit(vectors[at(second)])]
      expect(similarity(at(first), at(second))).toBeCloseTo(Math.max(0, x[0] * y[0] + x[1] * y[1]), 0.7)
    }
})

test('a term without text, far from all that have some, is like no other', () => {
  const lone = { ...edgeOntology('root\na,root\nb,root\nx\ny,x\n'), names: ['', 'red cat', 'red cat', '', ''] }
  const similarity = bitSimilarity(textBits(hierarchyOf(lone), termTexts(lone), undefined))
  expect(similarity(lone.ids.indexOf('x'), lone.ids.indexOf('y'))).toBeLessThan(0.3)
})

function unit([x, y]: readonly number[]): [number, number] {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

/** Three rounds of own numbers and half the mean of parents and of children. */
function smoothed(own: readonly (readonly number[])[]): (readonly number[])[] {
  const parents: Readonly<Record<string, string>> = { a: 'root', b: 'root', c: 'root', d: 'c' }
  let from = own.map((each) => [...each])
  for (let round = 0; round < 3; round++)
    from = plain.ids.map((id, term) => {
      const above = parents[id] === undefined ? [] : [from[at(parents[id])]]
      const below = plain.ids.filter((other) => parents[other] === id).map((other) => from[at(other)])
      return [0, 1].map((place) => own[term][place] + [above, below].reduce((sum, others) => sum + 0.5 * meanOf(others, place), 0))
    })
  return from
}

function meanOf(vectors: readonly (readonly number[])[], place: number): number {
  return vectors.length === 0 ? 0 : vectors.reduce((sum, each) => sum + each[place], 0) / vectors.length
}
