// How often do the bounds of `certify` on what a model with a rule serves lie above the true mean? At most delta = 10 % of the draws may, in files that are
// sorted by difficulty, in blocks or as drawn, with tied scores and copied lists. The figures stand in docs/not-answering.md.
//
//   npm run build && node research/servedCoverage.mjs [draws [start of a rule's name [start of a population's]]]
import { servedCoverage, servings } from './guarantees/servedCoverage.mjs'

const draws = Number(process.argv[2] ?? 10_000)
const [onlyRule = '', onlyPopulation = ''] = process.argv.slice(3)

console.log('| rule | population | lists repeated | lists | draws | files given to certify | greatest share that failed | of |')
console.log('|---|---|---|---|---|---|---|---|')
for (const name of Object.keys(servings).filter((each) => each.startsWith(onlyRule))) {
  for (const count of [25, 150]) {
    const cells = new Map()
    for (const { population, repetition, metric, method, failed, checked } of servedCoverage(name, {
      count,
      draws,
      delta: 0.1,
      checkEvery: 1000,
      onlyPopulation,
    })) {
      const key = `| ${name} | ${population} | ${repetition} | ${count} | ${draws} | ${checked} |`
      if (failed >= (cells.get(key)?.failed ?? 0)) cells.set(key, { failed, where: `${metric}, ${method}` })
    }
    for (const [key, { failed, where }] of cells) console.log(`${key} ${(100 * failed).toFixed(2)} % | ${where} |`)
  }
}
