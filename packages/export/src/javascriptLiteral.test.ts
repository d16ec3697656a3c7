import { expect, test } from 'vitest'
import { javascriptLiteral } from './javascriptLiteral.ts'

const hostile = '</script><!-- \u2028 process.exit() \u202e " \' ` $ {1} \\ \n \u0000'

test('a text stays within its line, its quotes and its script element, and reads back the same', () => {
  const source = javascriptLiteral([hostile])
  expect(source).toMatch(/^[ -~]+$/)
  expect(source).not.toContain('<')
  expect(JSON.parse(source)).toEqual([hostile])
})
