/** Rows of the tables of docs/ontology-learning.md, computed again: what similarities on the WordNet nouns have to do with ratings of people. */
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

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'ontology-learning.md'), 'utf8')
const files = ['rg65.csv', 'mc28.csv', 'agirre201.csv', 'simlex665_nouns.csv', 'wordsim353.csv']

/** Spearman for each file, and Pearson where the page has it. */
function tableOf(row: string): number[][] {
  const lines = page.split('\n').filter((each) => each.startsWith(`| ${row} |`))
  const line = lines.find((each) => each.includes(' / ')) ?? lines[0].replace(/ \([^)]*\)/g, '')
  return line
    .split('|')
    .slice(2, 7)
    .map((cell) => cell.split('/').map(Number))
}

function correlations(nouns: string, ratings: string): void {
  const nounsOf = wordNetNouns(nouns)
  const measure = (name: MeasureName) => () => termSimilarity(nounsOf(), { measure: name, information: informationOf(nounsOf(), 'seco') })
  test.each<[string, () => TermSimilarity]>([
    ['`lin`, `seco`', measure('lin')],
    ['`jiang-conrath`, `seco`', measure('jiang-conrath')],
    [
      "`--parts branches --sample 2000`, the paper's line",
      () => learnedSimilarity(finish(trainOntology(nounsOf(), { parts: 'branches', sample: 2000 }))),
    ],
  ])('%s', async (row, similarity) => {
    const expected = tableOf(row)
    const chosen = similarity()
    const finder = termFinder(nounsOf().ontology)
    for (const [at, file] of files.entries()) {
      const { spearman, pearson } = comparePairs(await readPairs(join(ratings, file)), finder, chosen, { skipUnknown: true })
      const found = [spearman, pearson].slice(0, expected[at].length)
      expect(found, `${row} ${file}`).toEqual(expected[at].map((value) => expect.closeTo(value, 3)))
    }
  })
}

describeWithRealData('wordnet30-nouns', correlations, 'wordsim-gold')
