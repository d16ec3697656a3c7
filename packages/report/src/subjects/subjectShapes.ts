/** What has to be there in a subject before a page is made of it: documents may come from files that anybody wrote. */
import { calibratedText, listRiskNames } from '@rankwright/core/abstention'
import { arrayOf, either, fields, numbers, oneOf, optional, requireLists, type Shape, text } from '@rankwright/core/arguments'
import type { ExperimentResults } from '@rankwright/core/experiments'
import { isListModel, kindOf } from '@rankwright/core/models'
import { outcomeWords } from '../sections/guaranteeSection.ts'
import type { ReportSubject } from './subjects.ts'

/** JSON has no NaN: a missing number is null there. */
const value = either('a number', (given) => typeof given === 'number')
const count = either('a number, 0 or more', (given) => typeof given === 'number' && given >= 0)
const interval = either(
  'two numbers',
  (given) => Array.isArray(given) && given.length === 2 && given.every((end) => typeof end === 'number'),
)
const record =
  (of: Shape, expected: string): Shape =>
  (argument, given) => {
    fields({}, expected)(argument, given)
    for (const [key, part] of Object.entries(given as object)) of(`${argument}.${key}`, part)
  }
const values = record(value, 'an object with numbers')
const remarks = arrayOf(text)

const evaluation = fields({
  profile: text,
  lists: count,
  skipped: values,
  metrics: values,
  intervals: record(interval, 'an object with intervals'),
  confidence: value,
  notes: remarks,
  perList: optional(arrayOf(fields({ id: text, metrics: values }))),
  byScore: optional(fields({ metrics: values })),
})

const test = fields({ pHolm: value })
const pairs = arrayOf(fields({ a: text, b: text, delta: value, interval, tests: fields({ 'paired-t': test, randomisation: test }) }))
const comparison = fields({
  metric: text,
  better: text,
  profile: text,
  lists: count,
  skipped: count,
  confidence: value,
  untested: optional(text),
  contenders: either('two contenders or more', (given) => Array.isArray(given) && given.length > 1),
  pairs,
  perList: optional(arrayOf(fields({ id: text, values: arrayOf(value) }))),
  notes: remarks,
})
const contender = fields({ name: text, value, interval: optional(interval) })

const abstention = fields({
  rule: either('a rule of abstention', (given) => ['distance', 'margin', 'probability', 'list'].includes(String(given))),
  table: arrayOf(fields({ threshold: value, cost: value, loss: value })),
  curve: arrayOf(fields({ rule: text, coverage: value, risk: value })),
  reliability: optional(fields({ lists: count, pairs: count, error: value, bins: arrayOf(fields({ said: value, right: value })) })),
  chosen: optional(
    fields({
      threshold: value,
      loss: optional(value),
      abstained: optional(value),
      lossWithout: optional(value),
      cost: optional(value),
      origin: optional(fields({ conditions: optional(remarks) })),
    }),
  ),
  risk: optional(oneOf(...listRiskNames)),
  cutoff: optional(count),
  calibratedOn: optional(oneOf(...Object.keys(calibratedText))),
  guaranteed: optional(
    fields({
      alpha: value,
      delta: value,
      lists: count,
      threshold: optional(value),
      tested: arrayOf(either('a tested threshold', isTested)),
    }),
  ),
  heldOut: optional(fields({ given: count, seen: count })),
})

/** Of pairs and of lists. */
function isTested(given: unknown): boolean {
  const { threshold, outcome, listCoverage, listRisk, coverage, risk } = Object(given) as Record<string, unknown>
  const numbersOf = 'listCoverage' in Object(given) ? [listCoverage, listRisk] : [coverage, risk]
  return [threshold, ...numbersOf].every((each) => typeof each === 'number') && Object.hasOwn(outcomeWords, String(outcome))
}

const points = arrayOf(value)
const stream = fields({
  learner: text,
  series: count,
  scored: count,
  prequential: values,
  window: values,
  windowSize: count,
  bound: fields({ metric: text, lower: value, delta: value }),
  drift: arrayOf(fields({ series: count, id: text })),
  detector: text,
  history: fields({
    every: count,
    series: points,
    curves: record(points, 'curves by metric'),
    lower: points,
    clusters: optional(points),
    experts: optional(arrayOf(fields({ name: text, weights: points }))),
  }),
  mixture: optional(fields({ experts: arrayOf(fields({ name: text, weight: value })), mean: value, best: value })),
  against: optional(arrayOf(fields({ learner: text, prequential: values, ahead: value, interval, anytime: fields({ interval }) }))),
})

const options = fields({}, 'an object with options')
const tuning = fields({
  method: text,
  metric: text,
  profile: text,
  folds: count,
  best: fields({ options, score: value }),
  trials: arrayOf(fields({ options, score: value, folds: optional(arrayOf(value)), leftOutAfter: optional(count) })),
})

