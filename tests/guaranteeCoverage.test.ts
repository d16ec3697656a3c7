/** The short form of research/ruleGuarantees.mjs and research/servedCoverage.mjs: guarantees fail no more often than delta, whatever the file looks like. */
import { describe, expect, test } from 'vitest'
import { ruleCoverage, rules } from '../research/guarantees/ruleCoverage.mjs'
import { servedCoverage, servings } from '../research/guarantees/servedCoverage.mjs'

const delta = 0.1
/** Of so many draws at 10 %, more fail with probability 0.0001. */
const [draws, most] = [60, 16]

describe('a guaranteed threshold fails no more often than delta; the order of the file changes nothing', () => {
  const isFitted = (name: string) => name.endsWith('on half')

  test.each(Object.keys(rules).filter((name) => !isFitted(name)))('%s', (name) => {
    const cells = [...ruleCoverage(name, { count: name.startsWith('list') ? 120 : 60, draws, delta, checkEvery: 60 })]
    expect(cells).toHaveLength(12)
    for (const { failed, checked } of cells) {
      expect(failed * draws).toBeLessThanOrEqual(most)
      expect(checked).toBe(4)
    }
    if (!name.startsWith('list')) expect(cells.some(({ found }) => found > 0)).toBe(true)
  })

  test.each(Object.keys(rules).filter(isFitted))('%s', (name) => {
    const only = ({ repetition, order }: { readonly repetition: string; readonly order: string }) =>
      repetition === 'easy lists copied three times' && order === 'easy lists first'
    for (const { failed } of ruleCoverage(name, { count: 60, draws: 40, delta, checkEvery: 1, only })) {
      expect(failed * 40).toBeLessThanOrEqual(12) // more with probability 0.0003
    }
  })
})

test.each(Object.keys(servings))('the bounds on what is served fail no more often than delta: %s', (name) => {
  const cells = [...servedCoverage(name, { count: 40, draws, delta, checkEvery: 60 })]
  expect(cells).toHaveLength(4 * 3 * 3 * 3)
  for (const { failed } of cells) expect(failed * draws).toBeLessThanOrEqual(most)
})
