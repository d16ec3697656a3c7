// How often intervals of margins hold what they are of, and whether P(A above B) is right, on lists that the models have not seen.
// `simulated`: lists with a level each, lists with ties, few lists, so the true margins are known. `real`: pairs drawn from the test lists of real
// sets, five of lists with grades and one list of compounds with measured labels; the posterior and the calibration on the validation lists,
// next to each other. Prints the tables of docs/least-squares-ranking.md:
//
//   node research/marginCalibration.mjs simulated [trials [part of the lists' name]]
//   node research/marginCalibration.mjs real [part of a set's name]
//
// after `npm run build`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { calibrate, marginIntervals, rank, rankingLists, score, seededRandom, selectLists, train } from '@rankwright/core'
import { foldsOf } from '@rankwright/core/data'
import { probabilityAbove } from '@rankwright/core/models'
import { runtimeFor } from '@rankwright/node'
import { dataFolder, realSets } from './results/realSets.mjs'

const [part = 'simulated', asked, lists = ''] = process.argv.slice(2)
const levels = [0.5, 0.8, 0.9]
/** How many standard deviations an interval of each level goes to each side. */
const reaches = [0.6744897501960817, 1.2815515655446004, 1.6448536269514722]
/** Pairs that are drawn from each test list. */
const drawnPairs = 20
const { runtime, close } = runtimeFor(1)
const inside = (value, [low, high]) => value >= low && value <= high
const percent = (share) => (100 * share).toFixed(1)

if (part === 'simulated') simulated(asked === undefined ? 12 : Number(asked), lists)
else await real(asked ?? '')
close()

/** Neighbours of new lists, after a fit with the penalty that the method chooses. */
function simulated(trials, only) {
  const models = {
    elmrank: { method: 'elmrank', nodes: 100, node: 'fourier', uncertainty: true },
    rankrls: { method: 'rankrls', uncertainty: true },
    'rankrls, basis 60': { method: 'rankrls', basis: 60, uncertainty: true },
  }
  const sizes = (random, count) => Array.from({ length: count }, () => 1 + random.integer(10))
  const drawn = {
    levels: (random) => generated(random, sizes(random, 60), false),
    ties: (random) => generated(random, sizes(random, 60), true),
    'few lists': (random) => generated(random, [40, 30, 1, 30], false),
  }
  console.log('| lists | model | true margin: 0.5 | 0.8 | 0.9 | label difference: 0.5 | 0.8 | 0.9 | P said | P right |')
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const [name, draw] of Object.entries(drawn).filter(([name]) => name.includes(only))) {
    for (const [title, options] of Object.entries(models)) {
      const margin = levels.map(() => 0)
      const label = levels.map(() => 0)
      let [pairs, said, right] = [0, 0, 0]
      for (let trial = 0; trial < trials; trial++) {
        const random = seededRandom(1000 + trial)
        const model = train(draw(random).lists, options, runtime)
        const { lists, truth } = generated(random, sizes(random, 60), name === 'ties')
        for (const [index, level] of levels.entries()) {
          for (const { items } of rank(model, lists, { intervals: true, level }, runtime)) {
            for (const [place, { row, overNext }] of items.slice(0, -1).entries()) {
              const next = items[place + 1].row
              if (inside(truth[row] - truth[next], overNext.interval)) margin[index]++
              if (inside(lists.labels[row] - lists.labels[next], overNext.labelInterval)) label[index]++
              if (index > 0) continue
              pairs++
              said += overNext.probability
              right += truth[row] > truth[next] ? 1 : truth[row] === truth[next] ? 0.5 : 0
            }
          }
        }
      }
      const shares = [...margin, ...label, said, right].map((count) => percent(count / pairs))
      console.log(`| ${name} | ${title} | ${shares.join(' | ')} |`)
    }
  }
}

/** Smooth true scores, a level for each list, labels that scatter; with ties, few values of features and whole labels. */
function generated(random, sizes, tied) {
  const ids = sizes.flatMap((size, list) => Array(size).fill(list))
  const value = () => (tied ? random.integer(4) - 1.5 : random.normal())
  const listLevels = sizes.map(() => 3 * random.normal())
  const features = ids.map(() => [value(), value(), value()])
  const truth = features.map(([a, b, c]) => a + Math.sin(1.5 * b) + 0.5 * a * c)
  const labels = ids.map((list, row) => {
    const label = listLevels[list] + truth[row] + 0.7 * random.normal()
    return tied ? Math.round(label) : label
  })
  return { lists: rankingLists({ features, labels, lists: ids }), truth }
}

