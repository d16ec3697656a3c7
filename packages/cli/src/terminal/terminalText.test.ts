import { expect, test } from 'vitest'
import { styleOf } from './style.ts'
import { terminalText } from './terminalText.ts'

test('our own colours and line breaks stay, what else a terminal would obey is shown', () => {
  const { bold, bad } = styleOf({ columns: 80, color: true })
  const page = `${bold('title')}\n\t${bad('wrong')} ütf 東\n`
  expect(terminalText(page, true)).toBe(page)
  expect(terminalText('\u001b[2J\u001b]0;title\u0007name\u202e\r', true)).toBe('␛[2J␛]0;title␇name<U+202E>␍')
  expect(terminalText('\u001b[31mred', false)).toBe('␛[31mred')
})
