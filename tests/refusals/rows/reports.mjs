import { abstain } from '@rankwright/core'
import { inspection } from '@rankwright/core/data'
import * as reports from '@rankwright/core/reports'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = reports

const lists = s.lists
const seconds = 1.5
const out = 'a file'
const outcome = { kind: 'learned', id: '1', number: 1, scores: undefined, metrics: { 'ndcg@10': 0.5 }, drifted: false }
const log = () => made(new reports.ProblemLog())
const trained = { model: s.model, iterations: 1, objective: 1, optimality: 0 }

export const rows = {
  ProblemLog: row(() => ({}), { construct: true }),
  StreamTotals: row(() => ({}), { construct: true }),
  abstainDocument: row(() => ({ report: made(abstain(s.calibrated, lists, { rule: 'margin', pairs: 5, runs: 2 })), model: 'a file' }), {
    strange: 'a share of no pairs is NaN',
  }),
  certifiedAdvice: row(() => ({ certified: made(s.certified) }), { strange: 'a bound may be infinite' }),
  convertReport: row(() => ({ lists, out })),
  dataReport: row(() => ({ lists, faults: { problems: [], problemCount: 0, notes: [] } }), {
    strange: 'a feature without values has no range',
  }),
  experimentReport: row(() => ({
    run: made({ results: { leaderboard: [], data: [] }, parts: 1, finishedBefore: 0, left: 0, seconds: { listnet: 1 } }),
    folder: 'trial',
    seconds,
  })),
  explainedLists: row(() => ({ lists: made(s.ranked), reasons: made(s.reasons) })),
  heldDataReport: row(
    () => ({
      found: made({ inspection: inspection(lists), guards: [] }),
      faults: { problems: [], problemCount: 0, notes: [] },
      engine: { name: 'local', version: '1', parts: 1 },
    }),
    { strange: 'a feature without values has no range' },
  ),
  isHeldOut: row(() => ({ certificate: { theorem: 'heldout-hoeffding' } })),
  columnFacts: row(() => ({ model: s.model })),
  modelReport: row(() => ({ model: s.model })),
  ontologyReport: row(() => ({ ontology: made(s.ontology), relations: ['is_a'], problems: log(), notes: log() })),
  drawTerms: row(() => ({
    hierarchy: made(s.hierarchy),
    term: 1,
    model: made(s.line),
    options: options({ siblings: 1, children: 1, top: 2 }),
  })),
  enrichmentReport: row(() => ({
    terms: made(s.ontology),
    annotations: made(s.annotations),
    found: made(s.enriched),
    options: options({ fdr: 0.5, top: 3, unknown: ['x'], direction: 'over' }),
  })),
  nearObjectsReport: row(() => ({
    hierarchy: made(s.hierarchy),
    annotations: made(s.annotations),
    measure: { measure: 'path' },
    asked: { object: 0 },
    options: options({ top: 3, explain: true }),
  })),
  nearTermsReport: row(() => ({
    hierarchy: made(s.hierarchy),
    measure: { measure: 'path' },
    term: 1,
    options: options({ top: 3, explain: true }),
  })),
  predictedReport: row(() => ({ predicted: { kind: 'predicted', id: '1', items: ['a', 'b'], scores: Float64Array.of(1, 2) }, key: 'a' })),
  seriesReport: row(() => ({ outcome, key: 'a' }), { strange: 'a metric without a value is NaN' }),
  similarTermsReport: row(() => ({ model: made(s.line), term: 1, options: options({ top: 3 }) })),
  splitReport: row(() => ({ lists, folds: [{ name: 'Fold1', train: 'a', vali: 'b', test: 'c' }] })),
  streamReport: row(() => ({ stream: made(s.feed().stream), rivals: [], about: options({ state: 'a file', delta: 0.1 }) }), {
    strange: 'an interval of one series is NaN',
  }),
  termEvaluationReport: row(() => ({ measure: { measure: 'path', profile: 'rankwright' }, found: {} })),
  theoremTitle: row(() => ({ theorem: 'q-t5' })),
  trainReport: row(() => ({ outcome: { method: 'listnet', result: trained, seconds, onTrain: s.report, out } }), {
    strange: 'an interval of too few lists is NaN',
  }),
  trainedTermsReport: row(() => ({ model: made(s.line), seconds, out })),
  tuneReport: row(() => ({ outcome: { result: s.tuned, profile: 'rankwright', folds: 2, seconds } }), {
    strange: 'a metric that no list counts for is NaN',
  }),
  updateReport: row(() => ({ outcome: { sums: s.statistics, seconds, file: out } })),
}
