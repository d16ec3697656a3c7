/** What every rule for what is left undecided promises, whatever it is: a walk over the table. */
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { calibrate } from '../../library/calibrate.ts'
import { rank } from '../../library/rank.ts'
import { train } from '../../library/train.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { score } from '../../models/score.ts'
import { seededRandom } from '../../numeric/random.ts'
import {
  type AbstentionRule,
  isPairRule,
  isScoreRuleName,
  listRow,
  pairRow,
  type RuleName,
  rowOf,
  ruleNames,
  rulesAsked,
  scoreRow,
} from '../../rules/ruleTable.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { scoredLists } from '../scoredLists.ts'
import { abstain, obeying } from './abstain.ts'

/** One of each, neither leaving everything nor nothing. */
const samples: { readonly [Name in RuleName]: Extract<AbstentionRule, { rule: Name }> } = {
  distance: { rule: 'distance', threshold: 0.5, norm: '2' },
  margin: { rule: 'margin', threshold: 0.2 },
  probability: { rule: 'probability', threshold: 0.7 },
  list: { rule: 'list', threshold: 0.88, about: 'order', cutoff: 10 },
}

function drawn(lists: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: 5 * lists }, () => [random.uniform(), random.uniform()])
  const labels = features.map(([x]) => Math.round(2 * x + 0.3 * random.normal()))
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / 5)) })
}

const [training, valid, fresh] = [drawn(60, 1), drawn(60, 2), drawn(60, 3)]
const bare: LinearModel = train(training, { method: 'least-squares', scale: 'none' })
const model = calibrate(bare, valid)
const obeyed = (rule: AbstentionRule): LinearModel => ({ ...model, abstention: { ...rule, origin: { by: 'hand' } } })

describe.each(ruleNames)('%s', (name) => {
  const sample: AbstentionRule = samples[name]
  const row = rowOf(name)

  test('goes to a file and back, and needs the calibration that it says', () => {
    expect(parsedModel(modelToJson(obeyed(sample)), 'm.json')).toMatchObject({ abstention: sample })
    const uncalibrated = modelToJson({ ...bare, abstention: { ...sample, origin: { by: 'hand' } } })
    if (row.needsCalibration) expect(() => parsedModel(uncalibrated, 'm.json')).toThrow('needs a calibration')
    else expect(parsedModel(uncalibrated, 'm.json')).toMatchObject({ abstention: sample })
  })

  test('refuses thresholds outside its range, in files and in options', () => {
    for (const threshold of [row.atLeast - 0.1, ...(row.atMost === Infinity ? [] : [row.atMost + 0.1])]) {
      expect(() => parsedModel(modelToJson(obeyed({ ...sample, threshold })), 'm.json')).toThrow('threshold')
      expect(() => abstain(model, fresh, { rule: name, thresholds: [threshold] })).toThrow(`is ${threshold}; give`)
    }
  })

  test('leaves by rank what its row says, and something but not everything', () => {
    const scores = score(model, fresh, plainRuntime)
    const ranked = rank(obeyed(sample), fresh)
    if (isPairRule(sample)) {
      const { asked } = pairRow(sample)
      const ruleOf = pairRow(sample).pairsOf(sample, scoredLists(model, fresh, scores, plainRuntime.compute))
      let count = 0
      for (const [list, { undecided }] of ranked.entries()) {
        const { isUndecided } = ruleOf(list)
        const pairs = new Set(undecided?.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`))
        for (let i = 0; i < 5; i++)
          for (let j = i + 1; j < 5; j++) expect(pairs.has(`${5 * list + i} ${5 * list + j}`)).toBe(isUndecided(i, j))
        count += pairs.size
      }
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThan(600)
      const [option] = Object.keys(pairRow(sample).options)
      expect(asked({ [option]: sample.threshold }, () => '2')).toEqual(sample)
      expect(rulesAsked({ [option]: sample.threshold }, () => '2')).toEqual([sample])
      expect(rank(model, fresh, { [option]: sample.threshold })).toEqual(ranked)
    } else {
      for (const { answered, confidence } of ranked) expect(answered).toBe(listRow(sample).isAnswered(confidence ?? 0, sample.threshold))
      expect(new Set(ranked.map(({ answered }) => answered)).size).toBe(2)
    }
  })

  test('has a confidence that agrees with what it leaves', () => {
    if (!isScoreRuleName(name) || !isPairRule(sample)) return
    const { confidenceAt, isAnswered } = scoreRow(name)
    const margins = Array.from({ length: 50 }, (_, step) => step / 25)
    const lists = {
      ...scoredLists(model, fresh, Float64Array.from([...margins, 0]), plainRuntime.compute),
      scoresOf: () => Float64Array.from([...margins, 0]),
    }
    const { isUndecided } = pairRow(sample).pairsOf(sample, lists)(0)
    const answered = (margin: number) => isAnswered(confidenceAt(margin, lists.calibration), sample.threshold)
    for (const [item, margin] of margins.entries()) expect(isUndecided(item, 50)).toBe(!answered(margin))
  })

  test('is measured, chosen, guaranteed and stored', () => {
    const { table, stored } = abstain(model, fresh, { rule: name, thresholds: [sample.threshold], costs: [0.1] })
    expect(table[0]).toMatchObject({ rule: name, threshold: sample.threshold, cost: 0.1 })
    expect(table[0].abstained).toBeGreaterThan(0)
    expect(table[0].abstained).toBeLessThan(1)
    expect(stored).toMatchObject({ rule: name, threshold: sample.threshold, origin: { by: 'hand' } })
    const chosen = abstain(model, fresh, { rule: name, choose: true, cost: 0.1 })
    expect(chosen.stored?.origin).toMatchObject({ by: 'cost', cost: 0.1, trained: 0 })
    const guaranteed = abstain(model, fresh, { rule: name, guarantee: 0.6 })
    expect(guaranteed.stored?.origin).toMatchObject({ by: 'guarantee', alpha: 0.6, delta: 0.05 })
    expect(obeying(model, guaranteed).abstention).toEqual(guaranteed.stored)
  })

  test('has words for pages', () => {
    expect(row.leftText(sample, (value) => `<${value}>`)).toContain(`<${sample.threshold}>`)
    for (const word of [row.summary, row.words.threshold, row.words.undecided]) expect(word).not.toBe('')
    expect(row.javascript(sample, String)).toBeTruthy()
  })
})
