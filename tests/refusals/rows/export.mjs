import * as exports from '@rankwright/export'
import { made, options, row } from '../attempts.mjs'
import { lists, model } from '../samples.mjs'

export const functions = exports

const foreign = () => ({
  format: 'solr',
  name: 'm',
  store: 's',
  features: [{ name: 'x', weight: 1, normaliser: { kind: 'min-max', low: 0, high: 2 } }],
  intercept: 0,
})
const text = '## Linear Regression\n## Lambda = 1.0E-10\n0:0.5 1:0.25 2:1.5'
const lightgbm = [
  'tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=0\nfeature_names=Column_0\n',
  'Tree=0\nnum_leaves=1\nnum_cat=0\nleaf_value=0.5\n\nend of trees\n',
].join('\n')
const imported = exports.importModel(lightgbm, 'm.txt')
const exported = await exports.exportModel(model, { to: 'solr' })

export const rows = {
  exportModel: row(() => ({
    model: made(model),
    options: options({ to: 'solr', name: 'm', store: 's', probe: lists, acceptLimits: true, dialect: 'duckdb' }),
  })),
  exportReport: row(() => ({ exported: made(exported), out: 'm.json', types: 'm.d.ts' })),
  fromForeign: row(() => ({ model: foreign() })),
  importModel: row(() => ({ content: lightgbm, file: 'm.txt', options: options({ from: 'lightgbm', firstFeature: 1 }) })),
  importReport: row(() => ({ imported: made(imported), out: 'm.json' })),
  readForeignModel: row(() => ({ text, file: 'm.txt', options: options({ knownFeatures: ['1', '2'] }) })),
  scoreForeign: row(() => ({ model: foreign(), value: () => 1 })),
}
