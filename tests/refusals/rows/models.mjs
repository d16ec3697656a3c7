import * as models from '@rankwright/core/models'
import { made, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = models

const narrowed = (model) => row(() => ({ model: made(model), file: 'a file' }), { strange: 'the model itself' })
const rule = () => ({ rule: 'margin', threshold: 1 })
const listRule = () => ({ rule: 'list', threshold: 0.8, about: 'top', cutoff: 1 })
const other = models.emptied(s.statistics)

export const rows = {
  ancestorByModel: row(() => ({ model: made(s.line) })),
  commonLists: row(() => ({ one: made(s.statistics), other: made(other) })),
  emptied: row(() => ({ statistics: s.statistics })),
  featureCount: row(() => ({ model: { features: ['a', 'b'] } })),
  featureNamesOf: row(() => ({ model: { features: ['a', 'b'] } })),
  importedMethod: row(() => ({ format: 'ranklib' })),
  isListModel: row(() => ({ model: s.model })),
  isPairRule: row(() => ({ rule: rule() })),
  kindOf: row(() => ({ model: s.elm })),
  learnedFromPlaces: row(() => ({ model: s.state })),
  listRow: row(() => ({ rule: listRule() })),
  marginOf: row(() => ({ calibration: s.calibrated.calibration, probability: 0.6 }), { strange: 'no margin is infinite' }),
  matchFeatures: row(() => ({ model: { features: 2 }, lists: s.lists }), { strange: 'a missing label is NaN' }),
  matchLists: row(() => ({ model: s.model, lists: s.lists }), { strange: 'a missing label is NaN' }),
  mergeStatistics: row(() => ({ one: made(s.statistics), other: made(other) })),
  modelFingerprint: row(() => ({ model: s.kernel })),
  pairRow: row(() => ({ rule: rule() }), { strange: 'a margin has no greatest threshold' }),
  probabilityAbove: row(() => ({ calibration: s.calibrated.calibration, ahead: 0.5 })),
  removeStatistics: row(() => ({ all: made(s.statistics), other: made(s.statistics) })),
  requireLine: narrowed(s.line),
  requireListModel: narrowed(s.model),
  requireMapped: narrowed(s.model),
  requireStream: narrowed(s.state),
  requireTermModel: narrowed(s.line),
  rowOf: row(() => ({ name: 'margin' }), { strange: 'a margin has no greatest threshold' }),
  hierarchyOfModel: row(() => ({ model: made(s.line), file: 'a file' }), { strange: 'an edge without a weight has NaN' }),
  similarTerms: row(() => ({ model: made(s.line) })),
  statisticsFromJson: row(() => ({ text: models.statisticsToJson(s.statistics), file: 'a file' })),
  statisticsToJson: row(() => ({ statistics: s.statistics }), {
    accepts: (text) => void models.statisticsFromJson(text, 'what was written'),
  }),
  streamStateFromJson: row(() => ({ text: s.stateText, file: 'a file' })),
  toldRule: row(() => ({ rule: { ...rule(), origin: { by: 'cost', cost: 0.1, loss: 0.2, trained: 0, lists: 3, data: 'a' } } })),
  whyCloser: row(() => ({ model: made(s.ranker), term: 0, first: 1, second: 2 })),
}
