// How often do the guarantees of the rules fail? Lists are drawn from populations whose true risks are known, a threshold is guaranteed on them, and the share
// of draws is counted in which its true risk exceeds alpha. Every share must be at most delta = 10 %. The figures stand in docs/not-answering.md.
//
//   npm run build && node research/ruleGuarantees.mjs [draws [start of a rule's name [lists of a draw [start of a population's]]]]
//
// 10,000 draws of everything take about an hour of processor time; guarantees/ruleCoverage.mjs says how a draw is decided and checked.
import { ruleCoverage, rules } from './guarantees/ruleCoverage.mjs'

const draws = Number(process.argv[2] ?? 10_000)
const [onlyRule = '', onlyCount = '', onlyPopulation = ''] = process.argv.slice(3)
const delta = 0.1

/** Risks of answered lists need more lists to be shown. */
const sizesOf = (name) => (name.startsWith('list') ? [8, 400, 5000] : [8, 100, 5000])
const isFitted = (name) => name.endsWith('on half')
/** Every draw of a fitted rule is a file for `abstain`: a quarter of the draws in each of four orders, and not with many lists. */
const isRun = (name, count) => count < 1000 || !isFitted(name)
const drawsOf = (name) => (isFitted(name) ? Math.ceil(draws / 4) : draws)
const only = ({ population, repetition, order }) =>
  population.startsWith(onlyPopulation) && (order === 'any order' || repetition !== 'lists that are drawn often')

const percent = (share) => `${(100 * share).toFixed(2)} %`
console.log('| rule | population | lists repeated | order of the file | lists | draws | found | failed | files given to abstain |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const name of Object.keys(rules).filter((each) => each.startsWith(onlyRule))) {
  for (const count of sizesOf(name).filter((each) => isRun(name, each) && (onlyCount === '' || each === Number(onlyCount)))) {
    for (const cell of ruleCoverage(name, { count, draws: drawsOf(name), delta, checkEvery: count < 1000 ? 100 : 5000, only })) {
      const { population, repetition, order, draws, found, failed, checked } = cell
      const row = [name, population, repetition, order, count, draws, percent(found), percent(failed), checked]
      console.log(`| ${row.join(' | ')} |`)
    }
  }
}
