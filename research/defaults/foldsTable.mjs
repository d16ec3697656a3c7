// What choosing the penalty on left-out lists loses against the best penalty of the path, beside what the rule loses.
import { criteria, factors, mean } from './measureFolds.mjs'

/** Ways to choose: a criterion, which multiples of the rule's penalty are tried, and by how many standard errors another must be better than the rule's. */
export const ways = Object.fromEntries(
  ['ndcg@10', 'ndcg', 'pairwise-accuracy'].flatMap((criterion) =>
    [
      [1000, 100, 10, 1, 0.1, 0.01],
      [100, 10, 1, 0.1],
      [1000, 100, 10, 1],
    ].flatMap((tried) => [0, 0.5, 1].map((errors) => [`${criterion}, ${tried.join(' ')}, ${errors} s.e.`, { criterion, tried, errors }])),
  ),
)

export function foldsTable(entries, chosenWays = ways, by = 'size') {
  const groups = ['all', ...new Set(entries.map((entry) => entry[by]))]
  const line = (cells) => `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(4) : cell)).join(' | ')} |`
  const lostBy = (place) =>
    groups.map((group) =>
      mean(
        entries
          .filter((entry) => group === 'all' || entry[by] === group)
          .map((entry) => Math.max(...entry.tests) - entry.tests[place(entry)]),
      ),
    )
  const rows = Object.entries(chosenWays).map(([name, way]) => [name, ...lostBy((entry) => chosenPlace(entry, way))])
  return [
    line(['lost', ...groups]),
    line(groups.concat('').map(() => '---')),
    line(['the rule', ...lostBy(() => factors.indexOf(1))]),
    ...rows.sort((a, b) => a[1] - b[1]).map(line),
  ].join('\n')
}

/** The multiple that is taken: the best on left-out lists, if it is better than the rule's by so many standard errors of the difference. */
export function chosenPlace({ left }, { criterion, tried, errors }) {
  const which = criteria.indexOf(criterion)
  const usual = factors.indexOf(1)
  let best = usual
  for (const factor of tried) {
    const place = factors.indexOf(factor)
    if (mean(left[place][which]) > mean(left[best][which])) best = place
  }
  if (best === usual || errors === 0) return best
  const gains = left[best][which]
    .map((value, list) => (value === null ? null : value - left[usual][which][list]))
    .filter((gain) => gain !== null)
  const gain = mean(gains)
  const variance = gains.reduce((sum, each) => sum + (each - gain) ** 2, 0) / (gains.length - 1) / gains.length
  return gain > errors * Math.sqrt(variance) ? best : usual
}
