import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import { seededRandom } from '../numeric/random.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { LocalLists } from '../work/localLists.ts'
import { certify } from './certify.ts'
import { certifyHeld } from './certifyHeld.ts'

const trainLists = someLists(['seen', 40, 1])
const model = train(trainLists, { method: 'least-squares' })
const held = (lists: RankingLists) => LocalLists.of(lists, plainRuntime)

test('the certificates are those of lists in memory', () => {
  const mixed = someLists(['new', 60, 2], ['known', 10, 1], ['again', 5, 2])
  const inMemory = certify(model, { heldOut: mixed, joint: true })
  expect(inMemory.heldOut[0]).toMatchObject({ lists: 75, seen: 10, repeated: 5 })
  expect(finish(certifyHeld(model, { heldOut: held(mixed), joint: true }))).toEqual(inMemory)
})

test('lists are known again by the features that the model knows', () => {
  const wide = { ...someLists(['known', 40, 1], ['new', 50, 3]), featureNames: ['x', 'y'] }
  const narrow = train({ ...trainLists, featureNames: ['x', 'y'] }, { method: 'least-squares' })
  const turned = { ...withFeature(wide), featureNames: ['x', 'y', 'more'] }
  const inMemory = certify(narrow, { heldOut: turned })
  expect(inMemory.heldOut[0]).toMatchObject({ lists: 90, seen: 40 })
  expect(finish(certifyHeld(narrow, { heldOut: held(turned) }))).toEqual(inMemory)
})

test('the training data is refused, and so is a model with a rule', () => {
  expect(() => finish(certifyHeld(model, { heldOut: held(trainLists) }))).toThrow('is the training data of this model')
  const careful = { ...model, abstention: { rule: 'margin', threshold: 0.1, origin: { by: 'hand' } } } as typeof model
  expect(() => certifyHeld(careful, { heldOut: held(someLists(['new', 9, 2])) })).toThrow('leaves some of what it ranks undecided')
})

/** Lists of eight rows; the same seed gives the same rows. */
function someLists(...kinds: readonly (readonly [name: string, count: number, seed: number])[]): RankingLists {
  const rows = kinds.flatMap(([name, count, seed]) => {
    const random = seededRandom(seed)
    return Array.from({ length: count * 8 }, (_, row) => {
      const [x, y] = [random.normal(), random.normal()]
      return { list: `${name}-${row >> 3}`, features: [x, y], label: x + 0.5 * random.normal() > 0.5 ? 2 : row % 8 === 0 ? 1 : 0 }
    })
  })
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}

/** With one feature more. */
function withFeature(lists: RankingLists): RankingLists {
  const { labels, listIds, offsets } = lists
  const random = seededRandom(9)
  const values = lists.features.values
  return rankingLists({
    features: Array.from(labels, (_, row) => [values[2 * row], values[2 * row + 1], random.normal()]),
    labels: [...labels],
    lists: listIds.flatMap((id, list) => new Array<string>(offsets[list + 1] - offsets[list]).fill(id)),
  })
}
