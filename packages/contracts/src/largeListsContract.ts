/** Models of lists so large that their sums are taken in several sections: the same bytes as from one process that holds them all. */
import { finish, finishLater, modelToJson, type RankingLists, type TrainOptions, training } from '@rankwright/core'
import { listBlocks } from '@rankwright/core/numeric'
import { SECTION_BLOCKS } from '@rankwright/core/runtime'
import { describe, expect, test } from 'vitest'
import type { Holding } from './heldListsContract.ts'
import { madeLists } from './madeLists.ts'

/** Lists of more than one section each: what is summed per section comes from several shards. */
const largeSamples = {
  dense: (seed: number, share = 1) => madeLists(seed, { lists: 7000 * share, longest: 20, width: 4 }),
  'weighted and tied': (seed: number, share = 1) =>
    madeLists(seed, { lists: 7000 * share, longest: 20, width: 3, weighted: true, tied: true }),
  sparse: (seed: number, share = 1) => madeLists(seed, { lists: 7000 * share, longest: 20, width: 8, shown: 2 }),
  'one long and many short': (seed: number, share = 1) =>
    madeLists(seed, { lists: 7000 * share, longest: 20, width: 3, long: 5000 * share }),
} as const

const largeTrainings: readonly { readonly of: keyof typeof largeSamples; readonly options: TrainOptions; readonly withValid?: true }[] = [
  { of: 'dense', options: { method: 'least-squares', solver: 'direct' } },
  { of: 'weighted and tied', options: { method: 'least-squares', solver: 'direct' }, withValid: true },
  { of: 'dense', options: { method: 'elmrank', nodes: 5, lambda: 0.01, precision: 'mixed', uncertainty: true } },
  { of: 'dense', options: { method: 'elmrank', nodes: 4, node: 'sigmoid' }, withValid: true },
  { of: 'dense', options: { method: 'elmrank', nodes: 4, centre: 'global' } },
  { of: 'weighted and tied', options: { method: 'elmrank', nodes: 4, node: 'gaussian', pairs: 'sum' } },
  { of: 'weighted and tied', options: { method: 'elmrank', nodes: 4, centre: 'global' }, withValid: true },
  { of: 'sparse', options: { method: 'elmrank', nodes: 4, node: 'fourier', scale: 'per-list', missing: 'zero' } },
  { of: 'sparse', options: { method: 'elmrank', nodes: 4 }, withValid: true },
  { of: 'one long and many short', options: { method: 'elmrank', nodes: 4 } },
  { of: 'one long and many short', options: { method: 'elmrank', nodes: 4, centre: 'global' } },
]

export function largeListsContract(name: string, { hold, runtime }: Holding): void {
  const expectSameBytes = async (lists: RankingLists, options: TrainOptions, valid?: RankingLists) => {
    const local = finish(training(lists, { ...options, ...(valid && { valid }) }, runtime))
    const asked = { ...options, ...(valid && { valid: hold(valid, 5, 1) }) }
    const { model, notes } = await finishLater(training(hold(lists, 4, SECTION_BLOCKS), asked, runtime))
    expect(modelToJson(model)).toBe(modelToJson(local.model))
    expect(notes).toEqual(local.notes)
  }

  describe(`${name} holds large lists`, () => {
    test.each(largeTrainings)('$of, $options: the model has the same bytes', async ({ of, options, withValid }) => {
      const lists = largeSamples[of](1)
      expect(listBlocks(lists.offsets, lists.width).length - 1).toBeGreaterThan(SECTION_BLOCKS)
      await expectSameBytes(lists, options, withValid && largeSamples[of](2, 0.1))
    })

    test.each([
      ['one list', 1],
      ['fewer rows than nodes', 4],
    ])('elmrank on %s: the model has the same bytes', async (_, count) => {
      const lists = madeLists(1, { lists: count, longest: 20, width: 4, long: 40 })
      await expectSameBytes(lists, { method: 'elmrank', nodes: 90 })
    })
  })
}
