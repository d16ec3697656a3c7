import * as core from '@rankwright/core'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = core

const { plainRuntime } = core
const runtime = made(plainRuntime)
const progress = () => {}

const abstention = core.abstain(s.calibrated, s.lists, { rule: 'margin', choose: true, cost: 0.1 })

export const rows = {
  RankwrightError: row(() => ({ problem: made({ area: 'option', code: 'unknown-option', option: 'a', known: ['b'] }) }), {
    construct: true,
  }),
  abstain: row(() => ({ model: s.calibrated, lists: s.lists, options: options({ rule: 'margin', pairs: 5, runs: 2 }), runtime }), {
    strange: 'a share of no pairs is NaN',
  }),
  calibrate: row(() => ({ model: s.model, lists: s.lists, runtime })),
  certify: row(() => ({ model: s.model, given: options({ train: s.lists, delta: 0.1 }), runtime }), { strange: 'a bound may be infinite' }),
  compare: row(() => ({ given: { a: s.model, b: s.scores }, lists: s.lists, options: options({ metric: 'ndcg@3', seed: 2 }), runtime }), {
    strange: 'a test of too few lists has no p-value',
  }),
  evaluate: row(() => ({ scores: s.scores, lists: s.lists, options: options({ metrics: ['map'], profile: 'letor4', seed: 2 }), runtime }), {
    strange: 'an interval of too few lists is NaN',
  }),
  evaluateRun: row(() => ({ qrels: s.qrels(), run: s.qrels(), options: options({ metrics: ['map'], complete: true }) }), {
    strange: 'an interval of too few lists is NaN',
  }),
  explain: row(() => ({ problem: made({ area: 'option', code: 'unknown-option', option: 'a', known: ['b'] }) })),
  explainItem: row(() => ({ model: s.trees, lists: s.lists, row: 0, options: options({ against: 'list' }) }), {
    strange: 'a missing feature is NaN',
  }),
  explainPair: row(() => ({ model: s.trees, lists: s.lists, row: 0, other: 1, options: options({ against: 'missing' }) }), {
    strange: 'a missing feature is NaN',
  }),
  explainer: row(() => ({ model: s.trees, lists: s.lists, options: options({ against: s.lists }) })),
  featureShapes: row(() => ({ model: s.trees, lists: s.lists, options: options({ points: 2, rows: 3 }), runtime }), {
    strange: 'a missing value is NaN',
  }),
  finish: row(() => ({ training: made(core.training(s.lists, { method: 'listnet' })), onProgress: progress }), {
    strange: 'what a trainer gives is up to it',
  }),
  finishLater: row(() => ({ training: made(core.training(s.lists, { method: 'listnet' })), onProgress: progress }), {
    strange: 'what a trainer gives is up to it',
  }),
  leaveListOut: row(() => ({ lists: s.lists, options: options({ method: 'elmrank', nodes: 3, lambda: 1, metrics: ['map'] }), runtime }), {
    strange: 'a metric that no list counts for is NaN',
  }),
  leavingListsOut: row(
    () => ({ lists: s.lists, options: options({ method: 'elmrank', nodes: 3, lambda: 1, metrics: ['map'] }), runtime }),
    {
      strange: 'a metric that no list counts for is NaN',
    },
  ),
  marginIntervals: row(() => ({ model: s.elm, lists: s.lists, pairs: [[0, 1]], options: options({ level: 0.9 }), runtime })),
  modelFromJson: row(() => ({ text: s.modelText, file: 'a file' })),
  modelToJson: row(() => ({ model: s.calibrated }), { accepts: (text) => void core.modelFromJson(text, 'what was written') }),
  obeying: row(() => ({
    model: s.calibrated,
    report: made(abstention),
  })),
  permutationImportance: row(() => ({ model: s.model, lists: s.lists, options: options({ metric: 'ndcg@3', repeats: 1 }), runtime }), {
    strange: 'an interval of too few lists is NaN',
  }),
  rank: row(() => ({ model: s.model, lists: s.lists, options: options({ top: 1 }), runtime })),
  rankObjects: row(() => ({
    model: s.model,
    objects: made([{ id: 'x', 1: 0.5, 2: 1, 3: 0 }]),
    options: options({ top: 1, list: 'a', item: 'id' }),
    runtime,
  })),
  rankEach: row(() => ({ model: s.model, lists: s.lists, options: options({ top: 1 }), runtime })),
  rankingLists: row(() => ({ rows: options(s.rows()) })),
  retrain: row(() => ({ model: s.model, lists: s.lists, options: options({ share: 0.5 }), runtime }), {
    refused: 'the model has seen the lists',
  }),
  retraining: row(() => ({ model: s.model, lists: s.lists, options: options({ share: 0.5 }), runtime }), {
    refused: 'the model has seen the lists',
  }),
  score: row(() => ({ model: s.model, lists: s.lists, runtime })),
  seededRandom: row(() => ({ seed: 1 })),
  selectLists: row(() => ({ lists: s.lists, indices: [0, 1] }), { strange: 'a missing label is NaN' }),
  splitLists: row(() => ({ lists: s.lists, shares: [1, 1], options: options({ seed: 1 }) }), { strange: 'a missing label is NaN' }),
  train: row(() => ({ lists: s.lists, options: options({ method: 'listnet', lambda: 0.1 }), runtime })),
  training: row(() => ({ lists: s.lists, options: options({ method: 'listnet', lambda: 0.1 }), runtime })),
  tune: row(() => ({ lists: s.lists, options: options({ method: 'listnet', folds: 2, grid: { lambda: [1] } }), runtime })),
}
