import { expect, test } from 'vitest'
import { dateOrderOf, dayOf, dayOrEpoch, monthOfDay, weekdayOf } from './cellDate.ts'

test('days are counted from 1970 in any of the usual forms', () => {
  expect(dayOf('1970-01-02', 'day-first')).toBe(1)
  expect(dayOf('1970/01/01 12:00', 'day-first')).toBe(0.5)
  expect(dayOf('1970-01-02T00:00:00+24:00', 'day-first')).toBe(0)
  for (const text of ['2026-03-05', '5.3.2026', '05/03/2026', '5 March 2026', 'Mar 5, 2026', '5th Mar 2026'])
    expect([text, dayOf(text, 'day-first')]).toEqual([text, Date.UTC(2026, 2, 5) / 86_400_000])
  expect(dayOf('03/05/2026', 'month-first')).toBe(Date.UTC(2026, 2, 5) / 86_400_000)
})

test('dates of other languages, and years of two digits, are dates', () => {
  const day = Date.UTC(2026, 2, 5) / 86_400_000
  for (const text of [
    '5. März 2026',
    '5 mars 2026',
    '5 de marzo de 2026',
    '5 marzo 2026',
    '5 de março de 2026',
    '5 mrt. 2026',
    '2026年3月5日',
    '2026년 3월 5일',
    '05.03.26',
    '5/3/26',
    '05-03-26',
    '2026-03-05 02:00:00 CEST',
    '2026-03-04 19:00 EST',
  ])
    expect([text, dayOf(text, 'day-first')]).toEqual([text, day])
  expect(dayOf('1er août 2026', 'day-first')).toBe(Date.UTC(2026, 7, 1) / 86_400_000)
  expect(dayOf('3/5/26 12:00', 'month-first')).toBe(day + 0.5)
  expect(dayOf('5/3/69', 'day-first')).toBe(Date.UTC(1969, 2, 5) / 86_400_000)
  for (const text of ['1.10.12', '10.0.1.2', '32/1/26', '1/2', '5 marz 2026', '2026年13月5日'])
    expect([text, dayOf(text, 'day-first')]).toEqual([text, undefined])
  expect(dateOrderOf(['1/2/26', '1/13/26'])).toBe('month-first')
  expect(dateOrderOf(['13.02.26'])).toBe('day-first')
})

test.each([
  ['12/03/2024 05:55 PM', 17 * 60 + 55],
  ['12/3/2024 5:55:00 pm', 17 * 60 + 55],
  ['12/3/24 12:05 AM', 5],
  ['12/3/2024 12:05 p.m.', 12 * 60 + 5],
  ['Tuesday, December 03, 2024', 0],
  ['Tue, 03 Dec 2024 17:55:00 +0000', 17 * 60 + 55],
  ['Tue, 03 Dec 2024 17:55:00 GMT', 17 * 60 + 55],
  ['03 Dec 2024 17:55:00 -0100', 18 * 60 + 55],
  ['Dienstag, 3. Dezember 2024', 0],
  ['December 3, 2024 at 5:55 PM', 17 * 60 + 55],
  ['03-DEC-24', 0],
  ['03-Dec-2024', 0],
  ['2024-12-03 00:00:00+00', 0],
])('%s is a date, with the time if it has one', (text, minutes) => {
  expect(dayOf(text, 'month-first')! * 1440).toBeCloseTo((Date.UTC(2024, 11, 3) / 86_400_000) * 1440 + minutes, 5)
})

test.each(['12/03/2024 13:55 PM', '12/03/2024 0:55 AM', 'Paris, 3 December 2024', '03-XYZ-24', '03 DEC 24'])('%s is no date', (text) => {
  expect(dayOf(text, 'month-first')).toBeUndefined()
})

test.each(['2024-09', '2024/09', 'Sep 2024', 'September 2024', 'Sept. 2024', 'Sep-2024', 'septiembre de 2024', '2024年9月', '2024년 9월'])(
  '%s is the first day of its month',
  (text) => {
    expect(dayOf(text, 'day-first')).toBe(Date.UTC(2024, 8, 1) / 86_400_000)
  },
)

test.each(['2024-13', '2024-00', '2024.09', '2024-9', '2024-', '7312-04', '10-12', '12-2024-', 'Model 2024', 'Dec 18', 'Sep2024'])(
  '%s is no month of a year',
  (text) => {
    expect(dayOf(text, 'day-first')).toBeUndefined()
    expect(dayOrEpoch(text, 'day-first')).toBeUndefined()
  },
)

test('days and months of one digit before a year of two are dates where that is said: they may be versions', () => {
  const day = Date.UTC(1999, 0, 13) / 86_400_000
  for (const text of ['13.1.99', '13-1-99']) {
    expect([text, dayOf(text, 'day-first')]).toEqual([text, undefined])
    expect([text, dayOrEpoch(text, 'day-first')]).toEqual([text, day])
  }
  expect(dayOrEpoch('1-13-99', 'month-first')).toBe(day)
  expect(dayOf('3-Dec-24', 'day-first')).toBe(Date.UTC(2024, 11, 3) / 86_400_000)
})

test('what is no day of the calendar is no date', () => {
  for (const text of ['2026-02-29', '31.4.2026', '2026-13-01', '12', '2026', 'red', '5 Brumaire 2026', '2026-01-01 25:00'])
    expect(dayOf(text, 'day-first')).toBeUndefined()
  expect(dayOf('2024-02-29', 'day-first')).toBeDefined()
})

test('seconds and milliseconds are dates only where that is said', () => {
  expect(dayOf('1700000000', 'day-first')).toBeUndefined()
  expect(dayOf('20241203', 'day-first')).toBeUndefined()
  expect(dayOrEpoch('20241203', 'day-first')).toBe(Date.UTC(2024, 11, 3) / 86_400_000)
  expect(dayOrEpoch('20241303', 'day-first')).toBeUndefined()
  expect(dayOrEpoch('1700000000', 'day-first')).toBe(1_700_000_000 / 86_400)
  expect(dayOrEpoch('1700000000000', 'day-first')).toBe(1_700_000_000 / 86_400)
})

test('the order of day and month follows from dates that have only one', () => {
  expect(dateOrderOf(['01/02/2026', '13/02/2026'])).toBe('day-first')
  expect(dateOrderOf(['01/02/2026', '02/13/2026'])).toBe('month-first')
  expect(dateOrderOf(['01.02.2026'])).toBe('day-first')
  expect(dateOrderOf(['01/02/2026'], 'day-first')).toBe('day-first')
  expect(dateOrderOf(['01.02.2026'], 'month-first')).toBe('month-first')
  expect(dateOrderOf(['01/02/2026', '02/13/2026'], 'day-first')).toBe('month-first') // the dates show it
  expect(dateOrderOf(['13/02/2026', '02/13/2026', '02/14/2026'], 'day-first')).toBe('day-first') // they do not agree
})

test('weekdays and months are those of the calendar', () => {
  for (let day = -800_000; day < 800_000; day += 997) {
    const date = new Date(day * 86_400_000)
    expect([day, weekdayOf(day), monthOfDay(day)]).toEqual([day, (date.getUTCDay() + 6) % 7, date.getUTCMonth() + 1])
  }
})
