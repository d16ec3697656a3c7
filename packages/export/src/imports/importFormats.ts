/** The software whose models can be imported, and what messages call it. */
export const importTitles = {
  lightgbm: 'LightGBM',
  xgboost: 'XGBoost',
  catboost: 'CatBoost',
  ranklib: 'RankLib',
  solr: 'Solr',
  elasticsearch: 'Elasticsearch',
} as const

export type ImportFormat = keyof typeof importTitles

/** The software whose models can be imported. */
export const importFormats = Object.keys(importTitles) as readonly ImportFormat[]
