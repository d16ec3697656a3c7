// On images of CIFAR-10: a network learns from pixels with every surrogate in the norm of the paper, where equal scores have half of the pairs
// wrong, and patches leave fewer pairs wrong than pixels do. Few images and steps; docs/abstaining.md has the whole data.
import { join } from 'node:path'
import { pairwiseAccuracy } from '@rankwright/core/metrics'
import { type RankingLists, readLists, runtimeFor, score, type TrainOptions, train } from 'rankwright'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

describeWithRealData('images-cifar10', (folder) => {
  const network = { method: 'abstaining', hypothesis: 'network', norm: 'inf', batch: 128, hidden: 32, iterations: 80 } as const

  test('networks learn from pixels, and better from patches', { timeout: 120_000 }, async () => {
    const [all, others] = await Promise.all(
      ['train_4000.bin.gz', 'test_2000.bin.gz'].map((file) => readLists(join(folder, file), { format: 'cifar' })),
    )
    const [fit, unseen] = [firstImages(all, 600), firstImages(others, 400)]
    const { runtime, close } = runtimeFor(1)
    const wrong = (options: TrainOptions) =>
      1 - (pairwiseAccuracy(score(train(fit, options, runtime), unseen, runtime), unseen.labels) ?? 0)
    const pixels = (['hinge', 'exponential', 'sigmoid'] as const).map((surrogate) => wrong({ ...network, surrogate }))
    for (const share of pixels) expect(share).toBeLessThan(0.42)
    expect(wrong({ ...network, patches: 40 })).toBeLessThan(Math.min(...pixels) - 0.02)
    close()
  })
})

function firstImages(lists: RankingLists, count: number): RankingLists {
  const values = lists.features.values.subarray(0, count * lists.width)
  return { ...lists, features: { kind: 'dense', values }, labels: lists.labels.subarray(0, count), offsets: Uint32Array.of(0, count) }
}
