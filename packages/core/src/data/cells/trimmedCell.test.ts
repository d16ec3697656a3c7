import { expect, test } from 'vitest'
import { trimmedCell, whiteSpace } from './trimmedCell.ts'

test('takes white space away at both ends, and nothing else', () => {
  const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  expect(units.filter((unit) => trimmedCell(`${unit}a ${unit}b${unit}`) !== `${unit}a ${unit}b${unit}`).join('')).toBe(whiteSpace)
  for (const unit of whiteSpace) expect(trimmedCell(`${unit}a${unit} b${unit}${unit}`)).toBe(`a${unit} b`)
  expect(['', ' ', 'a', 'é ', 'é'].map(trimmedCell)).toEqual(['', '', 'a', 'é', 'é'])
})
