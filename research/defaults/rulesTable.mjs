// What rules for a default lose against the best value of the grid. The constant of a rule is chosen on all sets but one, and measured on that one.

/** Rules for a penalty, in units of the loss of zero weights. */
const penaltyRules = {
  'a constant': () => 1,
  'd²': ({ spread }) => spread,
  'd² / lists': ({ spread, lists }) => spread / lists,
  'd² / rows': ({ spread, rows }) => spread / rows,
  'd² √(features/rows)': ({ spread, width, rows }) => spread * Math.sqrt(width / rows),
  'd² features/rows': ({ spread, width, rows }) => (spread * width) / rows,
  '√(features/rows)': ({ width, rows }) => Math.sqrt(width / rows),
  'variances / rows': ({ total, rows }) => total / 2 / rows,
}
const radiusRules = {
  'a constant': () => 1,
  'lists^¼': ({ lists }) => lists ** 0.25,
  'rows^¼': ({ rows }) => rows ** 0.25,
  'rows^¼ / d²': ({ rows, spread }) => rows ** 0.25 / spread,
  'rows^¼ / d': ({ rows, spread }) => rows ** 0.25 / Math.sqrt(spread),
}

export function rulesTable(measured) {
  const entries = measured.flatMap(({ set, found }) => curvesOf(set, found))
  const families = [...new Set(entries.map(({ family }) => family))]
  return families
    .map((family) =>
      tableOf(
        family,
        entries.filter((entry) => entry.family === family),
      ),
    )
    .join('\n\n')
}

/** The rotations of a size together. Sets with fewer than 40 lists have no part of 40. */
function curvesOf(set, found) {
  const groups = new Map()
  for (const entry of found) {
    const key = `${entry.family}, ${entry.size}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()]
    .filter(([{ size, facts }]) => size !== '40 lists' || facts.lists === 40)
    .map((rotations) => ({
      set,
      family: rotations[0].family,
      rotations: rotations.map(({ facts, grid, perList, fixed }) => ({ facts, grid, curve: perList.map(meanOf), fixed: meanOf(fixed) })),
    }))
}

function tableOf(family, entries) {
  const bests = entries.map(({ rotations }) =>
    Math.max(...rotations[0].grid.map((_, place) => mean(rotations.map(({ curve }) => curve[place])))),
  )
  const fixed = entries.map(({ rotations }, index) => bests[index] - mean(rotations.map((one) => one.fixed)))
  const rows = Object.entries(family === 'ogd' ? radiusRules : penaltyRules).map(([name, rule]) => {
    const constants = Array.from({ length: 57 }, (_, step) => 10 ** (-8 + step / 4))
    const lost = constants.map((constant) =>
      entries.map(
        (entry, index) =>
          bests[index] - mean(entry.rotations.map((one) => at(one, constant * unitOf(family, one.facts) * rule(one.facts)))),
      ),
    )
    const chosenWithout = (set) => least(lost.map((row) => mean(row.filter((_, index) => entries[index].set !== set))))
    const checked = entries.map(({ set }, index) => lost[chosenWithout(set)][index])
    return [name, mean(checked), Math.max(...checked), constants[least(lost.map(mean))].toPrecision(2)]
  })
  const line = (cells) => `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(4) : cell)).join(' | ')} |`
  const head = [`| ${family} | lost on average | at worst | constant |`, '|---|---|---|---|']
  return [...head, ...rows.sort((a, b) => a[1] - b[1]).map(line), line(['fixed value', mean(fixed), Math.max(...fixed), ''])].join('\n')
}

/** Grids of sums are in units of their pairs already, which is the loss of zero weights up to a factor. */
function unitOf(family, { zero }) {
  return family === 'ogd' || family.endsWith('sums') ? 1 : zero
}

/** The curve at a value, by its logarithm between two of the grid. */
function at({ grid, curve }, value) {
  const points = grid.map((each, place) => [Math.log(each), curve[place]]).sort(([a], [b]) => a - b)
  const x = Math.log(value)
  if (x <= points[0][0]) return points[0][1]
  const next = points.findIndex(([end]) => end >= x)
  if (next === -1) return points[points.length - 1][1]
  const [[from, low], [to, high]] = [points[next - 1], points[next]]
  return low + ((high - low) * (x - from)) / (to - from)
}

function least(values) {
  return values.indexOf(Math.min(...values))
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function meanOf(values) {
  return mean(values.filter((value) => value !== null))
}
