// How the defaults of the stream learners were chosen: mean tau-b of a few coarse values on one half of the streams: the first half of the Formula 1
// races and of the MovieLens users, the Times ranking and five kinds of made streams. The other half had no part in the choice, and is a check: the
// second half of the races (with the place on the grid) and of the users, CWUR, Jester, the clicks and two other made streams. Takes about ten minutes.

import { wasmCompute } from '@rankwright/compute'
import { seededRandom } from '@rankwright/core'
import { RankingStream, utilitiesOfRanks } from '@rankwright/core/streaming'
import { missingFolder, streamSets } from './streamSeries.mjs'

const runtime = { compute: wasmCompute({ reserve: 64 << 20 }) }
const [races, raceGrids, times, cwur, movies, jokes, clicks, stay, drift] = streamSets.map(({ folder, make }) => {
  if (missingFolder(folder) !== undefined) throw new Error(`${missingFolder(folder)} is not there.`)
  return make()
})
const firstHalf = (series) => series.slice(0, series.length >> 1)
const secondHalf = (series) => series.slice(series.length >> 1)
const kinds = ['still', 'drifting', 'turning', 'bump', 'waves']
const chosenOn = {
  'races, first half': firstHalf(races),
  Times: times,
  'MovieLens, first half': firstHalf(movies),
  ...Object.fromEntries(kinds.map((kind) => [kind, madeStream(kind)])),
}
const checkedOn = {
  'races with grid, second half': secondHalf(raceGrids),
  CWUR: cwur,
  'MovieLens, second half': secondHalf(movies),
  Jester: jokes,
  clicks,
  stays: stay,
  drifts: drift,
}

const onClusters = ['linear', 'kernel', 'conjugate']
/** As the paper has it, with what was best for that form. */
const paper = { clusters: 32, clusterWeights: 'equal', linearMeans: 'smoothed', linearWeight: 30 }
const curved = { kernelWeight: 1, priorWeight: 0.1 }
const trials = [
  ...['ridge', 'rls', 'ogd'].map((learner) => ({ learner })),
  ...onClusters.map((learner) => ({ learner, ...paper, ...(learner !== 'linear' && curved) })),
  { learner: 'linear', ...paper, clusterWeights: 'size' },
  { learner: 'linear', ...paper, clusterWeights: 'size', linearMeans: 'series' },
  ...onClusters.map((learner) => ({ learner })),
  ...[10, 30, 100, 300].map((linearWeight) => ({ learner: 'linear', linearWeight })),
  ...[8, 32, 128].map((clusters) => ({ learner: 'linear', clusters })),
  ...[32, 128].map((clusters) => ({ learner: 'kernel', clusters })),
  ...[1, 30].map((kernelWeight) => ({ learner: 'kernel', kernelWeight })),
  ...[0.5, 0.95].map((smoothing) => ({ learner: 'kernel', smoothingX: smoothing, smoothingR: smoothing })),
  ...onClusters.map((learner) => ({ learner, clusterBy: 'features+rank' })),
  ...[100, 10000].map((dualWeight) => ({ learner: 'conjugate', dualWeight })),
  ...[0.9, 0.98].map((forgetting) => ({ learner: 'rls', forgetting })),
  ...[0.1, 1, 3].map((step) => ({ learner: 'ogd', step })),
]

const columns = [...Object.keys(chosenOn), 'mean', ...Object.keys(checkedOn), 'mean']
console.log(`| options | ${columns.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`)
for (const options of trials) {
  const cells = [chosenOn, checkedOn].flatMap((half) => withMean(Object.values(half).map((series) => tauOf(options, series))))
  const name = Object.entries(options).map(([option, value]) => (option === 'learner' ? value : `${option} ${value}`))
  console.log(`| ${name.join(', ')} | ${cells.map((value) => value.toFixed(4)).join(' | ')} |`)
}

function withMean(values) {
  return [...values, values.reduce((total, value) => total + value / values.length, 0)]
}

function tauOf(options, series) {
  const stream = new RankingStream({ runtime, metrics: ['kendall-tau'], options: { ...options, drift: 'none' } })
  for (const one of series) stream.learn(one)
  return stream.evaluation.means()['kendall-tau']
}

/** 300 series of 20 of 60 items whose six features wander; the utility is still, drifts, turns once, or is not linear at all. */
function madeStream(kind) {
  const random = seededRandom(11)
  const width = 6
  const normals = (count) => Float64Array.from({ length: count }, () => random.normal())
  let weights = normals(width)
  const others = normals(width)
  const pool = Array.from({ length: 60 }, () => normals(width))
  return Array.from({ length: 300 }, (_, number) => {
    if (kind === 'drifting') weights = weights.map((weight) => 0.99 * weight + 0.14 * random.normal())
    if (kind === 'turning' && number === 150) weights = others
    const field = new Set()
    while (field.size < 20) field.add(random.integer(pool.length))
    const rows = [...field].map((item) => {
      pool[item] = pool[item].map((value) => 0.98 * value + 0.2 * random.normal())
      return pool[item]
    })
    const places = Float64Array.from(rows, (row) => -utilityOf(kind, row, weights) - 1.5 * random.normal())
    const items = [...field].map(String)
    return {
      id: String(number + 1),
      width,
      features: Float64Array.from(rows.flatMap((row) => [...row])),
      utilities: utilitiesOfRanks(places),
      items,
    }
  })
}

function utilityOf(kind, row, weights) {
  if (kind === 'bump') return 2 * Math.exp(-2 * (row[0] - 0.5) ** 2) + 0.5 * Math.abs(row[1]) + 0.3 * row[2]
  const linear = row.reduce((total, value, j) => total + weights[j] * value, 0)
  return kind === 'waves' ? 0.5 * linear + 1.5 * Math.sin(1.5 * row[0]) : linear
}
