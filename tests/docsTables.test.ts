/** What a table of the code lists, the page about it names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileFormats } from '@rankwright/core/data'
import * as losses from '@rankwright/core/losses'
import { metricNames } from '@rankwright/core/metrics'
import { streamLearnerNames } from '@rankwright/core/streaming'
import { exportTargets } from '@rankwright/export'
import { expect, test } from 'vitest'
import { kinds } from '../packages/core/dist/models/kinds.js'
import { ruleNames } from '../packages/core/dist/rules/ruleTable.js'
import { root } from './sourceFiles.ts'

test.each([
  ['docs/metrics.md', 'metric', metricNames],
  ['docs/losses.md', 'loss', lossNames()],
  ['docs/models.md', 'kind of model', Object.keys(kinds)],
  ['docs/data-files.md', 'file format', fileFormats],
  ['docs/exporting.md', 'export target', exportTargets],
  ['docs/streams.md', 'stream learner', streamLearnerNames],
  ['docs/not-answering.md', 'rule', ruleNames],
])('%s names every %s', (page, _, names) => {
  const code = [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span)
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !code.some((span) => span.split(/[^\w@-]+/).includes(name)))).toEqual([])
})

/** The functions that make a loss of one list. */
function lossNames(): string[] {
  return Object.entries(losses).flatMap(([name, value]) => (typeof value === 'function' && makesLoss(value) ? [name] : []))
}

function makesLoss(make: (...given: never[]) => unknown): boolean {
  try {
    const made = make()
    return typeof made === 'object' && made !== null && 'evaluate' in made
  } catch {
    return false
  }
}
