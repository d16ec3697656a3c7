// `auto` beside every single method and beside LightGBM and XGBoost, on the sets of docs/results.md.
//
//   node research/autoComparison.mjs FOLDER [SET…]                    auto and single methods
//   node research/autoComparison.mjs FOLDER --peers TRIALS [SET…]     LightGBM and XGBoost, each tuned by a random search of so many trials
//   node research/autoComparison.mjs FOLDER --tables                  what was measured so far
//
// For each fold of the sets of docs/results.md, auto is trained on the lists for training and for choice together and measured on the test lists.
// So is, for each method, the setting that did best on the folds of auto's leaderboard, and what a random search finds for the peers on the same folds.
// Folds that differ only in which lists are for choice count once; `--fold N` measures one of them. What is measured goes to FOLDER/SET-FOLD.json and
// FOLDER/SET-FOLD.peers.json, and each trial of a random search to FOLDER/trials; what is there is not measured again. Needs a build (`npm run build`), the
// data in $RANKWRIGHT_DATA or ../shared/data, and for the peers the Python of the benchmarks (bench/README.md), or BENCH_PYTHON.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { finish, score, selectLists, training } from '@rankwright/core'
import { foldsApart, joined } from '@rankwright/core/data'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { measureLists } from '@rankwright/core/metrics'
import { runtimeFor } from '@rankwright/node'
import { writeArray } from '../bench/harness/arrays.mjs'
import { pythonForPeers } from '../bench/python/setup.mjs'
import { realSets } from './results/realSets.mjs'

const metrics = ['ndcg@10', 'map']
const peers = ['lightgbm', 'xgboost']
const script = fileURLToPath(new URL('./autoPeers.py', import.meta.url))
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { peers: { type: 'string' }, fold: { type: 'string' }, tables: { type: 'boolean', default: false } },
})
const [folder, ...wanted] = positionals
if (folder === undefined) throw new Error('name the folder for what is measured')
mkdirSync(join(folder, 'trials'), { recursive: true })
const { runtime, close } = runtimeFor(1)
for (const { name, profile, load } of given.tables ? [] : realSets) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const loaded = await load()
  if (loaded === undefined) continue
  for (const [fold, { known: numbers, test }] of differentFolds(loaded.folds).entries()) {
    const file = join(folder, `${name}-${fold}${given.peers === undefined ? '' : '.peers'}.json`)
    if (isMeasured(file) || (given.fold !== undefined && Number(given.fold) !== fold)) continue
    const known = selectLists(loaded.lists, numbers)
    const tested = selectLists(loaded.lists, test)
    const kept = join(folder, 'trials', `${name}-${fold}`)
    const measured =
      given.peers === undefined ? ourFold(known, tested, profile) : peerFold(known, tested, profile, Number(given.peers), kept)
    writeFileSync(file, JSON.stringify({ set: name, fold, profile, ...measured }))
    console.error(`${name} fold ${fold}: ${measured.chosen ?? 'peers'}`)
  }
}
close()
console.log(tables(folder))

/** Of peers, with as many trials as are asked for. */
function isMeasured(file) {
  if (!existsSync(file)) return false
  return given.peers === undefined || JSON.parse(readFileSync(file, 'utf8')).peers.trials >= Number(given.peers)
}

/** Those with the same lists to learn from and the same to test on are one. */
function differentFolds(folds) {
  const all = new Map()
  for (const { train, valid, test } of folds) {
    const known = joined([train, valid].map((part) => Uint32Array.from(part)))
    all.set(`${known.join()} ${test.join()}`, { known, test })
  }
  return [...all.values()]
}

/** Values of each entrant, list by list; those of lists that do not count are null. */
function ourFold(known, tested, profile) {
  const { model } = finish(training(known, {}, runtime))
  const { chosen, candidates, spent, ensemble } = model.training.auto
  const entrants = { auto: valuesOf(score(model, tested, runtime), tested, profile) }
  // The leaderboard has the best first, then what was dropped, then what was not affordable.
  for (const { method, options, state } of candidates) {
    if (state === 'failed' || method in entrants) continue
    const single = finish(training(known, { method, ...options }, runtime)).model
    entrants[method] = valuesOf(score(single, tested, runtime), tested, profile)
  }
  return { chosen, single: candidates[0].method, spent, ensemble, entrants }
}

