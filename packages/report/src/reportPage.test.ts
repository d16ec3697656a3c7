import { type AbstainOptions, type AbstainReport, abstain, compare, rankingLists, train } from '@rankwright/core'
import { abstainDocument } from '@rankwright/core/reports'
import { describe, expect, test } from 'vitest'
import { reportPage } from './reportPage.ts'
import { subjectOfJson } from './subjects/subjectOfJson.ts'

const lists = rankingLists({
  features: [[0.2], [0.9], [0.5], [0.1], [0.4], [0.8]],
  labels: [0, 2, 1, 0, 1, 2],
  lists: ['tea', 'tea', 'tea', 'cup', 'cup', 'cup'],
  featureNames: ['match'],
})
const model = train(lists, { method: 'listnet' })

test('the same subject gives the same bytes, and every part of a model is there', () => {
  const page = () => reportPage({ kind: 'model', name: 'tea', model, lists })
  expect(page()).toBe(page())
  for (const title of ['How well it ranks', 'What can be guaranteed', 'The model', 'What features do', 'How sure it is', 'The data'])
    expect(page()).toMatch(new RegExp(`<h2 id="title-\\d">${title}</h2>`))
})

test('the page of a model that was chosen by measuring shows what was measured, left out and spent', () => {
  const auto = {
    metric: 'ndcg@10',
    on: 'folds',
    folds: 5,
    lists: 60,
    budget: 5,
    spent: 1.5,
    chosen: 'ensemble',
    candidates: [
      { method: 'listnet', options: { lambda: 0.1 }, state: 'measured', value: 0.8, interval: [0.7, 0.9], weight: 0.75 },
      { method: 'ranksvm', options: {}, state: 'measured', value: 0.7, interval: [0.6, 0.8], weight: 0.25 },
      { method: 'rankboost', options: {}, state: 'dropped' },
    ],
    ensemble: { value: 0.81, interval: [0.7, 0.9], gain: 0.02, error: 0.01 },
  } as const
  const page = reportPage({ kind: 'model', name: 'tea', model: { ...model, training: { ...model.training, auto } } })
  for (const text of [
    'How it was chosen',
    'better than the best single method by 0.02 ± 0.01',
    '1.5 of 5 reference seconds',
    '75.0 %',
    'ndcg@10 when chosen',
  ])
    expect(page).toContain(text)
  expect(page).toMatch(/<td><bdi>rankboost<\/bdi><\/td>(?:<td[^>]*><bdi><\/bdi><\/td>){2}<td><bdi>dropped early: worse beyond chance/)
  expect(reportPage({ kind: 'model', name: 'tea', model })).not.toContain('How it was chosen')
})

/** Lists of which the feature tells almost all. */
function easyLists(count: number, prefix: string) {
  const rows = Array.from({ length: count * 4 }, (_, row) => ({
    label: row % 3,
    feature: (row % 3) + (row % 7 === 0 ? 2.5 : 0) + row / 1e3,
  }))
  return rankingLists({
    features: rows.map(({ feature }) => [feature]),
    labels: rows.map(({ label }) => label),
    lists: rows.map((_, row) => `${prefix}${Math.floor(row / 4)}`),
  })
}

