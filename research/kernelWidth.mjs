// Which widths of the kernel `rankrls` should try: wrong pairs of new lists with the median distance, and with what left-out lists choose among
// multiples of it, in percent, for training lists of 100, 300 and 1,000 rows; and for a single list, of which half of the items are learned from.
// Every other set chooses, the others check. `node research/kernelWidth.mjs [part of a set's name]`, after `npm run build`.
import { evaluate, finish, rankingLists, score, selectLists, training } from '@rankwright/core'
import { rankRlsHeldOut } from '@rankwright/core/trainers'
import { runtimeFor } from '@rankwright/node'
import { defaultSets } from './defaults/defaultSets.mjs'

const multiples = [0.5, 1, 2]
const rules = { median: [1], '1, 2': [1, 2], '0.5, 1': [1, 0.5], '0.5, 1, 2': [1, 0.5, 2] }
const { runtime, close } = runtimeFor(1)

console.log(`| set | half | training | fits | ${Object.keys(rules).join(' | ')} |`)
console.log(
  `| --- | --- | --- | ---: |${Object.keys(rules)
    .map(() => ' ---: |')
    .join('')}`,
)
for (const { name, half, load } of defaultSets.filter((set) => set.name.includes(process.argv[2] ?? ''))) {
  const loaded = load()
  if (loaded === undefined) continue
  const { lists, folds } = await loaded
  for (const rows of [100, 300, 1000])
    print(
      name,
      half,
      `${rows} rows`,
      folds.slice(0, 3).flatMap((fold) => ofRows(lists, fold, rows)),
    )
  print(name, half, 'one list', singles(lists))
}
close()

function print(name, half, size, problems) {
  const fits = problems.flatMap((problem) => {
    const wrong = wrongByRule(problem)
    return wrong.every(Number.isFinite) ? [wrong] : []
  })
  if (fits.length === 0) return
  const means = Object.keys(rules).map((_, rule) => (fits.reduce((sum, wrong) => sum + wrong[rule], 0) / fits.length) * 100)
  console.log(`| ${[name, half, size, fits.length, ...means.map((mean) => mean.toFixed(2))].join(' | ')} |`)
}

/** Whole training lists of about so many rows, where there are as many. */
function ofRows(lists, { train, test }, rows) {
  const chosen = []
  let taken = 0
  for (const list of train) {
    const size = lists.offsets[list + 1] - lists.offsets[list]
    if (taken + size > rows) continue
    chosen.push(list)
    taken += size
  }
  return taken < 0.8 * rows || chosen.length < 2 ? [] : [{ train: selectLists(lists, chosen), test: selectLists(lists, test) }]
}

/** Up to thirty lists of forty items or more, each a problem of its own. */
function singles({ features, width, labels, offsets, listIds }) {
  if (features.kind !== 'dense') return []
  const long = listIds.flatMap((_, list) => (offsets[list + 1] - offsets[list] >= 40 ? [list] : [])).slice(0, 30)
  return long.map((list) => {
    const part = (of) => {
      const rows = Array.from({ length: offsets[list + 1] - offsets[list] }, (_, item) => offsets[list] + item).filter(
        (row) => row % 2 === of,
      )
      return rankingLists({
        features: rows.map((row) => features.values.subarray(row * width, (row + 1) * width)),
        labels: rows.map((row) => labels[row]),
        lists: rows.map(() => 'all'),
      })
    }
    return { train: part(0), test: part(1) }
  })
}

/** For each rule the share of wrong pairs in the test lists. */
function wrongByRule({ train, test }) {
  if (new Set(train.labels).size < 2) return [Number.NaN]
  const { model } = finish(training(train, { method: 'rankrls', lambda: 1 }, runtime))
  const tried = multiples.map((multiple) => {
    const kernelWidth = multiple * model.options.kernelWidth
    const { lambdas, errors } = finish(rankRlsHeldOut(train, { kernel: 'rbf', kernelWidth }, runtime))
    const error = Math.min(...errors)
    const fit = finish(training(train, { method: 'rankrls', kernelWidth, lambda: lambdas[errors.indexOf(error)] }, runtime))
    const { metrics } = evaluate(score(fit.model, test, runtime), test, { metrics: ['pairwise-accuracy'] })
    return { multiple, error, wrong: 1 - metrics['pairwise-accuracy'] }
  })
  return Object.values(rules).map((allowed) => {
    const candidates = allowed.map((multiple) => tried.find((each) => each.multiple === multiple))
    return candidates.reduce((best, each) => (each.error < best.error ? each : best)).wrong
  })
}
