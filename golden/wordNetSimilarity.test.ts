/** WordNet 3.0 similarities of HESML and NLTK; where they come from: SOURCE.md of golden-wordnet-similarity. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  comparePairs,
  type InformationModel,
  informationOf,
  type MeasureName,
  type SimilarityOptions,
  type TermCounts,
  termFinder,
  termSimilarity,
} from '@rankwright/core/ontology'
import { readPairs, readTermCounts } from '@rankwright/node'
import { describe, expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'
import { wordNetNouns } from './wordNetNouns.ts'

/** The rows of a table of HESML, the heading first. */
function tableAt(path: string): string[][] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(';'))
}

function similaritiesOfPeers(nouns: string, golden: string, ratings: string): void {
  const nounsOf = wordNetNouns(nouns)

  /** HESML takes Sánchez's content to base 2, we to base e: only distances of that content change with it. */
  const informationFor = (model: InformationModel) => {
    const information = informationOf(nounsOf(), model)
    return model === 'sanchez' ? { ...information, values: information.values.map((value) => value / Math.LN2) } : information
  }
  const similarityOf = (measure: MeasureName, model?: InformationModel, more: Partial<SimilarityOptions> = {}) =>
    termSimilarity(nounsOf(), { measure, ...(model !== undefined && { information: informationFor(model) }), ...more })

  test('the folder holds 82,115 synsets under one root', () => {
    expect(nounsOf().size).toBe(82_115)
    expect(nounsOf().ontology.relations.map(({ name, edges }) => [name, edges])).toEqual([
      ['is_a', 75_850],
      ['instance_of', 8577],
    ])
    expect(Array.from(nounsOf().roots, (root) => nounsOf().ontology.names[root])).toEqual(['entity'])
    expect(nounsOf().ontology.senses?.size).toBe(117_798)
  })

  describe.each(['hesml_rg65.csv', 'hesml_mc28.csv'])('%s', (file) => {
    test.each<[string, MeasureName, InformationModel | undefined]>([
      ['Lin+Seco', 'lin', 'seco'],
      ['JiangConrath+Sanchez2011', 'jiang-conrath', 'sanchez'],
      ['WuPalmerFast', 'wu-palmer', undefined],
      ['LeacockChodorow', 'leacock-chodorow', undefined],
      ['PedersenPath', 'path', undefined],
    ])('%s, to all digits that are printed', (column, measure, model) => {
      const [heading, ...rows] = tableAt(join(golden, file))
      const finder = termFinder(nounsOf().ontology)
      const similarity = similarityOf(measure, model, { profile: 'hesml' })
      const at = heading.indexOf(column)
      let compared = 0
      for (const row of rows) {
        const [a, b] = row[0].split(',')
        expect(similarity.ofWords(finder.find(a), finder.find(b)), row[0]).toBeCloseTo(Number(row[at]), 9)
        compared++
      }
      expect(compared).toBe(file === 'hesml_rg65.csv' ? 65 : 28)
    })
  })

  describe.each([
    ['AI_table15_16_RG65.csv', 'rg65.csv'],
    ['AI_table17_18_MC28.csv', 'mc28.csv'],
  ])('%s: correlations with the ratings of people', (table, words) => {
    test.each<[string, MeasureName, string, InformationModel]>([
      ['Resnik', 'resnik', 'Seco', 'seco'],
      ['Lin', 'lin', 'Seco', 'seco'],
      ['JiangConrath', 'jiang-conrath', 'Seco', 'seco'],
      ['Resnik', 'resnik', 'Sanchez2011', 'sanchez'],
      ['Lin', 'lin', 'Sanchez2011', 'sanchez'],
      ['JiangConrath', 'jiang-conrath', 'Sanchez2011', 'sanchez'],
    ])('%s (%s) with the content of %s', async (name, measure, row, model) => {
      const [heading, ...rows] = tableAt(join(golden, table))
      const pairs = await readPairs(join(ratings, words))
      const found = comparePairs(pairs, termFinder(nounsOf().ontology), similarityOf(measure, model))
      const published = (kind: string) => Number(rows.find(([method]) => method === row)?.[heading.indexOf(`${name}-${kind}`)])
      expect(found.pearson).toBeCloseTo(published('Pearson'), 9)
      // Where rounding broke ties there, the fourth digit is another.
      expect(spearmanByDifferences(found.pairs)).toBeCloseTo(published('Spearman'), measure === 'jiang-conrath' ? 3 : 9)
      // Ours takes tied ranks for what they are; Resnik's measure has many.
      expect(found.spearman).toBeCloseTo(published('Spearman'), measure === 'resnik' ? 2 : 3)
    })
  })

  test('dog and cat, john and dog, as in the documentation of NLTK', async () => {
    const { nouns: pairs } = JSON.parse(readFileSync(join(golden, 'nltk_doctest.json'), 'utf8')) as {
      nouns: Record<string, Record<string, string>>
    }
    const finder = termFinder(nounsOf().ontology)
    const measures: Readonly<Record<string, MeasureName>> = {
      path: 'path',
      lch: 'leacock-chodorow',
      wup: 'wu-palmer',
      res: 'resnik',
      jcn: 'jiang-conrath',
      lin: 'lin',
    }
    const counts = {
      brown: await readTermCounts(join(nouns, 'ic-brown.nouns.dat.gz'), nounsOf()),
      semcor: await readTermCounts(join(nouns, 'ic-semcor.nouns.dat.gz'), nounsOf()),
    } as Readonly<Record<string, TermCounts>>
    let compared = 0
    for (const [pair, values] of Object.entries(pairs)) {
      const [[a], [b]] = pair.split('|').map((name) => finder.find(name))
      for (const [name, shown] of Object.entries(values)) {
        const parts = /^(\w+)(?:\(ic-(\w+)\))?$/.exec(name)
        if (parts === null || name === 'note') continue
        const information = parts[2] === undefined ? undefined : informationOf(nounsOf(), 'corpus', counts[parts[2]])
        const similarity = termSimilarity(nounsOf(), { measure: measures[parts[1]], profile: 'nltk', ...(information && { information }) })
        // Printed there are the first digits, not rounded.
        expect(String(similarity.of(a, b)).slice(0, shown.length), `${pair} ${name}`).toBe(shown)
        compared++
      }
    }
    expect(compared).toBe(11)
  })
}