test('a page about abstention says what is guaranteed, that nothing is, or what a threshold costs', () => {
  const report = (options: AbstainOptions) => abstain(train(easyLists(8, 'a'), { method: 'listnet' }), easyLists(60, 'b'), options)
  const page = (of: AbstainReport) => reportPage({ kind: 'abstention', name: 'tea', report: of })
  const kept = report({ rule: 'margin', guarantee: 0.4, thresholds: [0] })
  const throughJson = subjectOfJson(JSON.stringify(abstainDocument(kept, 'careful.json')), 'tea')!
  for (const text of [page(kept), reportPage(throughJson)]) {
    expect(text).toContain('With margin 0, at most 0.4 of the answered pairs of a list are wrong on average, except with probability 0.05.')
    expect(text).toContain('drawn independently from one distribution')
    expect(text).not.toMatch(/NaN|undefined/)
  }
  const none = page(report({ rule: 'list', guarantee: 0.001, calibrate: true }))
  expect(none).toContain('No confidence guarantees a risk of at most 0.001')
  expect(none).toContain('Loss is the mean risk, 0 for lists that are left as they came')
  expect(none).not.toMatch(/wrong lists|NaN/)
  const chosen = page(report({ rule: 'margin', thresholds: [0, 0.5, 1], choose: true, cost: 0.2 }))
  expect(chosen).toContain('margin, at cost 0.2')
  expect(chosen).toContain('best one on these very lists')
})

test('a comparison has letters for rankers that cannot be told apart, and none where nothing is tested', () => {
  const test = easyLists(40, 'b')
  const good = train(easyLists(8, 'a'), { method: 'listnet' })
  const upsideDown = { ...good, weights: good.weights.map((weight) => -weight) }
  const twice = { ...good, weights: good.weights.map((weight) => 2 * weight) }
  const page = reportPage({ kind: 'comparison', name: 'tea', report: compare({ good, twice, upsideDown }, test) })
  expect(Array.from(page.matchAll(/<strong>(\w+)<\/strong>/g), ([, letters]) => letters)).toEqual(['a', 'a', 'b'])
  expect(page).toMatch(/Not told apart from the best<\/span><span class="tile-value">1</)
  const few = reportPage({ kind: 'comparison', name: 'tea', report: compare({ good, upsideDown }, easyLists(1, 'b')) })
  expect(few).not.toMatch(/share a letter|Not told apart/)
})

test('one list with a name of 10,000 letters has a short title, and is spoken of as one', () => {
  const name = 'W'.repeat(10_000)
  const one = rankingLists({
    features: [[0], [1], [2]],
    labels: [0, 1, 0],
    lists: [name, name, name],
    items: [name, `${name}2`, `${name}3`],
  })
  const page = reportPage({ kind: 'model', name, model: train(one, { method: 'least-squares' }), lists: one })
  expect(/<h1>(.*)<\/h1>/.exec(page)?.[1].length).toBeLessThan(300)
  expect(page).toContain('The model has seen this list (1 list is in the training data).')
  expect(page).toContain('the only one')
  expect(page).not.toMatch(/\b1 lists|\b1 are\b|these 1 /)
  expect(page.length).toBeLessThan(200_000)
})

test('what cannot be measured is told, and the rest is there', () => {
  const same = { ...lists, labels: new Float64Array(6) }
  const page = reportPage({ kind: 'model', name: 'tea', model, lists: same })
  expect(page).toContain('The data')
  expect(page).toContain('class="notes"')
})

describe('what commands print as JSON is recognised by its parts', () => {
  const tuning = {
    ...{ method: 'listnet', metric: 'map', profile: 'rankwright', folds: 5, by: 'folds', seconds: 1 },
    ...{ best: { options: {}, score: 0.5 }, trials: [{ options: { lambda: 1 }, score: null }] },
  }

  test('and null is a missing number', () => {
    const subject = subjectOfJson(JSON.stringify(tuning), 't.json')
    expect(subject).toMatchObject({ kind: 'tuning', name: 't.json', report: { trials: [{ score: Number.NaN }] } })
    expect(reportPage(subject!)).toContain('n/a')
  })

  test.each(['', '[', '3', '{}', '{"format":"rankwright-model","best":{},"trials":[]}'])('%j is none', (text) =>
    expect(subjectOfJson(text, 'a')).toBeUndefined(),
  )

  test('a document that lacks something is refused with its name', () => {
    const broken = subjectOfJson(JSON.stringify({ ...tuning, trials: [{ options: {} }] }), 'a')
    expect(() => reportPage(broken!)).toThrow('subject.report.trials[0].score')
  })
})
