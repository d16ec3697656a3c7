import { expect, test } from 'vitest'
import { theoremTitle } from './theoremTitle.ts'

test('a theorem without a title goes by its name', () => {
  expect(theoremTitle('q-t5')).toContain('Theorem 5')
  expect(theoremTitle('heldout-betting')).toBe('heldout-betting')
})
