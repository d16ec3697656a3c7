// What choosing the penalty on left-out lists loses against the best penalty of the path, beside what the rule loses.
import { criteria, factors, mean } from './measureFolds.mjs'

const ways = ['pairwise-accuracy', 'ndcg@10', 'ndcg'].flatMap((criterion) =>
  [
    [100, 10, 1, 0.1],
    [1000, 100, 10, 1, 0.1, 0.01],
    [100, 10, 1],
  ].flatMap((tried) => [0, 0.5, 1, 1.5].map((errors) => ({ criterion, tried, errors }))),
)
/** As it is done by default. */
const taken = { criterion: 'pairwise-accuracy', tried: [100, 10, 1, 0.1], errors: 1 }

/** For the half that chose, every way to choose; for the other, the one that was taken. Each method and form of the lists on a line of its own. */
export function foldsTable(half, entries) {
  const convex = entries.filter(({ family }) => family !== 'smoothed-dcg')
  const each = ['family', 'size', 'set'].flatMap((key) => [...new Set(convex.map((entry) => entry[key]))].map((value) => [key, value]))
  const groups = [['all', convex], ...each.map(([key, value]) => [value, convex.filter((entry) => entry[key] === value)])]
  const dcg = entries.filter(({ family }) => family === 'smoothed-dcg')
  const lines = [...groups, ...(dcg.length > 0 ? [['smoothed-dcg', dcg]] : [])].map(
    ([name, own]) => `| ${name} | ${own.length} | ${[rule, byDefault, bySteps].map((way) => lostBy(own, way).toFixed(4)).join(' | ')} |`,
  )
  const others = ways.map(
    (way) =>
      `| ${way.criterion}, ${way.tried.join(' ')}, ${way.errors} s.e. | ${lostBy(convex, (entry) => placeOf(entry, way)).toFixed(4)} |`,
  )
  const table = [`| ${half} | fits | the rule | left-out lists | in steps |`, '|---|---|---|---|---|', ...lines].join('\n')
  return half === 'choose' ? `${table}\n\n${['| other ways, with any number of rows | lost |', '|---|---|', ...others].join('\n')}` : table
}

function lostBy(entries, place) {
  return mean(entries.map((entry) => Math.max(...entry.tests) - entry.tests[place(entry)]))
}

function rule() {
  return factors.indexOf(1)
}

function byDefault(entry) {
  return byDefaultIsRule(entry) ? rule() : placeOf(entry, taken)
}

function byDefaultIsRule({ facts: { lists, rows, width } }) {
  return lists < 5 || rows >= 50 * width
}

/** From the rule's penalty to the next stronger one as long as each gains half a standard error on the one before; if none does, to weaker ones. */
function bySteps(entry) {
  if (byDefaultIsRule(entry)) return rule()
  for (const direction of [-1, 1]) {
    let place = rule()
    while (taken.tried.includes(factors[place + direction]) && leads(entry, place + direction, place, 0.5)) place += direction
    if (place !== rule()) return place
  }
  return rule()
}

/** The multiple that is taken: the best on left-out lists, if it is better than the rule's by so many standard errors of the difference. */
function placeOf({ left }, { criterion, tried, errors }) {
  const which = criteria.indexOf(criterion)
  const usual = rule()
  let best = usual
  for (const factor of tried) {
    const place = factors.indexOf(factor)
    if (mean(left[place][which]) > mean(left[best][which])) best = place
  }
  if (best === usual || errors === 0) return best
  return leads({ left }, best, usual, errors, which) ? best : usual
}

/** Whether one penalty is better than another by more than so many standard errors of the difference over the lists. */
function leads({ left }, one, other, errors, which = criteria.indexOf(taken.criterion)) {
  const gains = left[one][which]
    .map((value, list) => (value === null ? null : value - left[other][which][list]))
    .filter((gain) => gain !== null)
  const gain = mean(gains)
  const variance = gains.reduce((sum, each) => sum + (each - gain) ** 2, 0) / (gains.length - 1) / gains.length
  return gain > errors * Math.sqrt(variance)
}
