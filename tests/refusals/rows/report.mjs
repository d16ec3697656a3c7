import * as reports from '@rankwright/report'
import { made, options, row } from '../attempts.mjs'
import { lists, model } from '../samples.mjs'

export const functions = reports

const missing = { strange: 'a number may be missing, and is then not drawn' }
const about = { title: 'a', note: 'b' }
const axis = { name: 'x', domain: [0, 1] }

export const rows = {
  barChart: row(() => ({ data: { ...about, of: 'a', measure: 'b', bars: [{ name: 'c', value: 1 }], most: 3, shares: true } }), missing),
  binsOf: row(() => ({ values: [1, 2.5, 7], wanted: 4 }), missing),
  histogram: row(() => ({ data: { ...about, of: 'a', measure: 'b', bins: [{ from: 0, to: 1, count: 2 }] } }), missing),
  intervalChart: row(
    () => ({
      data: {
        ...{ ...about, of: 'a', measure: 'b', rows: [{ name: 'c', minus: 'd', value: 1, low: 0, high: 2 }] },
        ...{ reference: { name: 'd', value: 0 }, most: 3 },
      },
    }),
    missing,
  ),
  lineChart: row(
    () => ({
      data: {
        ...{ ...about, x: axis, y: axis, series: [{ name: 'a', points: [{ x: 0, y: 1 }], dots: true }] },
        ...{ diagonal: 'd', marks: { name: 'drift', at: [1] } },
      },
    }),
    missing,
  ),
  reportPage: row(() => ({
    subject: made({ kind: 'model', name: 'm', model, lists }),
    options: options({ onProgress: () => {}, spelled: (document) => document }),
  })),
  scatterChart: row(() => ({ data: { ...about, of: 'a', x: axis, y: axis, points: [{ name: 'c', x: 0, y: 1 }] } }), missing),
  shareChart: row(() => ({
    data: {
      ...about,
      of: 'a',
      measure: 'b',
      parts: [{ name: 'c' }, { name: 'd', quiet: true }],
      rows: [{ name: 'e', counts: [1, 2] }],
      most: 3,
    },
  })),
  subjectOfJson: row(() => ({ text: '{"best":{},"trials":[]}', name: 'a.json' })),
  termsChart: row(() => ({ data: { ...about, rows: [{ name: 'a', terms: { b: 0.5 }, bound: 0.5, known: 1 }] } }), missing),
}
