// lambdamart beside LightGBM on all folds of all sets, with five seeds: the table of docs/methods/lambdamart.md.
//
//   node research/treePeers.mjs [SET…]        with five seeds
//   node research/treePeers.mjs bins [SET…]   without drawing features, for 246 to 255 bins, rows of leaves counted in both ways
//
// Two comparisons: the same options for both, and the defaults of each. Whole grades only, as LightGBM takes no others. Lists are not sampled in the
// first: LightGBM 4.7.0 can draw lists (bagging_by_query), but the scores that it then computes slopes from are not those of its trees.
// Needs a build (`npm run build`), the data in $RANKWRIGHT_DATA or ../shared/data, and the Python of the benchmarks (bench/README.md), or
// BENCH_PYTHON.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finish, rankingLists, score, seededRandom, selectLists, training } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { measureLists } from '@rankwright/core/metrics'
import { runtimeFor } from '@rankwright/node'
import { writeArray } from '../bench/harness/arrays.mjs'
import { pythonForPeers } from '../bench/python/setup.mjs'
import { defaultSets } from './defaults/defaultSets.mjs'

const SEEDS = [1, 2, 3, 4, 5]
const BINS = [246, 247, 248, 249, 250, 251, 252, 253, 254, 255]
const script = fileURLToPath(new URL('./treePeers.py', import.meta.url))

const sampled = (seed) => ({
  ours: {
    leaves: 7,
    learningRate: 0.05,
    trees: 300,
    featureShare: 0.5,
    listShare: 1,
    minRows: 20,
    countRows: 'by-curvature',
    minHessian: 1e-3,
    cutoff: 30,
    bins: 255,
    seed,
  },
  peer: {
    num_leaves: 7,
    learning_rate: 0.05,
    num_iterations: 300,
    feature_fraction: 0.5,
    seed,
  },
})
const usual = (seed) => ({ ours: { seed }, peer: { num_iterations: 100 } }) // which draws nothing
/** Grades follow from a category of many, and from how it turns another feature. */
const categories = {
  name: 'made-categories',
  categories: [0],
  load() {
    const random = seededRandom(7)
    const effects = Array.from({ length: 200 }, () => random.normal())
    const rows = Array.from({ length: 20_000 }, () => [Math.floor(200 * random.uniform() ** 2), random.normal(), random.normal()])
    const gradeOf = ([category, own]) =>
      Math.round(1 + effects[category] + 0.7 * own * (category % 2 === 0 ? 1 : -1) + 0.8 * random.normal())
    const lists = rankingLists({
      features: rows,
      labels: rows.map((row) => Math.max(0, Math.min(4, gradeOf(row)))),
      lists: rows.map((_, row) => Math.floor(row / 20)),
    })
    const thirds = foldsOf(lists, 3, { seed: 1 })
    return { lists, folds: thirds.map((test) => ({ train: joined(thirds.filter((third) => third !== test)), test })) }
  },
}
const withBins = (countRows) => (bins) => {
  const { ours, peer } = sampled(1)
  return { ours: { ...ours, featureShare: 1, countRows, bins }, peer: { ...peer, feature_fraction: 1, max_bin: bins } }
}
const overBins = process.argv[2] === 'bins'
const comparisons = overBins
  ? { 'rows exactly': BINS.map(withBins('exactly')), 'rows by curvature': BINS.map(withBins('by-curvature')) }
  : { 'same options': SEEDS.map(sampled), defaults: SEEDS.map(usual) }

const { path, absent } = pythonForPeers()
if (path === undefined) throw new Error(absent)
const { runtime, close } = runtimeFor(1)
const names = process.argv.slice(overBins ? 3 : 2)
console.log('set\tcomparison\tlists\tlambdamart\tLightGBM\tdifference\t95 % interval')
for (const { name, categories: categorical = [], load } of [...defaultSets, categories]) {
  if (names.length > 0 && !names.includes(name)) continue
  const loaded = await load()
  if (loaded === undefined) continue
  if (!loaded.lists.labels.every((label) => Number.isInteger(label) && label >= 0 && label <= 30)) {
    console.log(`${name}\tleft out: LightGBM takes whole grades only`)
    continue
  }
  compare(name, loaded, categorical)
}
close()

/** Each test list counts with its mean over folds and runs. */
function compare(name, { lists, folds }, categorical) {
  const named = categorical.length > 0 && { categories: categorical.map((feature) => `${feature + 1}`) }
  const found = new Map(Object.keys(comparisons).map((comparison) => [comparison, { ours: new Map(), peer: new Map() }]))
  for (const { train: numbers, test: tested } of folds) {
    const [train, test] = [numbers, tested].map((some) => selectLists(lists, some))
    const runs = Object.entries(comparisons).flatMap(([comparison, given]) => given.map((run) => ({ comparison, ...run })))
    const peerRuns = [...new Set(runs.map(({ peer }) => JSON.stringify(peer)))]
    const peerScores = scoresOfPeer(train, test, peerRuns, categorical)
    for (const { comparison, ours, peer: given } of runs) {
      const { model } = finish(training(train, { method: 'lambdamart', ...ours, ...named }, runtime))
      const { ours: own, peer } = found.get(comparison)
      collect(own, score(model, test, runtime), test, tested)
      collect(peer, peerScores[peerRuns.indexOf(JSON.stringify(given))], test, tested)
    }
  }
  for (const [comparison, { ours, peer }] of found) {
    const [own, other] = [ours, peer].map(meansOf)
    const differences = own.map((value, place) => value - other[place])
    const [low, high] = bootstrapInterval(differences)
    const figures = [mean(own), mean(other), mean(differences)].map((value) => value.toFixed(4))
    console.log([name, comparison, own.length, ...figures, `${low.toFixed(4)} to ${high.toFixed(4)}`].join('\t'))
  }
}

function collect(into, scores, lists, numbers) {
  const { values } = measureLists(scores, lists, { metrics: ['ndcg@10'] })
  for (const [place, list] of numbers.entries()) {
    if (Number.isNaN(values[0][place])) continue
    into.set(list, [...(into.get(list) ?? []), values[0][place]])
  }
}

function meansOf(perList) {
  return Float64Array.from(
    [...perList.keys()].sort((a, b) => a - b),
    (list) => mean(perList.get(list)),
  )
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function scoresOfPeer(train, test, runs, categorical) {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-trees-'))
  try {
    for (const [part, { features, labels, offsets }] of Object.entries({ train, test })) {
      writeArray(join(folder, `${part}.features`), features.values)
      writeArray(join(folder, `${part}.labels`), labels)
      writeArray(join(folder, `${part}.offsets`), offsets)
    }
    const given = [script, folder, String(train.width), `[${runs.join(',')}]`, JSON.stringify(categorical)]
    const { status, error, stderr } = spawnSync(path, given, { encoding: 'utf8' })
    if (status !== 0) throw new Error(error?.message ?? stderr.trim().split('\n').at(-1))
    return runs.map((_, run) => {
      const bytes = readFileSync(join(folder, `${run}.scores`))
      return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