function peerFold(known, tested, profile, trials, kept) {
  const { path, absent } = pythonForPeers()
  if (path === undefined) throw new Error(absent)
  const at = mkdtempSync(join(tmpdir(), 'rankwright-peers-'))
  try {
    for (const [part, { features, labels, offsets }] of Object.entries({ train: known, test: tested })) {
      writeArray(join(at, `${part}.features`), features.values)
      writeArray(join(at, `${part}.labels`), labels)
      writeArray(join(at, `${part}.offsets`), offsets)
    }
    const foldOf = new Uint32Array(known.listIds.length)
    for (const [fold, lists] of foldsApart(known, 5, { seed: 1 }, runtime.compute).entries()) for (const list of lists) foldOf[list] = fold
    writeArray(join(at, 'train.folds'), foldOf)
    const { status, error, stdout, stderr } = spawnSync(path, [script, at, String(known.width), String(trials), resolve(kept)], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(error?.message ?? stderr.trim().split('\n').at(-1))
    const entrants = Object.fromEntries(
      peers.map((peer) => {
        const bytes = readFileSync(join(at, `${peer}.scores`))
        const scores = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
        return [peer, valuesOf(scores, tested, profile)]
      }),
    )
    return { peers: JSON.parse(stdout), entrants }
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}

function valuesOf(scores, tested, profile) {
  const { values } = measureLists(scores, tested, { metrics, profile }, runtime.compute)
  return Object.fromEntries(metrics.map((metric, index) => [metric, Array.from(values[index])]))
}

function tables(from) {
  const read = (ending) =>
    readdirSync(from)
      .filter((file) => file.endsWith(ending))
      .map((file) => JSON.parse(readFileSync(join(from, file), 'utf8')))
  const ofPeers = read('.peers.json')
  const folds = read('.json')
    .filter(({ chosen }) => chosen !== undefined)
    .map((own) => {
      const other = ofPeers.find(({ set, fold }) => set === own.set && fold === own.fold)
      return { ...own, entrants: { ...own.entrants, ...other?.entrants } }
    })
  const ranks = new Map()
  const lines = []
  const summary = [
    '',
    '| set | auto | best single method | auto less it, 95 % interval | place of auto |',
    '| --- | --- | --- | --- | --- |',
  ]
  for (const set of new Set(folds.map((fold) => fold.set))) {
    const own = folds.filter((fold) => fold.set === set)
    const rows = rowsOf(own)
    for (const { entrant, place } of rows) ranks.set(entrant, [...(ranks.get(entrant) ?? []), place])
    const spent = own.map((fold) => fold.spent).join(', ')
    lines.push('', `${set}: ${own.length} folds; chosen ${own.map(({ chosen }) => chosen).join(', ')}; spent ${spent}`)
    lines.push('| ranker | NDCG@10 | MAP | auto less it, 95 % interval | place |', '| --- | --- | --- | --- | --- |')
    for (const { entrant, means, less, place } of rows)
      lines.push(`| ${entrant} | ${means.map(shown).join(' | ')} | ${entrant === 'auto' ? '' : less} | ${place} |`)
    const auto = rows.find(({ entrant }) => entrant === 'auto')
    const single = rows.find(({ entrant }) => entrant !== 'auto' && !peers.includes(entrant))
    const best = `${single.entrant} ${shown(single.means[0])}`
    summary.push(`| ${set} | ${shown(auto.means[0])} | ${best} | ${single.less} | ${auto.place} of ${rows.length} |`)
  }
  lines.push(...summary, '', '| ranker | mean place by NDCG@10 | sets |', '| --- | --- | --- |')
  const meanRanks = [...ranks].map(([entrant, own]) => [entrant, own.reduce((sum, rank) => sum + rank, 0) / own.length, own.length])
  for (const [entrant, rank, sets] of meanRanks.sort((a, b) => a[1] - b[1])) lines.push(`| ${entrant} | ${rank.toFixed(2)} | ${sets} |`)
  return lines.join('\n')
}

/** Entrants of all folds of a set, the best first; those that are equal share the mean of their places. */
function rowsOf(folds) {
  const values = (entrant, metric) => folds.flatMap(({ entrants }) => entrants[entrant][metric])
  const names = Object.keys(folds[0].entrants).filter((entrant) => folds.every(({ entrants }) => entrant in entrants))
  const rows = names.map((entrant) => ({
    entrant,
    means: metrics.map((metric) => meanOf(values(entrant, metric).filter((value) => value !== null))),
    less: differenceOf(values('auto', 'ndcg@10'), values(entrant, 'ndcg@10')),
  }))
  rows.sort((a, b) => b.means[0] - a.means[0])
  return rows.map((row) => {
    const better = rows.filter(({ means }) => means[0] > row.means[0]).length
    const equal = rows.filter(({ means }) => means[0] === row.means[0]).length
    return { ...row, place: better + (equal + 1) / 2 }
  })
}

function differenceOf(ours, theirs) {
  const differences = ours.flatMap((value, list) => (value === null || theirs[list] === null ? [] : [value - theirs[list]]))
  const [low, high] = bootstrapInterval(differences)
  const sign = (value) => `${value < 0 ? '−' : '+'}${shown(Math.abs(value))}`
  return `${sign(meanOf(differences))} (${sign(low)} to ${sign(high)})`
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function shown(value) {
  return value.toFixed(4)
}
