/** Models of lists so large that their sums are taken in several sections: the same bytes as from one process that holds them all. */
import { finish, finishLater, modelToJson, type RankingLists, type TrainOptions, training } from '@rankwright/core'
import { listBlocks } from '@rankwright/core/numeric'
import { SECTION_BLOCKS } from '@rankwright/core/runtime'
import { describe, expect, test } from 'vitest'
import { asSparse } from './asSparse.ts'
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
  'few that count': (seed: number, share = 1) => madeLists(seed, { lists: 7000 * share, longest: 20, width: 3, weightEvery: 80 }),
} as const

const largeTrainings: readonly { readonly of: keyof typeof largeSamples; readonly options: TrainOptions; readonly withValid?: true }[] = [
  { of: 'dense', options: { method: 'least-squares', solver: 'direct' } },
  { of: 'weighted and tied', options: { method: 'least-squares', solver: 'direct' }, withValid: true },
  { of: 'dense', options: { method: 'elmrank', nodes: 5, lambda: 0.01, precision: 'mixed', uncertainty: true } },
  { of: 'dense', options: { method: 'elmrank', nodes: 4, node: 'sigmoid' }, withValid: true },
  { of: 'dense', options: { method: 'elmrank', nodes: 4, centre: 'global' } },
  { of: 'weighted and tied', options: { method: 'elmrank', nodes: 4, node: 'gaussian', pairs: 'sum' } },
  { of: 'weighted and tied', options: { method: 'elmrank', nodes: 4, centre: 'global' }, withValid: true },
  { of: 'weighted and tied', options: { method: 'lambdamart', trees: 3, leaves: 8 }, withValid: true },
  { of: 'sparse', options: { method: 'elmrank', nodes: 4, node: 'fourier', scale: 'per-list', missing: 'zero' } },
  { of: 'sparse', options: { method: 'elmrank', nodes: 4 }, withValid: true },
  { of: 'one long and many short', options: { method: 'elmrank', nodes: 4 } },
  { of: 'one long and many short', options: { method: 'elmrank', nodes: 4, centre: 'global' } },
  { of: 'few that count', options: { method: 'rankrls', kernel: 'linear' } },
  { of: 'dense', options: { method: 'rankrls', basis: 6, centre: 'global', lambda: 0.1, uncertainty: true } },
  { of: 'few that count', options: { method: 'rankrls', basis: 4, centre: 'global' } },
  { of: 'weighted and tied', options: { method: 'rankrls', basis: 5, kernel: 'laplace' }, withValid: true },
  { of: 'sparse', options: { method: 'rankrls', basis: 5, kernel: 'polynomial', lambda: 0.1 } },
  { of: 'one long and many short', options: { method: 'rankrls', kernel: 'linear', centre: 'global', lambda: 0.1 } },
  { of: 'one long and many short', options: { method: 'rankrls', basis: 5, lambda: 0.01 } },
]

/** `every`: one of so many trainings, for holders that take their time; all unless given. */
export function largeListsContract(name: string, { hold, runtime }: Holding, every = 1): void {
  const expectSameBytes = async (lists: RankingLists, options: TrainOptions, valid?: RankingLists) => {
    const local = finish(training(lists, { ...options, ...(valid && { valid }) }, runtime))
    const asked = { ...options, ...(valid && { valid: hold(valid, 5, 1) }) }
    const { model, notes } = await finishLater(training(hold(lists, 4, SECTION_BLOCKS), asked, runtime))
    expect(modelToJson(model)).toBe(modelToJson(local.model))
    expect(notes).toEqual(local.notes)
  }

  describe(`${name} holds large lists`, () => {
    test.each(largeTrainings.filter((_, place) => place % every === 0))(
      '$of, $options: the model has the same bytes',
      async ({ of, options, withValid }) => {
        const lists = largeSamples[of](1)
        expect(listBlocks(lists.offsets, lists.width).length - 1).toBeGreaterThan(SECTION_BLOCKS)
        await expectSameBytes(lists, options, withValid && largeSamples[of](2, 0.1))
      },
    )

    test.each<[what: string, lists: number, options: TrainOptions]>([
      ['lists', 1, { method: 'elmrank', nodes: 90 }],
      ['lists with fewer rows than nodes', 4, { method: 'elmrank', nodes: 90 }],
      ['lists', 1, { method: 'rankrls', basis: 10 }],
      ['lists', 4, { method: 'rankrls', basis: 10 }],
      ['lists whose rows are fetched', 4, { method: 'rankrls' }],
      ['lists whose rows are fetched', 4, { method: 'rankrls', kernel: 'laplace', lambda: 0.1, uncertainty: true }],
    ])('%s, %i of them, %j: the model has the same bytes', async (_, count, options) => {
      await expectSameBytes(madeLists(1, { lists: count, longest: 20, width: 4, long: 40 }), options)
    })

    test('rankrls says what to do where it would need too many rows', async () => {
      const wide = { ...asSparse(madeLists(1, { lists: 4, longest: 20, width: 4, long: 40 })), width: 1 << 21 }
      const run = (options: TrainOptions) => finishLater(training(hold(wide, 4, SECTION_BLOCKS), options, runtime))
      await expect(run({ method: 'rankrls', lambda: 1, scale: 'none', missing: 'zero', kernelWidth: 1 })).rejects.toThrow(
        'such as basis 1024',
      )
    })
  })
}
