// Bounds against the truth: lists are drawn from a known distribution, so the expected loss and its least value in the ball are known.
// research/queryLevelBounds.mjs does the same thousands of times, with longer lists.
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import type { Certificate } from '../guarantees/certificate.ts'
import { certifiedLoss } from '../guarantees/certifiedLoss.ts'
import { certify } from '../guarantees/certify.ts'
import { train } from '../library/train.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import { bound } from './bound.ts'
import type { BoundedLoss } from './boundedLoss.ts'
import { theoryLambda } from './queryLevelExpected.ts'

const population = someLists() // each list with the same probability
const ball = { scale: 'none', missing: 'zero', featureBall: 'l2', ball: 'l2', radius: 2 } as const
const repetitions = 300

describe.each([{ method: 'listnet' }, { method: 'ranknet', pairs: 'mean' }] as const)('over $method', (surrogate) => {
  const [G, W, R, n] = [2, 2, 1, 12]
  const best = expectedLoss(train(population, { ...surrogate, ...ball, lambda: 0 }))

  test('what holds with probability 0.9 fails in no more than a tenth of the draws, where the training loss fails in a quarter', () => {
    const random = seededRandom(3)
    const failed: Record<string, number> = { training: 0 }
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const sample = draw(random.integer, n)
      const model = train(sample, { ...surrogate, ...ball, lambda: 0 })
      const truth = expectedLoss(model)
      const { certificates } = certify(model, { train: sample, delta: 0.1 })
      expect(certificates.map(({ theorem }) => theorem)).toEqual(expect.arrayContaining(['q-t9', 'q-t9-excess', 'q-cw']))
      for (const { theorem, bound: value } of certificates) {
        const left = theorem.endsWith('excess') ? truth - best : truth
        failed[theorem] = (failed[theorem] ?? 0) + (left > value ? 1 : 0)
      }
      if (truth > empiricalOf(certificates)) failed['training']++
    }
    const { training, ...theorems } = failed
    for (const count of Object.values(theorems)) expect(count / repetitions).toBeLessThanOrEqual(0.1)
    expect(training / repetitions).toBeGreaterThan(0.25)
  })

  test('what holds in expectation holds for the mean over many draws, for online gradient descent and for penalised minimisers', () => {
    const random = seededRandom(4)
    const lambda = theoryLambda({ G, W, R, n })
    const excess = { ogd: 0, penalised: 0 }
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const sample = draw(random.integer, n)
      excess.ogd += (expectedLoss(train(sample, { method: 'ogd', loss: surrogate.method, ...ball, seed: repetition })) - best) / repetitions
      excess.penalised += (expectedLoss(train(sample, { ...surrogate, ...ball, lambda })) - best) / repetitions
    }
    expect(excess.ogd).toBeLessThanOrEqual(bound('q-t5', { G, W, R, n }).value)
    expect(excess.penalised).toBeLessThanOrEqual(bound('q-t6', { G, W, R, n }).value)
    expect(excess.ogd).toBeGreaterThan(bound('q-t5', { G, W, R, n: 10_000 * n }).value) // the bound is not of another order
  })
})

function empiricalOf(certificates: readonly Certificate[]): number {
  return certificates.find(({ theorem }) => theorem === 'q-t9')!.terms['empirical']
}

function draw(integer: (below: number) => number, count: number): RankingLists {
  return selectLists(
    population,
    Array.from({ length: count }, () => integer(population.listIds.length)),
  )
}

function expectedLoss(model: LinearModel): number {
  const { loss } = certifiedLoss(model) as BoundedLoss
  const scores = score(model, population)
  const { offsets, labels, listIds } = population
  let sum = 0
  for (let list = 0; list < listIds.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    sum += loss.evaluate(scores.subarray(first, last), labels.subarray(first, last), new Float64Array(last - first))
  }
  return sum / listIds.length
}

function someLists(): RankingLists {
  const random = seededRandom(11)
  const features = Array.from({ length: 20 * 6 }, () => [random.normal(), random.normal(), random.normal()])
  return rankingLists({
    features,
    labels: features.map(([x, y]) => Math.max(0, Math.min(2, Math.round(x + 0.5 * y + 1.5 * random.normal())))),
    lists: features.map((_, row) => Math.floor(row / 6)),
  })
}
