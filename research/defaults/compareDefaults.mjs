// The defaults against fixed values, on real sets and on generated data.
import { finish, rankingLists, seededRandom, selectLists, training } from '@rankwright/core'
import { fisherRandomisation } from '@rankwright/core/evaluation'
import { families } from './families.mjs'
import { ndcgOf, ROTATIONS } from './measureGrid.mjs'
import { reduced, sizes } from './trainingSizes.mjs'

/** One entry for each size and family: NDCG@10 of the test lists with the fixed value and with the default, a list counting with its mean over the rotations. */
export function compareDefaults(set, { lists, folds }, runtime, say) {
  const found = []
  for (const [size, limits] of Object.entries(sizes)) {
    if (size === '40 lists' && folds[0].train.length <= limits.lists) continue // the same as all lists
    for (const [family, { method, options, option, fixed }] of Object.entries(families)) {
      const perList = new Map()
      for (const [rotation, { train: numbers, test: tested }] of folds.slice(0, ROTATIONS).entries()) {
        const train = reduced(lists, numbers, limits, rotation)
        const test = selectLists(lists, tested)
        const values = [{ [option]: fixed }, {}].map((given) =>
          ndcgOf(finish(training(train, { method, ...options, ...given }, runtime)).model, test, runtime),
        )
        for (const [place, list] of tested.entries()) {
          if (values[0][place] !== null) perList.set(list, [...(perList.get(list) ?? []), values.map((of) => of[place])])
        }
      }
      const pairs = [...perList.values()].map((rotations) => [0, 1].map((which) => mean(rotations.map((pair) => pair[which]))))
      found.push({ set, size, family, pairs })
      say(`${set}, ${size}: ${family}`)
    }
  }
  return found
}

/** The families in one table, and a table for each of them. p is that of Fisher's randomisation test over the test lists. */
export function comparisonTables(found) {
  const names = [...new Set(found.map(({ family }) => family))]
  const all = names.map((family) => ({ family, cases: found.filter((entry) => entry.family === family).map(tested) }))
  const summary = all.map(({ family, cases }) => {
    const count = (wanted) => cases.filter(({ p, fixed, own }) => p < 0.05 && Math.sign(own - fixed) === wanted).length
    const { option, fixed } = families[family]
    const means = [mean(cases.map((one) => one.fixed)), mean(cases.map((one) => one.own))].map((value) => value.toFixed(4))
    return line([family, `${option} ${fixed}`, ...means, count(1), count(-1), cases.length])
  })
  const head = [
    line(['', 'fixed value', 'NDCG@10 with it', 'with the default', 'better', 'worse', 'cases']),
    '|---|---|---|---|---|---|---|',
  ]
  const each = all.map(({ family, cases }) => {
    const rows = cases.map(({ name, fixed, own, p }) =>
      line([name, fixed.toFixed(4), own.toFixed(4), p < 0.001 ? '< 0.001' : p.toFixed(3)]),
    )
    return [line([family, 'fixed value', 'default', 'p']), '|---|---|---|---|', ...rows].join('\n')
  })
  return [[...head, ...summary].join('\n'), ...each].join('\n\n')
}

function tested({ set, size, pairs }) {
  const [fixed, own] = [0, 1].map((which) => pairs.map((pair) => pair[which]))
  const { p } = fisherRandomisation(Float64Array.from(own, (value, list) => value - fixed[list]))
  return { name: `${set}, ${size}`, fixed: mean(fixed), own: mean(own), p }
}

function line(cells) {
  return `| ${cells.join(' | ')} |`
}

/** Grades of a noisy sum of ten features in units of their own; NDCG@10 on 500 lists of 20 items. Beside the two, the best of a grid around the default. */
export function compareMade(runtime, say) {
  const test = made(500, 20, 2)
  const rows = []
  for (const [lists, items] of [
    [40, 4],
    [40, 100],
    [10_000, 4],
    [10_000, 100],
  ]) {
    const train = made(lists, items, 1)
    for (const [family, { method, options, option, fixed }] of Object.entries(families)) {
      const trained = (given) => finish(training(train, { method, ...options, ...given }, runtime)).model
      const value = (model) => mean(ndcgOf(model, test, runtime).filter((each) => each !== null))
      const usual = trained({})
      const around = [0.01, 0.1, 10, 100].map((factor) => value(trained({ [option]: factor * usual.options[option] })))
      const own = value(usual)
      rows.push(
        `| ${lists} lists of ${items}, ${family} | ${value(trained({ [option]: fixed })).toFixed(4)} | ${own.toFixed(4)} | ${Math.max(own, ...around).toFixed(4)} |`,
      )
      say(rows.at(-1))
    }
  }
  return ['| | fixed value | default | best around the default |', '|---|---|---|---|', ...rows].join('\n')
}

function made(lists, items, seed) {
  const truth = Array.from({ length: 10 }, (_, column) => Math.cos(3 * column))
  const random = seededRandom(seed)
  const features = Array.from({ length: lists * items }, () => Array.from({ length: 10 }, () => random.normal()))
  const grades = features.map((row) => row.reduce((sum, value, column) => sum + truth[column] * value, 3 * random.normal()))
  return rankingLists({
    features: features.map((row) => row.map((value, column) => 10 ** (column % 4) * value)),
    labels: grades.map((grade) => Math.max(0, Math.min(4, Math.floor(grade)))),
    lists: features.map((_, row) => Math.floor(row / items)),
  })
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
