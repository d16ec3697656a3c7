import { expect, test } from 'vitest'
import { keyedList } from '../data/lists/listByList.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { seriesInTime } from './seriesInTime.ts'

const series = (time: string, id: string) =>
  rankingLists({ features: [[1], [2]], labels: [1, 2], lists: [keyedList(time, id), keyedList(time, id)] })
const idsOf = (...all: readonly (readonly [time: string, id: string])[]) =>
  seriesInTime(all.map(([time, id]) => series(time, id))).map(({ listIds }) => listIds[0])

test('numbers go by value, dates by the calendar, and equal times keep their order', () => {
  expect(idsOf(['10', 'a'], ['9', 'b'], ['-1', 'c'])).toEqual(['c', 'b', 'a'])
  expect(idsOf(['2015-03-14', 'a'], ['1999-12-31', 'b'], ['2015-03-14', 'c'])).toEqual(['b', 'a', 'c'])
  expect(idsOf(['2015-03-14T05:30Z', 'a'], ['2015-03-14 05:00', 'b'], ['2015-03-14T06:00+02:00', 'c'])).toEqual(['c', 'b', 'a'])
})

test('keys of streams stay in front of the ids', () => {
  expect(idsOf(['2', keyedList('shop', 'a')], ['1', keyedList('shop', 'b')])).toEqual([keyedList('shop', 'b'), keyedList('shop', 'a')])
})

test('what is no time, or not one time, is refused with the series', () => {
  expect(() => idsOf(['14/03/2015', 'a'])).toThrow('Series a: the time is "14/03/2015"')
  expect(() => idsOf(['2015-02-31T99:00', 'a'])).toThrow('Series a: the time is')
  expect(() => idsOf(['1', 'a'], ['2', 'a'])).toThrow('Series a has the times 1 and 2')
})
