// One data set: every method on every fold, the peers beside them, and what was published for the same test parts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finish, score, selectLists, training } from '@rankwright/core'
import { joined, listCount, rowCount } from '@rankwright/core/data'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { meanOverLists, measureLists } from '@rankwright/core/metrics'
import { writeArray } from '../../bench/harness/arrays.mjs'
import { pythonForPeers } from '../../bench/python/setup.mjs'
import { dataFolder } from './realSets.mjs'

const metrics = ['ndcg@10', 'map']
/** Marks a ranker that was trained on the validation lists too, with the option chosen on them. */
const withAll = ', three parts'
const peerScript = fileURLToPath(new URL('../../bench/python/quality.py', import.meta.url))

/** All rankers, the peers' among them, and what was published. */
export async function measureSet(set, loaded, methodNames, runtime) {
  const { name, title, profile, published } = set
  const { lists, folds, how } = loaded
  const { rankers, peers } = await measureFolds(set, loaded, methodNames, runtime, peerScores)
  return {
    name,
    title,
    profile,
    how,
    lists: listCount(lists),
    rows: rowCount(lists),
    features: lists.width,
    folds: folds.map((fold) => ({
      name: fold.name,
      train: fold.train.length,
      valid: fold.valid.length,
      test: fold.test.length,
    })),
    rankers,
    peers,
    published: published === undefined ? [] : publishedFigures(published, folds),
  }
}

/** The rankers of these methods alone. */
export async function measureMethods(set, loaded, methodNames, runtime) {
  return (await measureFolds(set, loaded, methodNames, runtime, () => ({ peers: {}, scores: [] }))).rankers
}

async function measureFolds({ name, profile, published }, { lists, folds }, methodNames, runtime, scoresOfPeers) {
  // The published rankers had three parts to train on.
  const withAllParts = published !== undefined && folds.length === 4
  const collectors = new Map()
  const collector = (ranker) => {
    if (!collectors.has(ranker)) collectors.set(ranker, { perList: metrics.map(() => new Map()), folds: [], chosen: [] })
    return collectors.get(ranker)
  }
  const measure = (ranker, scores, test, numbers, chosen) => {
    const { perList, folds, chosen: all } = collector(ranker)
    const { values, metrics: used } = measureLists(scores, test, { metrics, profile })
    for (const [metric, of] of values.entries()) {
      for (const [place, list] of numbers.entries()) perList[metric].set(list, [...(perList[metric].get(list) ?? []), of[place]])
    }
    folds.push(values.map((of) => meanOverLists(of)))
    if (used.length !== metrics.length) throw new Error('one value per metric')
    if (chosen !== undefined) all.push(chosen)
  }
  let peers = {}
  for (const fold of folds) {
    const [train, valid, test] = [fold.train, fold.valid, fold.test].map((numbers) => selectLists(lists, numbers))
    for (const method of methodNames) {
      const begin = performance.now()
      const { model } = finish(training(train, { method, valid }, runtime))
      const [tuned] = model.training.tuned
      measure(method, score(model, test, runtime), test, fold.test, tuned && `${tuned.option} ${shown(model.options[tuned.option])}`)
      if (withAllParts) {
        const rest = selectLists(lists, joined([fold.train, fold.valid]))
        const refitted = finish(training(rest, { method, ...(tuned && { [tuned.option]: model.options[tuned.option] }) }, runtime)).model
        measure(`${method}${withAll}`, score(refitted, test, runtime), test, fold.test)
      }
      console.error(`${name}, ${fold.name}: ${method}, ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    }
    const found = scoresOfPeers({ train, valid, test })
    peers = found.peers
    for (const { ranker, scores } of found.scores) measure(ranker, scores, test, fold.test)
  }
  return { rankers: [...collectors].map(([ranker, collected]) => summary(ranker, collected)), peers }
}

/** Three digits of a number that nobody typed. */
function shown(value) {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value
}

function summary(ranker, { perList, folds, chosen }) {
  return {
    name: ranker,
    ...(chosen.length > 0 && { chosen }),
    metrics: Object.fromEntries(
      metrics.map((metric, index) => {
        const values = Float64Array.from(perList[index].values(), (of) => of.reduce((sum, value) => sum + value, 0) / of.length)
        const counted = values.filter((value) => !Number.isNaN(value))
        return [
          metric,
          {
            mean: rounded(meanOverLists(values)),
            interval: bootstrapInterval(counted).map(rounded),
            folds: folds.map((fold) => rounded(fold[index])),
          },
        ]
      }),
    ),
  }
}

/** LightGBM and XGBoost where their Python is here; labels that are not whole numbers are not for them. */
function peerScores({ train, valid, test }) {
  const { path, absent } = pythonForPeers()
  if (path === undefined) return { peers: { absent }, scores: [] }
  if (!train.labels.every(Number.isInteger)) return { peers: { absent: 'their lambdarank takes whole grades only' }, scores: [] }
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-results-'))
  try {
    for (const [part, { features, labels, offsets }] of Object.entries({ train, valid, test })) {
      writeArray(join(folder, `${part}.features`), features.values)
      writeArray(join(folder, `${part}.labels`), labels)
      writeArray(join(folder, `${part}.offsets`), offsets)
    }
    const { status, error, stdout, stderr } = spawnSync(path, [peerScript, folder, String(train.width)], { encoding: 'utf8' })
    if (status !== 0) return { peers: { absent: error?.message ?? stderr.trim().split('\n').at(-1) }, scores: [] }
    const versions = JSON.parse(stdout)
    const scores = Object.keys(versions).map((ranker) => {
      const bytes = readFileSync(join(folder, `${ranker}.scores`))
      return { ranker, scores: new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)) }
    })
    return { peers: versions, scores }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Part S1 is the test part of official fold 2, …, S5 that of fold 1. */
function publishedFigures(set, folds) {
  return ['RankSVM-Struct', 'RankBoost', 'AdaRank-NDCG', 'AdaRank-MAP'].flatMap((ranker) => {
    const file = join(dataFolder, 'golden-letor4-eval', 'baselines', `${ranker}.${set}.txt`)
    if (!existsSync(file)) return []
    const [, testing] = readFileSync(file, 'utf8').split('Performance on testing set')
    const rows = testing
      .split('Performance on')[0]
      .split('\n')
      .map((line) => line.trim().split('\t'))
    const column = (heading) => {
      const header = rows.findIndex((row) => row.includes(heading))
      const at = rows[header].indexOf(heading)
      const all = rows.slice(header + 1, header + 6).map((row) => Number(row[at]))
      return folds.map(({ name }) => all[Number(name.slice(1)) % 5])
    }
    const figures = [column('NDCG@10'), column('MAP')]
    const mean = (values) => rounded(values.reduce((sum, value) => sum + value, 0) / values.length)
    return {
      name: ranker,
      metrics: Object.fromEntries(metrics.map((metric, index) => [metric, { mean: mean(figures[index]), folds: figures[index] }])),
    }
  })
}

function rounded(value) {
  return Math.round(value * 1e6) / 1e6
}
