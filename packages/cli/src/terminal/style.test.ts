import { expect, test } from 'vitest'
import { lookOf, painted, styleOf, unpainted } from './style.ts'

test('colour goes to terminals only, and NO_COLOR and TERM=dumb refuse it', () => {
  const terminal = { isTTY: true, columns: 120 }
  expect(lookOf(terminal, {})).toEqual({ columns: 120, color: true, terminal: true })
  expect(lookOf({}, {}).color).toBe(false)
  expect(lookOf({}, { FORCE_COLOR: '1' }).color).toBe(true)
  expect(lookOf(terminal, { NO_COLOR: '1' }).color).toBe(false)
  expect(lookOf(terminal, { TERM: 'dumb' }).color).toBe(false)
})

test('without colour the painters change nothing', () => {
  expect(styleOf({ columns: 80, color: false }).bold('text')).toBe('text')
  const bold = styleOf({ columns: 80, color: true }).bold('text')
  expect(painted(bold).join('')).toBe('\x1b[1mtext\x1b[22m')
  expect(unpainted(bold)).toBe('text')
})
