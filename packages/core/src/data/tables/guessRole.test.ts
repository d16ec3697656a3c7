import { expect, test } from 'vitest'
import type { DateOrder } from '../cells/cellDate.ts'
import { guessRole } from './guessRole.ts'

function guessed(texts: readonly string[], order?: DateOrder) {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return guessRole({ texts: counts, numbers: new Map(), missing: 0 }, order)
}

test.each([
  ['numbers', ['1', '2.5', '-3e2'], { role: 'number', decimals: 'point', reason: 'numbers' }],
  ['prices', ['$1,200.50', '€3'], { role: 'number', reason: 'numbers with a currency' }],
  ['percentages', ['11%', '3 %'], { role: 'number' }],
  [
    'amounts in brackets',
    ['($12)', '$3'],
    { role: 'number', reason: 'numbers with a currency and brackets for negative numbers ((12) is read as -12)' },
  ],
  ['numbers in brackets', ['(12)', '3'], { role: 'number', reason: 'numbers with brackets for negative numbers ((12) is read as -12)' }],
  ['decimal commas', ['1,5', '2,25', '1.000,5'], { role: 'number', decimals: 'comma' }],
  ['yes and no', ['yes', 'no', 'yes'], { role: 'number' }],
  ['yes, no and another word', ['yes', 'no', 'yes', 'unknown'], { role: 'category' }],
  ['letters of which one says yes', ['x', 'y', 'y'], { role: 'category' }],
  ['numbers with yes and another word among them', ['1', '2', '3', 'yes', 'cheap'], { role: 'number' }],
  ['ja and nej', ['ja', 'nej', 'ja'], { role: 'category' }],
  ['times on a clock', ['14:25', '1:02:03'], { role: 'number', unit: 'clock' }],
  ['decimal commas with exponents', ['8,657E+02', '1,2E-3'], { role: 'number', decimals: 'comma' }],
  ['days with a month word', ['01-Jan-1994', '03-DEC-24'], { role: 'date', reason: 'dates' }],
  [
    'dates of either order',
    ['08/09/2024', '03/02/2024'],
    { role: 'date', order: 'month-first', reason: 'dates, month first (no day is above 12, so it may be otherwise)' },
  ],
  ['dates', ['2026-01-02', '2025-11-30'], { role: 'date' }],
  ['dates with the day first', ['13/02/2026', '01/02/2026'], { role: 'date', order: 'day-first' }],
  ['months of years', ['2024-09', '2023-12'], { role: 'date', reason: 'dates' }],
  ['months of years in words', ['Dec 2018', 'January 2019'], { role: 'date', reason: 'dates' }],
  ['numbers that look like months', ['2024.09', '2023.12'], { role: 'number' }],
  ['numbers within years', ['2024-07', '2024-13', '2024-29'], { role: 'category' }],
  ['seasons', ['2008-09', '2009-10', '2010-11'], { role: 'category' }],
  ['ranges', ['10-12', '05-08'], { role: 'category' }],
  ['short dates with points', ['13.1.99', '3.2.01', '28.12.00'], { role: 'date', order: 'day-first', reason: 'dates, day first' }],
  ['versions', ['1.10.12', '2.11.10', '10.1.11', '13.1.10'], { role: 'category' }],
  ['vectors', ['[1,2]', '[0.5,-1]'], { role: 'vector', reason: 'arrays of 2 numbers' }],
  ['brands', ['Acme', 'Ibis', 'Acme', 'Acme'], { role: 'category', reason: '2 different values' }],
  ['numbers with a word among them', ['1', '2', 'cheap'], { role: 'number' }],
  ['distances', ['3.4 km', '12 km', '800 m', '7'], { role: 'number', unit: 'km', reason: 'numbers in km, others converted' }],
  ['marks', ['4.5/5', '3/5', '4 out of 5'], { role: 'number', unit: '/5', reason: 'numbers out of 5' }],
  ['counts in thousands', ['950', '1.2k', '3M'], { role: 'number', unit: '' }],
  ['counts with their word', ['1 review', '12 reviews', '1,204 reviews'], { role: 'number', unit: 'review' }],
  ['units with a decimal comma', ['3,5 kg', '12 kg', '1,25 kg'], { role: 'number', unit: 'kg', decimals: 'comma' }],
  ['units that do not fit', ['3 kg', '4 km', '5 kg', '6 km'], { role: 'category' }],
  ['numbers of which few have a unit', ['3', '4', '5', '6 kg'], { role: 'number', reason: 'numbers' }],
  [
    'codes with leading zeros',
    ['0236', '0815', '4711', '0236'],
    { role: 'category', reason: 'digits with leading zeros are no numbers; 3 different values' },
  ],
  ['months', ['01', '02', '12'], { role: 'number' }],
  ['decimals below 1', ['0.25', '0', '000'], { role: 'number' }],
  ['nothing', [], { role: 'ignored' }],
])('%s are recognised', (_, texts, expected) => {
  expect(guessed(texts)).toMatchObject(expected)
})

test('titles are text, and codes of their own for nearly every row are ids', () => {
  expect(guessed(Array.from({ length: 60 }, (_, row) => `a wireless thing ${row} of ours`)).role).toBe('text')
  expect(guessed(Array.from({ length: 60 }, (_, row) => `SKU${row}x`)).role).toBe('id')
  expect(guessed(Array.from({ length: 60 }, (_, row) => `P${row % 7}-${row}`)).role).toBe('id')
  expect(guessed(Array.from({ length: 60 }, (_, row) => `00${1000 + row * 13}`)).role).toBe('id')
  expect(
    guessed(Array.from({ length: 60 }, (_, row) => `红色杯子${'一二三四五六七八九十'[row % 10]}${'甲乙丙丁戊己'[Math.floor(row / 10)]}`))
      .role,
  ).toBe('text')
})

test('dates of either order have the one that is given, and others the one that they show', () => {
  expect(guessed(['08/09/2024', '03/02/2024'], 'day-first')).toEqual({ role: 'date', order: 'day-first', reason: 'dates, day first' })
  expect(guessed(['08/09/2024', '03/22/2024'], 'day-first')).toEqual({ role: 'date', order: 'month-first', reason: 'dates, month first' })
})