async function real(only) {
  const models = {
    elmrank: { method: 'elmrank', uncertainty: true },
    'rankrls, basis 300': { method: 'rankrls', basis: 300, uncertainty: true },
  }
  const wanted = ['letor-mq2008', 'letor-mq2007', 'letor-ohsumed', 'mslr-web-sample', 'lightgbm-lambdarank']
  const sets = [
    ...realSets.filter(({ name }) => wanted.includes(name)).map(({ name, load }) => ({ name, load: () => load().then(firstFold) })),
    { name: 'qsar, meltingpoint', load: compounds },
  ].filter(({ name }) => name.includes(only))
  console.log(
    '| set | model | pairs | right | posterior P: said | its error | calibrated P: said | its error | label differences held: 0.5 | 0.8 | 0.9 |',
  )
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const { name, load } of sets) {
    const loaded = await load()
    for (const [title, options] of Object.entries(models)) {
      const { valid, test } = loaded
      const plain = train(loaded.train, options, runtime)
      const model = valid === undefined ? plain : calibrate(plain, valid, runtime)
      const { counted, posterior, calibrated, held } = measured(model, test)
      const cells = [
        counted,
        percent(posterior.right),
        percent(posterior.said),
        posterior.error.toFixed(3),
        calibrated === undefined ? '' : percent(calibrated.said),
        calibrated === undefined ? '' : calibrated.error.toFixed(3),
        ...held.map(percent),
      ]
      console.log(`| ${name} | ${title} | ${cells.join(' | ')} |`)
    }
  }
}

function firstFold({ lists, folds: [{ train: fit, valid, test }] }) {
  return { train: selectLists(lists, fit), valid: selectLists(lists, valid), test: selectLists(lists, test) }
}

/** Measured labels of compounds: one list, a fifth of which is the test list; one list cannot calibrate. */
async function compounds() {
  const text = gunzipSync(readFileSync(join(dataFolder, 'qsar', 'meltingpoint.csv.gz'))).toString('utf8')
  const [heading, ...cells] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const columns = [...heading.keys()].filter((column) => cells.every((row) => Number.isFinite(Number(row[column]))))
  const rows = cells.map((row) => columns.map((column) => Number(row[column])))
  const label = columns.indexOf(heading.indexOf('melting_point'))
  const single = rankingLists({ features: rows.map(() => [0]), labels: rows.map(() => 0), lists: rows.map((_, row) => row) })
  const [aside] = foldsOf(single, 5, { seed: 1 })
  const isAside = new Set(aside)
  const listOf = (chosen) =>
    rankingLists({
      features: chosen.map((row) => row.filter((_, column) => column !== label)),
      labels: chosen.map((row) => row[label]),
      lists: chosen.map(() => 'all'),
    })
  return { train: listOf(rows.filter((_, row) => !isAside.has(row))), test: listOf(rows.filter((_, row) => isAside.has(row))) }
}

function measured(model, lists) {
  const pairs = pairsOf(lists)
  const scores = score(model, lists, runtime)
  const ordered = pairs.map(([one, other, weight]) => (scores[one] >= scores[other] ? [one, other, weight] : [other, one, weight]))
  const rows = ordered.map(([one, other]) => [one, other])
  const found = marginIntervals(model, lists, rows, { level: levels[0] }, runtime)
  const away = ordered.map(([one, other]) => lists.labels[one] - lists.labels[other])
  const weights = ordered.map(([, , weight]) => weight)
  const differing = ordered.flatMap((_, pair) => (away[pair] === 0 ? [] : [pair]))
  const said = (of) => judged(differing.map((pair) => ({ said: of(pair), right: away[pair] > 0 ? 1 : 0, weight: weights[pair] })))
  return {
    counted: ordered.length,
    posterior: said((pair) => found[pair].probability),
    calibrated: model.calibration && said((pair) => probabilityAbove(model.calibration, found[pair].margin)),
    held: reaches.map((reach) => heldShare(found, away, weights, reach / reaches[0])),
  }
}

/** The share of label differences within their intervals, each made wider by a factor. */
function heldShare(found, away, weights, factor) {
  let [held, total] = [0, 0]
  for (const [pair, { margin, labelInterval }] of found.entries()) {
    const half = factor * (labelInterval[1] - margin)
    if (inside(away[pair], [margin - half, margin + half])) held += weights[pair]
    total += weights[pair]
  }
  return held / total
}

/** Pairs of rows of the same list, drawn with seed 1, and their weights: each list counts once. A single list gives 2,000 pairs. */
function pairsOf({ offsets }) {
  const random = seededRandom(1)
  const pairs = []
  const wanted = offsets.length === 2 ? 2000 : drawnPairs
  for (let list = 0; list + 1 < offsets.length; list++) {
    const size = offsets[list + 1] - offsets[list]
    if (size < 2) continue
    for (let draw = 0; draw < wanted; draw++) {
      const one = random.integer(size)
      const other = (one + 1 + random.integer(size - 1)) % size
      pairs.push([offsets[list] + one, offsets[list] + other, 1 / wanted])
    }
  }
  return pairs
}

/** The mean of what is said and of what is right, and the mean of |said − right| over ten bins of equal weight. */
function judged(pairs) {
  const mean = (of, key) => of.reduce((sum, pair) => sum + pair.weight * pair[key], 0) / of.reduce((sum, { weight }) => sum + weight, 0)
  const sorted = pairs.toSorted((a, b) => a.said - b.said)
  const bins = Array.from({ length: 10 }, (_, bin) =>
    sorted.slice(Math.floor((bin * sorted.length) / 10), Math.floor(((bin + 1) * sorted.length) / 10)),
  ).filter((bin) => bin.length > 0)
  const error = bins.reduce((sum, bin) => sum + Math.abs(mean(bin, 'said') - mean(bin, 'right')), 0) / bins.length
  return { said: mean(pairs, 'said'), right: mean(pairs, 'right'), error }
}
