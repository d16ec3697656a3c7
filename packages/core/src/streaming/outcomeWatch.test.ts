import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { seededRandom } from '../numeric/random.ts'
import { OutcomeWatch } from './outcomeWatch.ts'

/** Races of twenty: points go to the first ten alone, form tells something, and the place is the label. */
function watched(races: number): OutcomeWatch {
  const random = seededRandom(3)
  const watch = new OutcomeWatch()
  for (let race = 0; race < races; race++) {
    const places = Array.from({ length: 20 }, (_, item) => item + 1)
    watch.add(
      rankingLists({
        features: places.map((place) => [place <= 10 ? 11 - place : 0, -place + 5 * random.normal(), 60 - place, 7]),
        labels: places,
        lists: places.map(() => String(race)),
        featureNames: ['points', 'form', 'laps', 'constant'],
      }),
    )
  }
  return watch
}

test('features that are made of the outcome are found, even when they leave many items level; good ones are not', () => {
  const found = watched(20).found()
  expect(found.map(({ feature }) => feature).sort()).toEqual(['laps', 'points'])
  for (const { share } of found) expect(share).toBe(1)
})

test('nothing is said of a few pairs, of series without labels, and of ties', () => {
  const watch = new OutcomeWatch()
  const list = (labels: readonly number[]) =>
    rankingLists({ features: labels.map((label) => [label]), labels, lists: labels.map(() => 'a') })
  watch.add(list([1, 2, 3]))
  const open = list([1, 2, 3])
  for (let n = 0; n < 60; n++) watch.add({ ...open, labels: open.labels.map(() => Number.NaN) })
  for (let n = 0; n < 60; n++) watch.add(list([2, 2, 2]))
  expect(watch.found()).toEqual([])
})
