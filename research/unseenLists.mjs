// How well held-out lists that a model has seen are recognised, and how often new lists are taken for seen ones.
//
//   npm run build && node research/unseenLists.mjs [RUNS]
//
// Each line is a way to make held-out lists, from the training lists or not. It prints the mean share of held-out lists that are left out, and the
// share of runs in which the assumption "no part in training" is refuted: more than half of the lists are known, or rows of training lists occur too often.
// With real data in RANKWRIGHT_DATA or ../shared/data, new lists of MQ2008, OHSUMED and others are compared too: they should never be found.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { certify, rankingLists, seededRandom, train } from '../packages/core/dist/index.js'
import { readLists } from '../packages/node/dist/index.js'

const runs = Number(process.argv[2] ?? 40)
const [known, heldOut] = [200, 100]

const normal = (random) => () => [random.normal(), random.normal(), random.normal()]
const categories = (values) => (random) => () => values.map((count) => random.integer(count))
const grade = (random) => random.integer(3)

/** Lists of rows of a generator. */
function lists(rowOf, count, size, random) {
  return Array.from({ length: count }, () => Array.from({ length: size }, () => ({ features: rowOf(), label: grade(random) })))
}

const part = (share) => (rows) => rows.slice(0, Math.max(1, Math.round(share * rows.length)))
const leaks = {
  'rows shuffled': (trained, random) => trained.map((rows) => random.shuffle([...rows])),
  'labels + 1': (trained) => trained.map((rows) => rows.map(({ features, label }) => ({ features, label: label + 1 }))),
  'one row dropped, labels drawn anew': (trained, random) =>
    trained.map((rows) => rows.slice(1).map(({ features }) => ({ features, label: grade(random) }))),
  'nine tenths of the rows': (trained) => trained.map(part(0.9)),
  'half of the rows': (trained) => trained.map(part(0.5)),
  'a quarter of the rows': (trained) => trained.map(part(0.25)),
  '3 rows': (trained) => trained.map((rows) => rows.slice(0, 3)),
  'rows of all lists mixed': (trained) =>
    trained.map((rows, list) => rows.map((_, place) => trained[(list + place) % trained.length][place])),
  'features rounded to 3 decimals': (trained) =>
    trained.map((rows) => rows.map(({ features, label }) => ({ features: features.map((x) => Math.round(x * 1000) / 1000), label }))),
}

console.log(`leaked lists: ${known} training lists, ${heldOut} held out, ${runs} runs; three normal features`)
console.log('held-out lists'.padEnd(38), 'rows', ' all leaked: left out, refuted', '  1 in 10 leaked: left out, refuted')
for (const size of [10, 40]) {
  for (const [name, leak] of Object.entries(leaks)) {
    const figures = [1, 0.1].map((share) =>
      simulated((random) => {
        const trained = lists(normal(random), known, size, random)
        const taken = Math.round(share * heldOut)
        return [trained, [...leak(trained, random).slice(0, taken), ...lists(normal(random), heldOut - taken, size, random)], taken]
      }),
    )
    console.log(
      name.padEnd(38),
      String(size).padStart(4),
      ...figures.map(([left, refuted]) => `${percent(left)} ${percent(refuted)}`.padStart(32)),
    )
  }
}

console.log(`\nnew lists, which should be left alone: ${known} training lists, ${heldOut} held out, ${runs} runs`)
const natural = {
  'normal features': normal,
  'one feature of 3 values': categories([3]),
  '4 binary features': categories(new Array(4).fill(2)),
  '10 binary features': categories(new Array(10).fill(2)),
  '12 binary features': categories(new Array(12).fill(2)),
  '14 binary features': categories(new Array(14).fill(2)),
  '20 binary features': categories(new Array(20).fill(2)),
  'categories of 40 and 25 values': categories([40, 25]),
  'categories of 100, 50 and 10 values': categories([100, 50, 10]),
  'items of a catalogue of 1,000, few of them often': catalogue(1_000),
  'items of a catalogue of 30,000, few of them often': catalogue(30_000),
}
for (const size of [2, 10, 40]) {
  for (const [name, generator] of Object.entries(natural)) {
    const [left, refuted] = simulated((random) => {
      const rowOf = generator(random)
      return [lists(rowOf, known, size, random), lists(rowOf, heldOut, size, random), heldOut]
    })
    console.log(name.padEnd(50), String(size).padStart(4), percent(left), percent(refuted))
  }
}

