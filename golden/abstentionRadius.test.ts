// On real lists: a radius chosen at cost 0.1 on validation lists must not cost more than 0.005 on lists it was not chosen on. All sets that
// are at hand: research/abstentionRadius.mjs.
import { join } from 'node:path'
import { abstain, readLists, type TrainOptions, train } from 'rankwright'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

const sets = [
  { name: 'letor-mq2008', files: ['S1.txt.gz', 'S2.txt.gz', 'S3.txt.gz'] },
  { name: 'letor-ohsumed', files: ['S1.txt.gz', 'S2.txt.gz', 'S3.txt.gz'] },
]

for (const { name, files } of sets) {
  describeWithRealData(name, (folder) => {
    test('the chosen radius does no harm on test lists, with a method of its own or any other', { timeout: 120_000 }, async () => {
      const [fit, valid, unseen] = await Promise.all(files.map((file) => readLists(join(folder, file))))
      const methods: TrainOptions[] = [{ method: 'least-squares' }, { method: 'abstaining', radius: 10, iterations: 50 }]
      for (const options of methods) {
        const model = train(fit, options)
        const { chosen } = abstain(model, valid, { choose: true, cost: 0.1 })
        const radii = [0, chosen?.radius ?? Number.NaN, chosen?.cautious.radius ?? Number.NaN]
        const [without, found, cautious] = abstain(model, unseen, { radii, costs: [0.1] }).table
        expect(found.loss).toBeLessThanOrEqual(without.loss + 0.005)
        expect(cautious.loss).toBeLessThanOrEqual(without.loss + 0.005)
        expect(cautious.radius).toBeLessThanOrEqual(found.radius)
      }
    })
  })
}
