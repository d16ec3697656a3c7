import { expect, test } from 'vitest'
import { numberInUnit } from './numberWithUnit.ts'

test.each([
  ['3.4 km', 'km', 3.4],
  ['500m', 'km', 0.5],
  ['2 Hours', 'min', 120],
  ['90 min.', 'h', 1.5],
  ['1.2k', '', 1200],
  ['$1.5M', '', 1_500_000],
  ['950', '', 950],
  ['4.5/5', '/5', 4.5],
  ['8 / 10', '/5', 4],
  ['4.5 out of 5', '/5', 4.5],
  ['4.3 out of 5 stars', '/5', 4.3],
  ['14:25', 'clock', 865],
  ['1:02:03', 'clock', 3723],
  ['06:07:08.5', 'clock', 22_028.5],
  ['1,204 reviews', 'review', 1204],
  ['1 review', 'review', 1],
  ['7', 'kg', 7],
  ['1 h 20 min', 'min', 80],
  ['1 hour, 5 minutes', 'min', 65],
  ['1 Hour and 5 mins', 'h', 65 / 60],
  ['2h 15m', 'h m', 135],
  ['2h15m', 'h m', 135],
  ['45m', 'h m', 45],
  ['2h', 'h m', 120],
  ['1h 0m 30s', 's', 3630],
  ['3d 4h', 'h', 76],
  ['-3 °C', '°c', -3],
])('%s in %j is %d', (text, unit, value) => expect(numberInUnit(text, 'point', unit)).toBe(value))

test('a decimal comma is one with a unit, too', () => expect(numberInUnit('3,4 km', 'comma', 'km')).toBe(3.4))

test.each([
  ['3 kg', 'km'],
  ['about 3 km', 'km'],
  ['3-4 km', 'km'],
  ['km', 'km'],
  ['3 red shoes', 'shoe'],
  ['yes', ''],
  ['5/0', '/5'],
  ['1001A', 'a'],
  ['16:9', 'clock'],
  ['14:75', 'clock'],
  ['1:2:03', 'clock'],
  ['45m', 'min'],
  ['20 min 1 h', 'min'],
  ['1 h 2 h', 'h'],
  ['and', 'min'],
  ['4 von 5 Autos', '/5'],
])('%s is no number in %j', (text, unit) => expect(numberInUnit(text, 'point', unit)).toBeUndefined())
