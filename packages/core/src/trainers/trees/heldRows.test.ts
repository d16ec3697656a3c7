import { madeLists, shardedLists } from '@rankwright/contracts'
import { finish, finishLater, modelToJson, plainRuntime, type RankingLists, type TrainOptions, train, training } from '@rankwright/core'
import type { HeldLists } from '@rankwright/core/runtime'
import { expect, test } from 'vitest'

const lists = madeLists(3, { lists: 300, longest: 30, width: 4 })

/** Shards that keep nothing from one question to the next. */
function forgetful(of: RankingLists): HeldLists {
  const hold = (seed: number) => shardedLists(of, { shards: 3, seed, runtime: () => plainRuntime })
  let questions = 0
  return { ...hold(0), ask: (name, asked) => hold(++questions).ask(name, asked) }
}

async function expectSameBytes(of: RankingLists, options: TrainOptions, held = forgetful(of)): Promise<void> {
  const { model } = await finishLater(training(held, options, plainRuntime))
  expect(modelToJson(model)).toBe(modelToJson(train(of, options)))
}

test('a holder that loses everything after each question is told all trees, and the model is the same', async () => {
  const valid = madeLists(4, { lists: 60, longest: 20, width: 4 })
  const options = { method: 'lambdamart', trees: 3, leaves: 7 } as const
  await expectSameBytes(lists, options)
  const { model } = await finishLater(training(forgetful(lists), { ...options, valid: forgetful(valid) }, plainRuntime))
  expect(modelToJson(model)).toBe(modelToJson(finish(training(lists, { ...options, valid }, plainRuntime)).model))
})

test('trees are added to those of another model', async () => {
  const { model: start } = finish(training(lists, { method: 'lambdamart', trees: 2 }, plainRuntime))
  if (start.kind !== 'trees') throw new Error('lambdamart gives trees')
  await expectSameBytes(lists, { method: 'lambdamart', trees: 2, leaves: 5, start })
})

test('categories are counted where the lists are, and a value that is none is named by its row', async () => {
  const { features } = lists
  if (features.kind !== 'dense') throw new Error('made lists are dense')
  const withCategories = (changed?: number): RankingLists => ({
    ...lists,
    features: {
      kind: 'dense',
      values: features.values.map((value, at) => (at % 4 === 1 ? (at === changed ? 0.5 : Math.abs(Math.round(3 * value))) : value)),
    },
  })
  const options = { method: 'lambdamart', trees: 3, leaves: 5, categories: ['2'] } as const
  await expectSameBytes(withCategories(), options)
  const broken = forgetful(withCategories(4 * 4000 + 1))
  await expect(finishLater(training(broken, options, plainRuntime))).rejects.toThrow('is 0.5 in row 4001 of the lists')
})
