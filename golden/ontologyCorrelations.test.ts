/** Rows of a table of docs/ontology-comparison.md, computed again: what similarities on the WordNet nouns have to do with ratings of people. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from '@rankwright/core'
import {
  comparePairs,
  informationOf,
  learnedSimilarity,
  type MeasureName,
  type TermSimilarity,
  termFinder,
  termSimilarity,
  trainOntology,
} from '@rankwright/core/ontology'
import { readPairs } from '@rankwright/node'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'
import { wordNetNouns } from './wordNetNouns.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'ontology-comparison.md'), 'utf8')
const files = ['rg65.csv', 'pirroseco65.csv', 'mc28.csv', 'agirre201.csv', 'simlex665_nouns.csv', 'wordsim353.csv']

/** Spearman for each file. */
function rowOf(name: string): number[] {
  const line = page.split('\n').find((each) => each.startsWith(`| ${name} |`)) ?? ''
  return line
    .replace(/ \([^)]*\)/g, '')
    .split('|')
    .slice(2, 2 + files.length)
    .map(Number)
}

function correlations(nouns: string, ratings: string): void {
  const nounsOf = wordNetNouns(nouns)
  const measure = (name: MeasureName) => () => termSimilarity(nounsOf(), { measure: name, information: informationOf(nounsOf(), 'seco') })
  test.each<[string, () => TermSimilarity]>([
    ['`lin`', measure('lin')],
    ['`jiang-conrath`', measure('jiang-conrath')],
    [
      "the paper's line: `--parts branches`",
      () => learnedSimilarity(finish(trainOntology(nounsOf(), { parts: 'branches', sample: 2000 }))),
    ],
  ])('%s', async (row, similarity) => {
    const expected = rowOf(row)
    expect(expected).toHaveLength(files.length)
    const chosen = similarity()
    const finder = termFinder(nounsOf().ontology)
    for (const [at, file] of files.entries()) {
      const { spearman } = comparePairs(await readPairs(join(ratings, file)), finder, chosen, { skipUnknown: true })
      expect(spearman, `${row} ${file}`).toBeCloseTo(expected[at], 3)
    }
  })
}

describeWithRealData('wordnet30-nouns', correlations, 'wordsim-gold')