const inspection = {
  lists: count,
  rows: count,
  features: count,
  listSizes: fields({ least: value, median: value, greatest: value }),
  labels: values,
  listsWithOneLabel: count,
  missing: count,
  constantFeatures: arrayOf(text),
  featureRanges: arrayOf(fields({ feature: text, missing: count })),
}
const inspected = fields(inspection)
const data = fields({
  ...inspection,
  guards: optional(arrayOf(fields({ text }))),
  problemCount: optional(count),
  problems: optional(arrayOf(fields({ message: text }))),
})

const certificate = fields({
  certificates: arrayOf(
    fields({
      theorem: text,
      terms: values,
      bound: value,
      trivial: value,
      side: text,
      verdict: text,
      delta: value,
      assumptions: arrayOf(fields({ text, remedy: optional(text) })),
    }),
  ),
  heldOut: arrayOf(fields({ metric: text, method: text, value, lower: value, verdict: text, n: count, delta: value, condition: text })),
  notApplicable: arrayOf(fields({ theorem: text, reason: text })),
  notes: remarks,
  population: optional(fields({ hinge: value, gamma: value, pairs: value })),
})

const whole = fields({ wins: count, ties: count, losses: count })
const anything: Shape = () => {}

const experimentParts = fields({
  metric: text,
  better: text,
  profile: text,
  confidence: value,
  experiment: fields({
    methods: arrayOf(fields({ name: text, method: text, options, search: text, try: options, trials: optional(count) })),
    metrics: remarks,
    seeds: arrayOf(count),
    shares: arrayOf(value),
    profile: text,
    confidence: value,
  }),
  leaderboard: arrayOf(
    fields({
      data: text,
      method: text,
      value,
      interval,
      group: anything,
      metrics: record(fields({ value }), 'metrics by name'),
      againstBest: optional(whole),
    }),
  ),
  overall: optional(arrayOf(fields({ method: text, meanRank: value, value, amongBest: count }))),
  data: arrayOf(
    fields({
      name: text,
      folds: arrayOf(fields({ name: text, train: count, valid: optional(count), test: count, values })),
      overview: optional(inspected),
      lists: count,
      skipped: count,
      repeated: count,
      seen: count,
      untested: optional(text),
      pairs,
      remarks,
      perList: fields({ lists: remarks, methods: record(arrayOf(value), 'values by method') }),
      curve: arrayOf(fields({ method: text, share: value, value, interval })),
      chosen: arrayOf(
        fields({
          fold: text,
          method: text,
          seed: count,
          share: value,
          options,
          on: text,
          score: value,
          trials: count,
          edges: optional(arrayOf(fields({ option: text, value, end: text, beyond: arrayOf(value) }))),
        }),
      ),
      notes: remarks,
    }),
  ),
  failed: arrayOf(fields({ data: text, method: text, reason: text })),
  unfinished: remarks,
})

/** Every method on a leaderboard has its values on every list. */
const experiment: Shape = (argument, given) => {
  experimentParts(argument, given)
  const { data, leaderboard } = given as ExperimentResults
  for (const [place, { name, perList }] of data.entries()) {
    const each = either(`${perList.lists.length} numbers`, (numbers) => Array.isArray(numbers) && numbers.length === perList.lists.length)
    for (const { method } of leaderboard.filter((row) => row.data === name))
      each(
        `${argument}.data[${place}].perList.methods.${method}`,
        Object.hasOwn(perList.methods, method) ? perList.methods[method] : undefined,
      )
  }
}

const modelParts: Shape = (argument, given) => {
  fields({
    lists: optional(requireLists),
    train: optional(requireLists),
    metrics: optional(remarks),
    around: optional(remarks),
    listsAre: optional(text),
    before: optional(either('a model that scores lists', (old) => isListModel(old as Parameters<typeof isListModel>[0]))),
  })(argument, given)
  kindOf((given as { model: Parameters<typeof kindOf>[0] }).model)
}

const report = (shape: Shape): Shape => fields({ report: shape })

const compared: Shape = (argument, given) => {
  comparison(argument, given)
  const { contenders, perList = [] } = given as { contenders: readonly unknown[]; perList?: readonly { values: readonly unknown[] }[] }
  arrayOf(contender)(`${argument}.contenders`, contenders)
  const each = either(`${contenders.length} numbers`, (numbers) => Array.isArray(numbers) && numbers.length === contenders.length)
  for (const [place, list] of perList.entries()) each(`${argument}.perList[${place}].values`, list.values)
}

export const subjectShapes: { readonly [Kind in ReportSubject['kind']]: Shape } = {
  model: modelParts,
  evaluation: report(evaluation),
  comparison: report(compared),
  abstention: report(abstention),
  stream: report(stream),
  tuning: report(tuning),
  data: fields({ report: data, sizes: optional(numbers()) }),
  certificate: report(certificate),
  experiment: report(experiment),
}
