import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methods } from '@rankwright/core'
import type { OptionTable } from '@rankwright/core/options'
import { expect, test } from 'vitest'
import { pageOf, type Results } from '../research/results/resultsPage.mjs'
import { root } from './sourceFiles.ts'

// The run behind them takes long and needs data that is not here: `npm run results`.
const results: Results = JSON.parse(readFileSync(join(root, 'docs', 'results.json'), 'utf8'))

test('the page of results is what is made of the figures now', () => {
  expect(readFileSync(join(root, 'docs', 'results.md'), 'utf8')).toBe(pageOf(results))
})

test('the figures were measured with the defaults there are now; npm run results measures them anew', () => {
  const known: Readonly<Record<string, { readonly options: OptionTable }>> = methods
  const changed = Object.entries(results.defaults).flatMap(([method, defaults]) =>
    Object.entries(defaults).filter(([option, was]) => {
      const spec = known[method]?.options[option]
      return JSON.stringify(spec !== undefined && 'default' in spec ? spec.default : undefined) !== JSON.stringify(was)
    }),
  )
  expect(changed).toEqual([])
})

test('every ranker has a value between 0 and 1 for each fold, and its mean lies in its interval', () => {
  expect(results.sets.length).toBeGreaterThan(0)
  for (const { folds, rankers } of results.sets) {
    for (const { metrics } of rankers) {
      for (const { mean, interval, folds: values } of Object.values(metrics)) {
        expect(values.length).toBe(folds.length)
        for (const value of values) expect(value >= 0 && value <= 1).toBe(true)
        const [low, high] = interval
        expect(low <= mean && mean <= high).toBe(true)
      }
    }
  }
})
