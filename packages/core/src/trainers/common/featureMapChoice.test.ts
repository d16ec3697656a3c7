import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { featureMapOptions } from '../../options/sharedOptions.ts'
import { fitFeatureMap } from '../../work/fitFeatureMap.ts'
import { featureMapChoice, recordedMapOptions } from './featureMapChoice.ts'

const lists = rankingLists({
  features: [
    [1, 2],
    [3, 5],
    [0, 1],
  ],
  labels: [0, 1, 2],
  lists: ['a', 'a', 'a'],
})

test.each([{}, { scale: 'standard', missing: 'zero' }, { featureBall: 'l1' }, { featureBall: 'inf', featureRadius: 3 }] as const)(
  'a map fitted with %o records these options and the defaults of the others',
  (options) => {
    const resolved = resolveOptions(featureMapOptions, options)
    expect(recordedMapOptions(fitFeatureMap(lists, featureMapChoice(resolved)))).toEqual(resolved)
  },
)

test('options of the trainer that are not of the map are left behind', () => {
  expect(featureMapChoice({ ...resolveOptions(featureMapOptions), lambda: 1 } as never)).not.toHaveProperty('lambda')
})
