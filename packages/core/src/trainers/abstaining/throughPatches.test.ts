import { describe, expect, test } from 'vitest'
import { abstainByDistance } from '../../abstention/abstainByDistance.ts'
import { fingerprint } from '../../data/lists/fingerprint.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { certify } from '../../guarantees/certify.ts'
import { explainer } from '../../library/explain.ts'
import { rank } from '../../library/rank.ts'
import { train } from '../../library/train.ts'
import { pairwiseAccuracy } from '../../metrics/pairwiseAccuracy.ts'
import { kindOf } from '../../models/kinds.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { score } from '../../models/score.ts'
import { seededRandom } from '../../numeric/random.ts'
import { modelReport } from '../../reports/modelReport.ts'
import { finish } from '../../runtime/training.ts'
import { abstaining } from './abstaining.ts'

/** Two lists of images with a light or dark stroke at a random place, upright, slanted or flat: no pixel by itself tells which. */
function strokes(seed: number, count: number): RankingLists {
  const random = seededRandom(seed)
  const labels = Array.from({ length: count }, () => random.integer(3))
  const features = labels.map((label) => {
    const image = Array.from({ length: 144 }, () => 0.3 + 0.1 * random.uniform())
    const [y, x, ink] = [1 + random.integer(6), 1 + random.integer(6), random.integer(2) === 0 ? 0 : 0.7]
    for (let step = 0; step < 5; step++) image[(y + (label < 2 ? step : 0)) * 12 + x + (label > 0 ? step : 0)] = ink
    return image
  })
  return rankingLists({ features, labels, lists: labels.map((_, row) => (row < count / 2 ? 'a' : 'b')) })
}

const shape = { patches: 12, imageShape: '1x12x12' } as const
const few = { hypothesis: 'network', hidden: 16, iterations: 80, batch: 64 } as const
const [data, unseen] = [strokes(1, 120), strokes(2, 80)]

describe.each([{ hypothesis: 'linear' }, few] as const)('with %o', (own) => {
  const model = train(data, { method: 'abstaining', norm: 'inf', ...shape, ...own })

  test('patches tell images apart that pixels do not, wherever the stroke is', () => {
    const pixels = train(data, { method: 'abstaining', norm: 'inf', ...own })
    const byPixels = pairwiseAccuracy(score(pixels, unseen), unseen.labels) ?? 0
    expect(pairwiseAccuracy(score(model, unseen), unseen.labels)).toBeGreaterThan(byPixels + 0.12)
  })

  test('the model reads images, keeps the patches in its file and knows its training data', () => {
    expect(model.features).toBe(144)
    expect(model.options).toMatchObject({ ...shape, seed: 1, scale: 'min-max', missing: 'zero' })
    expect(model.training.data).toBe(fingerprint(data))
    expect(parsedModel(modelToJson(model), 'model.json')).toEqual(model)
    expect(modelReport(model)).toMatchObject({ patches: { count: 12, side: 6, image: '1x12x12', features: 216 } })
    expect(kindOf(model).certifiable?.balls?.(model)?.inside.holds).toBe(true)
  })

  test('a row scores the same alone, among others, and kept sparse', () => {
    const all = score(model, unseen)
    const second = selectLists(unseen, [1])
    expect(score(model, second)).toEqual(all.slice(unseen.offsets[1]))
    if (second.features.kind !== 'dense') return expect.unreachable()
    const { values } = second.features
    const rows = second.labels.length
    const sparse: RankingLists = {
      ...second,
      features: {
        kind: 'sparse',
        rowStarts: Uint32Array.from({ length: rows + 1 }, (_, row) => 144 * row),
        columns: Uint32Array.from(values, (_, at) => at % 144),
        values,
      },
    }
    expect(score(model, sparse)).toEqual(score(model, second))
  })

  test('rank, abstain and certify take it, and the certificate says that the patches were fitted', () => {
    expect(rank(model, unseen, { abstainRadius: 0.1 })).toHaveLength(2)
    const { table } = abstainByDistance(model, unseen, { radii: [0, 0.9], costs: [0.1], pairs: 500 })
    expect(table.map(({ misranked }) => misranked < 0.4)).toEqual([true, true])
    expect(table[1].abstained).toBeGreaterThan(0)
    const { certificates } = certify(model, { train: data, abstainRadius: 0.2 })
    const texts = certificates.flatMap(({ assumptions }) => assumptions)
    expect(texts.find(({ text }) => text.includes('by their fingerprint'))?.holds ?? true).toBe(true)
    expect(certificates.map(({ theorem }) => theorem)).toContain('a-pairwise-exponential')
  })
})

test('the weights of a linear model are those of patches in cells, and explain its scores', () => {
  const model = train(data, { method: 'abstaining', ...shape })
  const { features } = kindOf(model).facts(model)
  expect(features).toHaveLength(216)
  expect(features[0].feature).toMatch(/^patch \d+[+-] in cell [123],[123]$/)
  const { score: explained, contributions } = explainer(model, unseen).item(5)
  expect(explained).toBeCloseTo(score(model, unseen)[5], 9)
  expect(contributions.every(({ value }) => value >= 0)).toBe(true)
})

test('validation images go through the same patches, and a model that brings patches can be trained on', () => {
  const { model, notes } = finish(abstaining(data, { ...shape, valid: unseen }))
  expect(model.training.tuned).toMatchObject([{ option: 'radius' }])
  expect(model.training.valid).toBe(fingerprint(unseen))
  expect(notes.join()).not.toContain('all-equal')
  if (model.kind !== 'linear') return expect.unreachable()
  const further = train(data, { method: 'abstaining', start: model, radius: 3 })
  expect(further.featureMap.patches).toEqual(model.featureMap.patches)
})

test.each([
  [{ ...shape, missing: 'mean' }, '`missing` is mean; give zero: with patches, missing pixels count as 0'],
  [{ ...shape, scale: 'per-list' }, '`scale` is per-list; give none, min-max, standard or quantile'],
  [{ ...shape, hypothesis: 'network', augmentImages: '1x12x12' }, 'it only works with rows that are taken as they are, without patches'],
  [{ patches: 12 }, '`imageShape` is 3x32x32; give channels x rows x columns'],
  [{ patches: 12, imageShape: '36x2x2' }, 'of at least 6 rows and columns: 144 numbers'],
  [{ imageShape: '1x12x12' }, 'it only works with `patches`'],
  [{ patches: 0 }, '`patches` is 0; give a whole number of at least 1'],
])('%j is refused', (options, message) => {
  expect(() => train(data, { method: 'abstaining', ...options } as { method: 'abstaining' })).toThrow(message)
})
