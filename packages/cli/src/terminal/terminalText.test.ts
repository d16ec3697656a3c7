import { expect, test } from 'vitest'
import { styleOf } from './style.ts'
import { terminalText, wordsShown } from './terminalText.ts'

test('our own colours and line breaks stay, what else a terminal would obey is shown', () => {
  const { bold, bad } = styleOf({ columns: 80, color: true })
  expect(terminalText(`${bold('title')}\n\t${bad('wrong')} ütf 東\n`)).toBe(
    '\u001b[1mtitle\u001b[22m\n\t\u001b[31mwrong\u001b[39m ütf 東\n',
  )
  expect(terminalText('\u001b[2J\u001b]0;title\u0007name\u202e\r')).toBe('␛[2J␛]0;title␇name<U+202E>␍')
})

test('colours that came from data are shown, also beside ours', () => {
  const { bold } = styleOf({ columns: 80, color: true })
  expect(terminalText(bold('\u001b[31mred\u001b[39m'))).toBe('\u001b[1m␛[31mred␛[39m\u001b[22m')
})

test('a path with a line break is shown on one line, whole or in part', () => {
  const shown = wordsShown(['train', 'a\nb/c\nd.txt', '--out=x\ny'])
  expect(shown('a\nb/c\nd.txt: read\nreading c\nd.txt to x\ny')).toBe('a␊b/c␊d.txt: read\nreading c␊d.txt to x␊y')
  expect(shown('nothing\nto show')).toBe('nothing\nto show')
})
