import { expect, test } from 'vitest'
import { eachText } from '../cells/packedTexts.ts'
import { textHash } from '../cells/wordReader.ts'
import { TextCodes } from './textCodes.ts'

test('each text has one code, in the order in which they come', () => {
  const codes = new TextCodes()
  const texts = Array.from({ length: 3000 }, (_, row) => `text ${(row * row) % 1009}`)
  const expected = new Map<string, number>()
  for (const text of texts) {
    if (!expected.has(text)) expected.set(text, expected.size)
    expect(codes.codeOf(text)).toBe(expected.get(text))
  }
  expect([...eachText(codes.values)]).toEqual([...expected.keys()])
})

test('texts that collide are still told apart', () => {
  const codes = new TextCodes()
  const colliding: string[] = []
  for (let number = 0; colliding.length < 600; number++) if ((textHash(`t${number}`) & 2047) < 2) colliding.push(`t${number}`)
  for (let round = 0; round < 2; round++) for (const [code, text] of colliding.entries()) expect(codes.codeOf(text)).toBe(code)
  expect([...eachText(codes.values)]).toEqual(colliding)
})
