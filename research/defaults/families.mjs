// The rankers whose defaults were chosen, the grids that were searched, and the fixed values that the defaults are compared with.
const penalties = [10, 3, 1, 0.3, 0.1, 0.03, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 1e-6]
const radii = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000]

const penalised = (method, fixed, options = {}) => ({ method, options, option: 'lambda', grid: penalties, fixed })

export const families = {
  'ranksvm, sums': penalised('ranksvm', 10, { pairs: 'sum' }),
  'ranksvm, means': penalised('ranksvm', 0.01, { pairs: 'mean' }),
  'ranksvm, plain hinges, means': penalised('ranksvm', 0.01, { pairs: 'mean', hinge: 'plain' }),
  'ranknet, sums': penalised('ranknet', 1, { pairs: 'sum' }),
  'ranknet, means': penalised('ranknet', 1e-4, { pairs: 'mean' }),
  listnet: penalised('listnet', 1e-4),
  listmle: penalised('listmle', 0.01),
  'smoothed-dcg': penalised('smoothed-dcg', 1e-3),
  'least-squares': penalised('least-squares', 0.01),
  ogd: { method: 'ogd', options: {}, option: 'radius', grid: radii, fixed: 10 },
}
