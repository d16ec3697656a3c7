// `auto` beside every single method, on the sets of docs/results.md.
//
//   node research/autoComparison.mjs FOLDER [SET…]
//
// For each fold of the sets of docs/results.md, auto is trained on the lists for training and for choice together and measured on the test lists.
// So is, for each method, the setting that did best on the folds of auto's leaderboard. What is measured goes to FOLDER/SET-FOLD.json; folds that are there
// are not measured again; the tables that it prints are of all folds there. Needs a build (`npm run build`) and the data in $RANKWRIGHT_DATA or ../shared/data.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish, score, selectLists, training } from '@rankwright/core'
import { joined } from '@rankwright/core/data'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { measureLists } from '@rankwright/core/metrics'
import { runtimeFor } from '@rankwright/node'
import { realSets } from './results/realSets.mjs'

const metrics = ['ndcg@10', 'map']
const [folder, ...wanted] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder for what is measured')
mkdirSync(folder, { recursive: true })
const { runtime, close } = runtimeFor(1)
for (const { name, profile, load } of realSets) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const loaded = await load()
  if (loaded === undefined) continue
  for (const [fold, { train, valid, test }] of loaded.folds.entries()) {
    const file = join(folder, `${name}-${fold}.json`)
    if (existsSync(file)) continue
    const known = selectLists(loaded.lists, joined([train, valid].map((part) => Uint32Array.from(part))))
    const tested = selectLists(loaded.lists, test)
    const measured = measuredFold(known, tested, profile)
    writeFileSync(file, JSON.stringify({ set: name, fold, profile, ...measured }))
    console.error(`${name} fold ${fold}: ${measured.chosen}`)
  }
}
close()
console.log(tables(folder))

/** Values of each entrant, list by list; those of lists that do not count are null. */
function measuredFold(known, tested, profile) {
  const valuesOf = (model) => {
    const { values } = measureLists(score(model, tested, runtime), tested, { metrics, profile }, runtime.compute)
    return Object.fromEntries(metrics.map((metric, index) => [metric, Array.from(values[index])]))
  }
  const { model } = finish(training(known, {}, runtime))
  const { chosen, candidates, spent, ensemble } = model.training.auto
  const entrants = { auto: valuesOf(model) }
  for (const { method, options, state } of candidates) {
    if (state !== 'measured' || method in entrants) continue
    entrants[method] = valuesOf(finish(training(known, { method, ...options }, runtime)).model)
  }
  entrants['auto --single'] = entrants[candidates[0].method]
  return { chosen, spent, ensemble, entrants }
}

function tables(from) {
  const folds = readdirSync(from)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(from, file), 'utf8')))
  const bySet = new Map([...new Set(folds.map(({ set }) => set))].map((name) => [name, folds.filter(({ set }) => set === name)]))
  const ranks = new Map()
  const lines = []
  for (const [set, own] of bySet) {
    const values = (entrant, metric) => own.flatMap(({ entrants }) => entrants[entrant]?.[metric] ?? [])
    const names = Object.keys(own[0].entrants).filter((entrant) => own.every(({ entrants }) => entrant in entrants))
    const mean = (all) => all.filter((value) => value !== null).reduce((sum, value, _, { length }) => sum + value / length, 0)
    const rows = names.map((entrant) => ({
      entrant,
      means: metrics.map((metric) => mean(values(entrant, metric))),
      less: differenceOf(values('auto', 'ndcg@10'), values(entrant, 'ndcg@10')),
    }))
    rows.sort((a, b) => b.means[0] - a.means[0])
    for (const [place, { entrant }] of rows.entries()) ranks.set(entrant, [...(ranks.get(entrant) ?? []), place + 1])
    lines.push(
      '',
      `${set}: ${own.length} folds; chosen ${own.map(({ chosen }) => chosen).join(', ')}; spent ${own.map(({ spent }) => spent).join(', ')}`,
    )
    lines.push('| ranker | NDCG@10 | MAP | auto less it, 95 % interval |', '| --- | --- | --- | --- |')
    for (const { entrant, means, less } of rows)
      lines.push(`| ${entrant} | ${means.map((value) => value.toFixed(4)).join(' | ')} | ${entrant === 'auto' ? '' : less} |`)
  }
  lines.push('', '| ranker | mean rank by NDCG@10 | sets |', '| --- | --- | --- |')
  const meanRanks = [...ranks].map(([entrant, own]) => [entrant, own.reduce((sum, rank) => sum + rank, 0) / own.length, own.length])
  for (const [entrant, rank, sets] of meanRanks.sort((a, b) => a[1] - b[1])) lines.push(`| ${entrant} | ${rank.toFixed(2)} | ${sets} |`)
  return lines.join('\n')
}

function differenceOf(ours, theirs) {
  const differences = ours.flatMap((value, list) => (value === null || theirs[list] === null ? [] : [value - theirs[list]]))
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  const [low, high] = bootstrapInterval(differences)
  const sign = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`
  return `${sign(mean)} (${sign(low)} to ${sign(high)})`
}
