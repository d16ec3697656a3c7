/**
 * The outputs of Eval-Score-4.0.pl, the tool of LETOR 4.0, for the scores of three ListNet implementations on part S4 of MQ2007
 * and MQ2008, equal in every printed digit. Where they come from: SOURCE.md of golden-letor4-eval.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluate, type RankingLists } from '@rankwright/core'
import { readLists, readScores } from '@rankwright/node'
import { beforeAll, expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

describeWithRealData('golden-letor4-eval', (folder) => {
  for (const collection of ['mq2007', 'mq2008']) {
    describeWithRealData(`letor-${collection}`, (dataFolder) => {
      let lists: RankingLists
      beforeAll(async () => {
        lists = await readLists(join(dataFolder, 'S4.txt.gz'))
      })

      for (const trainer of ['keras', 'ltr4l', 'ranklib']) {
        const output = `${collection}-fold5-${trainer}-listnet-1.eval.txt`
        test(`${output} is reproduced to its last digit`, async () => {
          const scores = await readScores(join(folder, output.replace('.eval.txt', '.scores.txt.gz')), lists.labels.length)
          const printed = printedAverages(readFileSync(join(folder, output), 'utf8'))
          expect(printed).toHaveLength(22)
          const { metrics } = evaluate(scores, lists, { metrics: printed.map(([name]) => name), profile: 'letor4', confidence: 0 })
          expect(printed.map(([name]) => [name, metrics[name].toFixed(4)])).toEqual(printed)
        })
      }
    })
  }
})

/** Name and printed value of each average, under our name for the metric. */
function printedAverages(text: string): [string, string][] {
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split('\t'))
  return [0, 2].flatMap((header) =>
    rows[header].slice(1).map((name, column): [string, string] => [ourName(name), rows[header + 1][column + 1]]),
  )
}

function ourName(name: string): string {
  return name === 'MeanNDCG' ? 'mean-ndcg' : name.toLowerCase()
}
