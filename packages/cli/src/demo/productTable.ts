import { type JudgedProduct, productFeatures } from './productSearch.ts'

/** Judged products as CSV text: query, item and label, the features, then what the shop knows of its present order. */
export function productTable(lists: readonly (readonly JudgedProduct[])[]): string {
  const header = ['query', 'item', 'label', ...productFeatures, 'position', 'clicks']
  const rows = lists
    .flat()
    .map(({ query, item, label, features, position, clicks }) => [
      query,
      `"${item}"`,
      label,
      ...productFeatures.map((name) => (Number.isNaN(features[name]) ? '' : features[name])),
      position,
      clicks,
    ])
  return `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`
}