describeWithRealData('wordnet30-nouns', similaritiesOfPeers, 'golden-wordnet-similarity', 'wordsim-gold')

describeWithRealData('wordsim-biomedical', (folder) => {
  test.each([
    ['MayoSRS.gold', 101, 6.69],
    ['MayoSRS.terms', 101, undefined],
    ['MiniMayoSRS.physicians', 29, 4],
    ['UMNSRS_similarity.csv', 566, 279],
    ['UMNSRS_relatedness.csv', 587, 797.5],
    ['cui_UMNSRS_similarity.csv', 401, 279],
  ])('%s is read as it is: %i pairs', async (file, count, first) => {
    const pairs = await readPairs(join(folder, file))
    expect(pairs).toHaveLength(count)
    expect(pairs[0].rating).toBe(first)
  })
})

/** 1 - 6 Σ d² / (n (n² - 1)) over mean ranks, which is Spearman's rho only without ties: what HESML prints. */
function spearmanByDifferences(pairs: readonly { readonly value: number; readonly rating?: number }[]): number {
  const ranks = (values: readonly number[]) =>
    values.map((value) => values.filter((other) => other < value).length + values.filter((other) => other === value).length / 2)
  // What is equal there may differ here in its last digit.
  const [a, b] = [ranks(pairs.map(({ value }) => Number(value.toPrecision(12)))), ranks(pairs.map(({ rating = 0 }) => rating))]
  const n = pairs.length
  return 1 - (6 * a.reduce((total, rank, i) => total + (rank - b[i]) ** 2, 0)) / (n * (n * n - 1))
}
