import { RankwrightError } from '../../../problems/problem.ts'
import type { GradedLists } from '../../../work/passes/rankingPass.ts'
import { type CentringTotals, type GroupTotals, rowRoots } from '../../../work/passes/rankRls/pairwiseCentring.ts'

/** What the centring of rows has to know about all lists. Throws where no row counts. */
export function centringTotals(lists: GradedLists, centre: 'list' | 'global'): CentringTotals {
  const { labels, offsets, listWeights } = lists
  let [perList, perRow] = [0, 0]
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [weight, size] = [listWeights?.[list] ?? 1, offsets[list + 1] - offsets[list]]
    if (size > 0) perList += weight
    perRow += weight * size
  }
  if (!(perRow > 0)) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
  const size = { lists: offsets.length - 1, rows: labels.length }
  return centre === 'list' ? { weight: perList, ...size } : { weight: perRow, ...size, group: groupTotals(lists, perRow) }
}

function groupTotals(lists: GradedLists, total: number): GroupTotals {
  const { labels } = lists
  const roots = rowRoots(lists, 'global', total)
  let [weight, labelSum, alongLabels] = [0, 0, 0]
  for (let row = 0; row < labels.length; row++) {
    const own = roots[row] * roots[row]
    weight += own
    labelSum += own * (labels[row] - labels[0])
  }
  for (let row = 0; row < labels.length; row++) alongLabels += (roots[row] / Math.sqrt(weight)) * ((labels[row] - labels[0]) * roots[row])
  return { weight, firstLabel: labels[0], labels: labelSum, alongLabels }
}
