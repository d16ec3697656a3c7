// What `auto` should take where there are few lists: the table of docs/decisions/auto-ensemble.md.
//
//   node research/autoFewLists.mjs FOLDER LISTS DRAWS [SET…]
//
// From each set, so many lists are drawn (seeds 1, 2, …); auto is trained on them and measured on 300 of the others. So are the best method of its
// leaderboard alone, and the best setting of each other method. What is measured goes to FOLDER/SET-LISTS-DRAW.json; what is there is not measured again.
// OHSUMED is not among the sets: what was found here was confirmed on it. Needs a build (`npm run build`) and the data in $RANKWRIGHT_DATA or ../shared/data.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish, score, seededRandom, selectLists, training } from '@rankwright/core'
import { meanOverLists, measureLists } from '@rankwright/core/metrics'
import { runtimeFor } from '@rankwright/node'
import { realSets } from './results/realSets.mjs'

const [folder, listsGiven, drawsGiven, ...wanted] = process.argv.slice(2)
if (drawsGiven === undefined) throw new Error('name the folder for what is measured, how many lists to draw, and how often')
const [count, draws] = [Number(listsGiven), Number(drawsGiven)]
mkdirSync(folder, { recursive: true })
const { runtime, close } = runtimeFor(1)
for (const { name, profile, load } of realSets) {
  if (name === 'letor-ohsumed' || (wanted.length > 0 && !wanted.includes(name))) continue
  const loaded = await load()
  if (loaded === undefined || loaded.lists.listIds.length < count + 25) continue
  for (let draw = 1; draw <= draws; draw++) {
    const file = join(folder, `${name}-${count}-${draw}.json`)
    if (existsSync(file)) continue
    writeFileSync(file, JSON.stringify({ set: name, count, draw, ...measured(loaded.lists, profile, draw) }))
    console.error(file)
  }
}
close()
console.log(table())

function measured(lists, profile, draw) {
  const order = seededRandom(draw).shuffle(Uint32Array.from(lists.listIds.keys()))
  const known = selectLists(lists, order.slice(0, count).sort())
  const tested = selectLists(lists, order.slice(count, count + 300).sort())
  const value = (model) => meanOverLists(measureLists(score(model, tested, runtime), tested, { metrics: ['ndcg@10'], profile }).values[0])
  const auto = finish(training(known, {}, runtime)).model
  const { chosen, candidates, ensemble } = auto.training.auto
  const singles = {}
  for (const { method, options, state } of candidates) {
    if (state === 'failed' || method in singles) continue
    singles[method] = value(finish(training(known, { method, ...options }, runtime)).model)
  }
  return { chosen, ensemble, auto: value(auto), single: singles[candidates[0].method], best: Math.max(...Object.values(singles)) }
}

/** What each rule gives; all that is in the folder. */
function table() {
  const all = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const rules = {
    'the best method alone': ({ single }) => single,
    'several if they gain more than a standard error': ({ auto, single, ensemble }) => (ensemble?.gain > ensemble?.error ? auto : single),
    'several unless they lose more than two': ({ auto }) => auto,
    'the best single method, known afterwards': ({ best }) => best,
  }
  const lines = ['| set | lists | draws |', '| --- | --- | --- |']
  for (const rule of Object.keys(rules)) for (const [at, cell] of [rule, '---'].entries()) lines[at] += ` ${cell} |`
  const row = (name, lists, own) =>
    lines.push(
      `| ${name} | ${lists} | ${own.length} | ${Object.values(rules)
        .map((rule) => meanOf(own.map(rule)).toFixed(4))
        .join(' | ')} |`,
    )
  for (const key of new Set(all.map(({ set, count: lists }) => `${set} ${lists}`)))
    row(
      ...key.split(' '),
      all.filter(({ set, count: lists }) => key === `${set} ${lists}`),
    )
  row('all', '', all)
  return lines.join('\n')
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
