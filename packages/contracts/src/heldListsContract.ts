/** What everybody who holds lists promises: the answers of one process that holds them all, to the bit, and so the same models. */
import {
  finish,
  finishLater,
  type MethodName,
  methodNames,
  modelToJson,
  plainRuntime,
  type RankingLists,
  type Runtime,
  type TrainOptions,
  train,
  training,
} from '@rankwright/core'
import { identityMap } from '@rankwright/core/data'
import { type HeldLists, LocalLists } from '@rankwright/core/runtime'
import { describe, expect, test } from 'vitest'
import { hiddenQuestions } from './hiddenQuestions.ts'
import { madeLists } from './madeLists.ts'
import { sampleCurvedLosses, sampleLosses } from './sampleLosses.ts'
import { spaceQuestions } from './spaceQuestions.ts'

/** `hold` hands the lists over, cut between sections of so many blocks; `runtime` is what the trainer itself computes on. */
export interface Holding {
  hold(lists: RankingLists, seed: number, section: number): HeldLists
  readonly runtime: Runtime
}

/** Made lists of several blocks each, but of one section. */
const samples = {
  dense: (seed: number) => madeLists(seed, { lists: 400, longest: 30, width: 5 }),
  'weighted and tied': (seed: number) => madeLists(seed, { lists: 350, longest: 30, width: 4, weighted: true, tied: true }),
  /** With so few rows for each feature, linear rankers choose their penalties on left-out lists. */
  sparse: (seed: number) => madeLists(seed, { lists: 250, longest: 40, width: 140, shown: 3 }),
  'few rows for each feature': (seed: number) => madeLists(seed, { lists: 250, longest: 20, width: 70, weighted: true }),
  'one long and many short': (seed: number) => madeLists(seed, { lists: 200, longest: 20, width: 4, long: 3000 }),
} as const

interface Trained {
  readonly options: TrainOptions
  readonly withValid?: true
  /** On all samples, not only on two. */
  readonly everywhere?: true
}

/** For methods that read the rows themselves, and say so when they are given lists that somebody else holds. */
const needsRows = 'needs the rows'

/** For methods whose sums are all taken per section: see largeListsContract.ts. */
const onLargeLists = 'trained on large lists'

const trainings: Readonly<Record<MethodName, readonly Trained[] | typeof needsRows | typeof onLargeLists>> = {
  listnet: [
    { options: { method: 'listnet' }, everywhere: true },
    { options: { method: 'listnet' }, withValid: true },
    { options: { method: 'listnet', scale: 'quantile', featureBall: 'l2', ball: 'l2', radius: 2, lambda: 'theory' } },
    { options: { method: 'listnet', scale: 'standard', ball: 'l1', radius: 1 } },
  ],
  listmle: [{ options: { method: 'listmle', scale: 'per-list', missing: 'zero' } }],
  'smoothed-dcg': [{ options: { method: 'smoothed-dcg', iterations: 15 } }],
  ranksvm: [
    { options: { method: 'ranksvm' }, everywhere: true },
    { options: { method: 'ranksvm', lambda: 1 }, withValid: true },
    { options: { method: 'ranksvm', hinge: 'plain', pairs: 'mean', lambda: 0.01, tolerance: 1e-4 } },
  ],
  ranknet: [{ options: { method: 'ranknet' } }, { options: { method: 'ranknet', lambdaWeights: 'ndcg', iterations: 10 } }],
  'least-squares': [
    { options: { method: 'least-squares', solver: 'iterative' }, everywhere: true },
    { options: { method: 'least-squares', scale: 'standard', solver: 'iterative' }, withValid: true },
  ],
  rankrls: onLargeLists,
  ogd: needsRows,
  elmrank: onLargeLists,
  rankboost: needsRows,
  lambdamart: [
    { options: { method: 'lambdamart', trees: 4, leaves: 6 }, everywhere: true },
    {
      options: { method: 'lambdamart', trees: 6, leaves: 9, listShare: 1, featureShare: 1, earlyStop: 'err@5', patience: 2 },
      withValid: true,
    },
    { options: { method: 'lambdamart', trees: 3, leaves: 5, objective: 'xendcg', growth: 'level', depth: 2, countRows: 'by-curvature' } },
    { options: { method: 'lambdamart', trees: 3, leaves: 5, objective: 'logistic', increasing: ['1'], minRows: 300 } },
  ],
  abstaining: needsRows,
}

const methodsThatNeedRows = methodNames.filter((method) => trainings[method] === needsRows)
const ofSums = Object.values(trainings).flatMap((of) => (typeof of === 'string' ? [] : of))

