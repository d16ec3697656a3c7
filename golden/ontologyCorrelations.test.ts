/** The table of docs/ontology-learning.md, computed again: what similarities on the WordNet nouns have to do with ratings of people. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  comparePairs,
  finish,
  type Hierarchy,
  hierarchyOf,
  informationOf,
  learnedSimilarity,
  type MeasureName,
  type TermSimilarity,
  termFinder,
  termSimilarity,
  trainOntology,
} from '@rankwright/core'
import { readOntology, readPairs } from '@rankwright/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'
import { writeWordNetFolder } from './wordNetFolder.mjs'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'ontology-learning.md'), 'utf8')
const files = ['rg65.csv', 'mc28.csv', 'agirre201.csv', 'simlex665_nouns.csv', 'wordsim353.csv']

/** Spearman and Pearson for each file, as the page has them. */
function told(row: string): number[][] {
  const line = page.split('\n').find((each) => each.startsWith(`| ${row} |`)) ?? ''
  return line
    .split('|')
    .slice(2, 7)
    .map((cell) => cell.split('/').map(Number))
}

describeWithRealData('wordnet30-nouns', (nouns) => {
  const ratings = join(dirname(nouns), 'wordsim-gold')
  if (!existsSync(ratings)) {
    test.skip('correlations with ratings (skipped: wordsim-gold is not beside it)', () => {})
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-correlations-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let hierarchy: Hierarchy
  beforeAll(async () => {
    writeWordNetFolder(nouns, folder)
    hierarchy = hierarchyOf(await readOntology(folder))
  }, 60_000)

  const measure = (name: MeasureName) => () => termSimilarity(hierarchy, { measure: name, information: informationOf(hierarchy, 'seco') })
  test.each<[string, () => TermSimilarity]>([
    ['`lin`, `seco`', measure('lin')],
    ['`jiang-conrath`, `seco`', measure('jiang-conrath')],
    [
      'learned, `--sample 5000 --epsilon 0.001 --lambda 0.01`',
      () => learnedSimilarity(finish(trainOntology(hierarchy, { sample: 5000, epsilon: 0.001, lambda: 0.01 }))),
    ],
  ])('%s', async (row, similarity) => {
    const expected = told(row)
    const chosen = similarity()
    const finder = termFinder(hierarchy.ontology)
    for (const [at, file] of files.entries()) {
      const { spearman, pearson } = comparePairs(await readPairs(join(ratings, file)), finder, chosen, { skipUnknown: true })
      expect([spearman, pearson], `${row} ${file}`).toEqual(expected[at].map((value) => expect.closeTo(value, 3)))
    }
  })
})
