import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { drawnTree } from './drawnTree.ts'
import { siblingsByText } from './siblingOrder.ts'
import { termTexts } from './termTexts.ts'

const edges = 'root\na,root\nb,root\nc,root\nd,root\ne,root\nf,root\na1,a\nb1,b\n'
const plain = edgeOntology(edges)
/** What a and b hold below them has the same words; the others share some among themselves. */
const textOf: Readonly<Record<string, string>> = {
  a1: 'red apple tree',
  b1: 'red apple tree',
  c: 'stone wall',
  d: 'grey stone',
  e: 'grey cat',
  f: 'old cat',
}
const hierarchy = hierarchyOf({ ...plain, names: plain.ids.map((id) => textOf[id] ?? '') })
const texts = termTexts(hierarchy.ontology)

function stepsBetween(first: string, second: string, siblings: boolean): number {
  const place = (order: Uint32Array, id: string) => order.indexOf(plain.ids.indexOf(id))
  let steps = 0
  for (let seed = 0; seed < 40; seed++) {
    const arrange = siblings && texts ? siblingsByText(hierarchy, texts)(seededRandom(seed).fork('words')) : undefined
    const { order } = drawnTree(hierarchy, { random: seededRandom(seed), ...(arrange && { arrange }) })
    steps += Math.abs(place(order, first) - place(order, second)) / 40
  }
  return steps
}

test('subtrees with the same words stand side by side on every line', () => {
  expect(stepsBetween('a', 'b', true)).toBeCloseTo(2, 9)
  expect(stepsBetween('a', 'b', false)).toBeGreaterThan(2.5)
})

test('without words in common there is no order by text', () => {
  expect(termTexts(plain)).toBeUndefined()
})