/** `of` says which samples; all unless given. */
export function heldListsContract(
  name: string,
  { hold, runtime }: Holding,
  of: readonly (keyof typeof samples)[] = Object.keys(samples) as (keyof typeof samples)[],
): void {
  describe(`${name} holds lists`, () => {
    describe.each(of)('%s lists', (sample) => {
      const lists = samples[sample](1)
      const valid = samples[sample](2)

      test('every question has the answer of one process', async () => {
        const here = LocalLists.of(lists, plainRuntime)
        const held = hold(lists, 3, 1)
        const size = finish(here.ask('summary', {}))
        expect(await finishLater(held.ask('summary', {}))).toEqual(size)
        const map = identityMap(lists.width)
        const weights = Float64Array.from({ length: lists.width }, (_, j) => Math.cos(j))
        const weighing = { by: 'weights', total: size.weight } as const
        const chosen = Uint32Array.from({ length: Math.ceil(size.lists / 3) }, (_, place) => 3 * place)
        const statistics = finish(here.ask('columnStatistics', { width: lists.width }))
        const loss = { loss: 'ranksvm', hinge: 'squared', pairs: 'mean' } as const
        const asked = { map, loss, weights, weighing }
        const both = async <Answer>(ask: (of: HeldLists) => Parameters<typeof finishLater<Answer>>[0]) => {
          expect(await finishLater(ask(held))).toEqual(finish(ask(here)))
        }
        await both((of) => of.ask('fingerprint', {}))
        await both((of) => of.ask('columnStatistics', { width: lists.width }))
        await both((of) => of.ask('columnDeviations', { statistics }))
        await both((of) => of.ask('columnQuantiles', { width: lists.width }))
        await both((of) => of.ask('longestRow', { map, norm: 'l2' }))
        await both((of) => of.ask('listSpread', { map }))
        for (const loss of Object.values(sampleLosses).flat()) await both((of) => of.ask('loss', { ...asked, loss }))
        const direction = weights.map((weight) => 1 - weight)
        for (const loss of Object.values(sampleCurvedLosses).flat()) await both((of) => of.ask('curvature', { ...asked, loss, direction }))
        await both((of) => of.ask('labelsOfLists', { lists: chosen }))
        await both((of) => of.ask('scoresOfLists', { ...asked, lists: chosen }))
        await both((of) => of.ask('rowDifferences', { map, pairs: Uint32Array.of(0, 1, 5, 3, size.rows - 2, size.rows - 1) }))
        const means = finish(here.ask('mappedMeans', { map }))
        await both((of) => of.ask('mappedMeans', { map }))
        await both((of) => of.ask('mappedVariances', { map, means }))
        await both((of) => of.ask('centredProducts', { map, means, section: 1 }))
        await both((of) => of.ask('centredErrors', { map, means, weights }))
        for (const rows of [{ of: 'labels' }, { of: 'product', vector: weights }, { of: 'residuals', vector: weights }] as const)
          await both((of) => of.ask('centredSums', { map, means, rows }))
        const model = train(lists, { method: 'least-squares' })
        await both((of) => of.ask('scoredLists', { model }))
        for (const mostPerList of [3, 2000]) await both((of) => of.ask('scoredPairs', { model, mostPerList, seed: 7 }))
        await both((of) => of.ask('listSizes', {}))
        await both((of) => of.ask('chosenRows', { rows: Uint32Array.of(0, 3, 700, size.rows - 1) }))
        await both((of) => of.ask('categoryCounts', { features: Uint32Array.of(0, lists.width - 1) }))
        await both((of) => of.ask('mappedRows', { map, rows: Uint32Array.of(0, 1, 700, size.rows >> 1, size.rows - 1) }))
        for (const centre of ['list', 'global'] as const) {
          const { path, space, functions } = hiddenQuestions(here, centre)
          await both((of) => of.ask('hiddenSums', { space, precision: 'double', section: 1 }))
          await both((of) => of.ask('hiddenSums', { space, precision: 'mixed', section: 1, lists: chosen }))
          await both((of) => of.ask('hiddenErrors', { space, functions, section: 1, lists: chosen }))
          await both((of) => of.ask('centredNodes', { statistics: path.statistics }))
          await both((of) => of.ask('leftOutLists', { path, lambdas: [1, 0.01] }))
          await both((of) => of.ask('leftOutScores', { path, lambdas: [1, 0.01] }))
          const scored = { of: 'nodes', featureMap: map, nodes: space.nodes, functions } as const
          await both((of) => of.ask('functionMetrics', { functions: scored, metric: 'err@5', greatestLabel: size.greatestLabel }))
          await both((of) => of.ask('functionScores', { functions: scored }))
          const { spec, bare, theta, heldOut, ...questions } = spaceQuestions(here, centre)
          const centred = { space: questions.space, section: 1 }
          const vector = Float64Array.from({ length: size.rows }, (_, row) => Math.sin(row))
          await both((of) => of.ask('firstFeatures', { spec }))
          await both((of) => of.ask('spaceMeans', bare))
          await both((of) => of.ask('spaceProducts', centred))
          await both((of) => of.ask('spaceScores', { ...centred, theta }))
          await both((of) => of.ask('spaceTransposed', { ...centred, vector, start: theta }))
          if (centre === 'list') await both((of) => of.ask('spaceCheck', { ...centred, theta, start: Float64Array.of(1, 2, 3, 4) }))
          await both((of) => of.ask('heldOutRows', heldOut))
        }
        await both((of) => of.ask('listMetrics', { map, weights, metric: 'err@5', greatestLabel: size.greatestLabel }))
      })

      const few = sample === 'dense' || sample === 'weighted and tied' ? ofSums : ofSums.filter(({ everywhere }) => everywhere)
      test.each(few)('%j: the model has the same bytes', async ({ options, withValid }) => {
        const local = finish(training(lists, { ...options, ...(withValid && { valid }) }, runtime))
        const asked = { ...options, ...(withValid && { valid: hold(valid, 5, 1) }) }
        const { model, notes } = await finishLater(training(hold(lists, 4, 1), asked, runtime))
        expect(modelToJson(model)).toBe(modelToJson(local.model))
        expect(notes).toEqual(local.notes)
      })
    })

    test.each(methodsThatNeedRows)('%s says that it needs the rows', (method) => {
      const held = hold(samples.dense(1), 7, 1)
      expect(() => finish(training(held, { method }, runtime))).toThrow(`The method ${method} goes through single rows`)
    })

    test('a shard that fails ends the training with its reason', async () => {
      const lists = samples.dense(1)
      const broken: HeldLists = {
        ...hold(lists, 6, 1),
        *ask() {
          return (yield { waitingFor: Promise.reject(new Error('shard 2 is gone')) }) as never
        },
      }
      await expect(finishLater(training(broken, { method: 'listnet' }, runtime))).rejects.toThrow('shard 2 is gone')
    })
  })
}
