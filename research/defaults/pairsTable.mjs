// From what measurePairs.mjs measured: mean NDCG@10 over the sets of each half, with sums, with means and with what left-out lists choose.
import { fisherRandomisation } from '@rankwright/core/evaluation'
import { meanMultiples } from './measurePairs.mjs'

const usual = meanMultiples.indexOf(1)
/** NDCG@10 of the test lists of a rotation, by the way to train. */
const ways = {
  sums: ({ sum }) => sum,
  ...Object.fromEntries(meanMultiples.map((multiple, place) => [`means × ${multiple}`, ({ means }) => means[place]])),
  'left-out lists choose': ({ left: [ofSum, ofMean], sum, means }) => (ofMean !== null && ofMean > ofSum ? means[usual] : sum),
}

/** `measured` has for each set its name, its half and what was found. "+" and "−" count the sets where p < 0.05 against sums. */
export function pairsTable(measured) {
  const cases = measured.flatMap(({ half, found }) => casesOf(found).map((each) => ({ half, ...each })))
  const groups = grouped(cases, ({ method, size, half }) => `${method}, ${size} | ${half}`)
  const lines = [...groups].map(([name, own]) => {
    const cells = Object.keys(ways).map((way) => {
      const value = mean(own.map(({ values }) => mean(values[way]))).toFixed(4)
      if (way === 'sums') return value
      const clear = own.filter(({ values }) => pOf(values, way) < 0.05).map(({ values }) => mean(values[way]) > mean(values.sums))
      return `${value} (+${clear.filter(Boolean).length} −${clear.filter((better) => !better).length})`
    })
    return `| ${name} | ${own.length} | ${cells.join(' | ')} |`
  })
  const head = ['', 'half', 'sets', ...Object.keys(ways)]
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...lines.sort()].join('\n')
}

/** The rotations of a method and size together; lists without a value are left out. */
function casesOf(found) {
  return [...grouped(found, ({ method, size }) => `${method} ${size}`).values()].map((rotations) => {
    const values = Object.fromEntries(
      Object.entries(ways).map(([way, of]) => [way, rotations.flatMap(of).filter((value) => value !== null)]),
    )
    return { method: rotations[0].method, size: rotations[0].size, values }
  })
}

function pOf({ sums, ...others }, way) {
  return fisherRandomisation(Float64Array.from(sums, (value, list) => others[way][list] - value)).p
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function grouped(values, keyOf) {
  const groups = new Map()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}