const data = process.env.RANKWRIGHT_DATA ?? '../shared/data'
const parts = (folder, letter) => Array.from({ length: 4 }, (_, index) => join(data, folder, `${letter}${index + 1}.txt.gz`))
const sets = {
  MQ2008: parts('letor-mq2008', 'S'),
  MQ2007: parts('letor-mq2007', 'S'),
  OHSUMED: parts('letor-ohsumed', 'S'),
  'MQ2007-agg': parts('letor-mq2007-agg', 'A'),
  'LightGBM example': ['rank.train.gz', 'rank.test.gz'].map((file) => join(data, 'lightgbm-lambdarank', file)),
}
console.log('\nnew lists of real data: each file held out, each other one trained on')
for (const [name, files] of Object.entries(sets)) {
  if (!existsSync(files[0])) {
    console.log(name.padEnd(50), 'is not there')
    continue
  }
  const read = []
  for (const file of files) read.push(await readLists(file))
  const outcomes = read.flatMap((one) => read.filter((other) => other !== one).map((other) => outcome(one, other)))
  console.log(
    name.padEnd(50),
    `${outcomes.length} pairs`,
    `at most ${percent(Math.max(...outcomes.map(([left]) => left)))} left out,`,
    `${outcomes.filter(([, refuted]) => refuted).length} refuted`,
  )
  const raised = (lists) => ({ ...lists, labels: lists.labels.map((label) => label + 1) })
  const halves = (lists) => firstRows(lists, 0.5)
  for (const [way, made] of [
    ['labels + 1', raised],
    ['half of the rows', halves],
  ]) {
    const found = read.map((lists) => outcome(lists, made(lists)))
    console.log(`  ${way}`.padEnd(50), `${found.filter(([, refuted]) => refuted).length} of ${found.length} refuted`)
  }
}

function catalogue(items) {
  return (random) => {
    const features = Array.from({ length: items }, () => [random.normal(), random.normal()])
    return () => features[Math.floor(items * random.uniform() ** 3)]
  }
}

/** Mean share of the lists taken that are left out, and the share of runs in which the assumption is refuted. */
function simulated(draw) {
  let [left, refuted] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const [trained, held, taken] = draw(seededRandom(run + 1))
    const [share, isRefuted] = outcome(listsOf(trained), listsOf(held))
    left += (share * held.length) / taken / runs
    refuted += isRefuted / runs
  }
  return [left, refuted]
}

/** The share of the lists that are left out, and whether the assumption is refuted. */
function outcome(trained, held) {
  const model = train(trained, { method: 'least-squares', scale: 'none', missing: 'zero', lambda: 1 })
  try {
    const { heldOut, certificates } = certify(model, { heldOut: held, metrics: ['ndcg@10'], profile: 'letor4' })
    return [heldOut[0].seen / heldOut[0].lists, certificates[0].assumptions[1].holds === false ? 1 : 0]
  } catch (problem) {
    const [{ code, found }] = problem.problems ?? [{}]
    if (code !== 'held-out-is-known') throw problem
    return [found === undefined ? 1 : (found.same + found.similar + found.rows) / found.lists, 1]
  }
}

function firstRows(lists, share) {
  const kept = []
  for (let list = 0; list < lists.listIds.length; list++) {
    const rows = lists.offsets[list + 1] - lists.offsets[list]
    for (let row = 0; row < Math.max(1, Math.round(share * rows)); row++) kept.push([list, lists.offsets[list] + row])
  }
  const { features, width } = lists
  return rankingLists({
    features: kept.map(([, row]) => Array.from(features.values.subarray(row * width, (row + 1) * width))),
    labels: kept.map(([, row]) => lists.labels[row]),
    lists: kept.map(([list]) => `${list}`),
  })
}

function listsOf(all) {
  const rows = all.flat()
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: all.flatMap((each, list) => each.map(() => `q${list}`)),
  })
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`.padStart(8)
}
