import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WordReader } from './wordReader.ts'

const reader = new WordReader()

function wordsOf(text: string): string[] {
  const count = reader.read(text)
  return Array.from({ length: count }, (_, word) => reader.word(word))
}

test('words are runs of letters, marks and digits, in lower case and without accents', () => {
  expect(wordsOf('Sony WH-1000XM4, Écouteurs “à réduction”')).toEqual(['sony', 'wh', '1000xm4', 'ecouteurs', 'a', 'reduction'])
  expect(wordsOf('  ')).toEqual([])
  expect(wordsOf('Привет МИР ΑΘΉΝΑ')).toEqual(['привет', 'мир', 'αθηνα'])
})

test('a text of ASCII has the words that it has after another character', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~\t\n]{0,40}$/), fc.stringMatching(/^[a-zA-Z0-9 é日-]{0,10}$/), (text, rest) => {
      const [all, tail] = [wordsOf(`é ${text} ${rest}`), wordsOf(`日 ${rest}`).slice(1)]
      expect(all).toEqual(['e', ...wordsOf(text), ...tail])
      reader.read(`é ${text}`)
      const hashes = reader.hashes.slice(1, reader.count)
      expect(reader.isAscii).toBe(true) // é counts as e
      reader.read(text)
      expect(reader.hashes.slice(0, reader.count)).toEqual(hashes)
      expect(reader.isAscii).toBe(true)
    }),
  )
})

test('a letter with its accent apart is the same letter', () => {
  reader.read('é')
  const [composed] = reader.hashes
  reader.read('e\u0301')
  expect(reader.hashes[0]).toBe(composed)
})

test('scripts without spaces give every two characters, and a lone one itself', () => {
  expect(wordsOf('手机壳 red 好')).toEqual(['手机', '机壳', 'red', '好'])
  expect(wordsOf('スマホ')).toEqual(['スマ', 'マホ'])
})

test('characters beyond U+FFFF are read whole', () => {
  expect(wordsOf('a 😀 𐐀b')).toEqual(['a', '𐐀b'])
  expect(wordsOf('𠮷野')).toEqual(['𠮷野'])
})

test('the hashes are the same everywhere', () => {
  reader.read('red shoes 手机')
  expect(Array.from(reader.hashes.subarray(0, 3))).toMatchInlineSnapshot(`
    [
      659421918,
      3730902722,
      4004129030,
    ]
  `)
})

test('a reader that has read before has room for a longer text without spaces', () => {
  const text = Array.from({ length: 400 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
  for (let first = 60; first <= 200; first += 20) {
    const before = new WordReader()
    before.read(text.slice(0, first))
    for (const next of [2 * first - 1, 2 * first]) {
      expect(before.read(text.slice(0, next))).toBe(next - 1)
      expect(before.word(next - 2)).toBe(text.slice(next - 2, next))
      expect(before.readTrigrams()).toBe(2 * (next - 1))
    }
  }
})

test('trigrams are counted once, with edges', () => {
  reader.read('aaaa')
  expect(reader.readTrigrams()).toBe(3) // _aa, aaa, aa_
  reader.read('a')
  expect(reader.readTrigrams()).toBe(1) // _a_
})

test('trigrams are written as patterns for words', () => {
  reader.read('Tea à 手机 aaaa')
  const count = reader.readTrigrams()
  expect(Array.from({ length: count }, (_, trigram) => reader.trigram(trigram))).toEqual([
    ...['te*', '*tea*', '*ea', 'a', '手机*', '*手机'],
    ...['aa*', '*aaa*', '*aa'],
  ])
})

test('long texts need no special care', () => {
  expect(reader.read('ab '.repeat(5000))).toBe(5000)
  expect(reader.read('手'.repeat(3000))).toBe(2999)
  expect(wordsOf('ok')).toEqual(['ok'])
})
