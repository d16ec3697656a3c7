import { expect, test } from 'vitest'
import { explain } from './problem.ts'
import { shownText } from './shownText.ts'

test('what a terminal would obey is made visible, and everything else stays', () => {
  expect(shownText('Zürich 東京 🙂 <b> "q" \\ %')).toBe('Zürich 東京 🙂 <b> "q" \\ %')
  expect(shownText('\u001b[31mred\u001b[0m')).toBe('␛[31mred␛[0m')
  expect(shownText('a\nb\r\tc\u0000\u007f')).toBe('a␊b␍␉c␀␡')
  expect(shownText('\u202egnp.exe\u2066\u009b')).toBe('<U+202E>gnp.exe<U+2066><U+009B>')
})

test('names and texts within a problem are shown that way, in files and lists too', () => {
  const hostile = '\u001b]0;x\u0007\n\u202e'
  const label = explain({ area: 'data', code: 'label-not-a-number', at: { file: `${hostile}.txt`, line: 3 }, found: hostile })
  const missing = explain({ area: 'model', code: 'missing-features', missing: [hostile], known: [hostile, 'b'] })
  for (const text of [label, missing]) {
    expect(text).toContain('␛]0;x␇␊<U+202E>')
    expect(text).toBe(shownText(text))
  }
})
