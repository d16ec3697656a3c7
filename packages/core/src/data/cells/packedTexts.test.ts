import { expect, test } from 'vitest'
import { eachText, TextPacker, textAt } from './packedTexts.ts'
import { TextRoom } from './textRoom.ts'
import { textHash } from './wordReader.ts'

const kinds = [
  '',
  'a',
  'plain words',
  'Größe',
  'ÿ',
  'Ā',
  '日本語',
  'smile 😀',
  '\ud800',
  '\0',
  '\0NUL first',
  'NUL \0 within',
  'x'.repeat(63),
  '—'.repeat(65),
]

function packed(texts: readonly string[]): TextPacker {
  const packer = new TextPacker()
  for (const [place, text] of texts.entries()) expect(packer.push(text)).toBe(place)
  return packer
}

test.each([
  ['of every kind', kinds],
  ['more than a page of them', Array.from({ length: 2500 }, (_, place) => `${kinds[place % kinds.length]} ${place}`)],
  ['a full page', Array.from({ length: 1024 }, (_, place) => `text ${place}`)],
  ['a page of more than 64 KB', Array.from({ length: 5 }, (_, place) => `${place}`.repeat(20_000))],
  ['none', []],
])('texts come out as they went in: %s', (_, texts) => {
  const packer = packed(texts)
  expect([...eachText(packer)]).toEqual(texts)
  expect([...eachText(packer.finish())]).toEqual(texts)
})

test('texts of packers that share a room stay apart', () => {
  const room = new TextRoom()
  const packers = [new TextPacker(room), new TextPacker(room), new TextPacker(room)]
  const textOf = (place: number, packer: number) => kinds[(place + packer) % kinds.length].repeat(1 + ((place * packer) % 5))
  for (let place = 0; place < 3000; place++) for (const [at, packer] of packers.entries()) packer.push(textOf(place, at))
  for (const [at, packer] of packers.entries())
    expect([...eachText(packer.finish())]).toEqual(Array.from({ length: 3000 }, (_, place) => textOf(place, at)))
})

test('a text is known by its units and by its hash', () => {
  const packer = packed(kinds)
  for (const [place, text] of kinds.entries()) {
    expect(packer.hashAt(place)).toBe(textHash(text))
    for (const other of kinds) expect(packer.holds(place, other)).toBe(other === text)
  }
})

test('texts that are packed are data: they survive a clone', () => {
  const clone = structuredClone(packed(kinds).finish())
  expect(kinds.map((_, place) => textAt(clone, place))).toEqual(kinds)
})
