// The real data sets of docs/results.md: where they lie, and which lists are trained on, chosen on and measured on.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { rankingLists } from '@rankwright/core'
import { foldsOf, joined, letorFoldLayout, listCount } from '@rankwright/core/data'
import { readLists } from '@rankwright/node'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const dataFolder = process.env.RANKWRIGHT_DATA ?? join(root, '..', 'shared', 'data')

/**
 * `load` gives the lists and folds of list numbers, or undefined where the data is not here. `published` names the tables of LETOR 4.0
 * with figures for the same test parts.
 */
export const realSets = [
  { name: 'letor-mq2007', title: 'LETOR 4.0 MQ2007', profile: 'letor4', published: 'MQ2007', load: () => letorParts('letor-mq2007') },
  { name: 'letor-mq2008', title: 'LETOR 4.0 MQ2008', profile: 'letor4', published: 'MQ2008', load: () => letorParts('letor-mq2008') },
  { name: 'letor-ohsumed', title: 'LETOR OHSUMED', profile: 'letor4', load: () => letorParts('letor-ohsumed') },
  {
    name: 'mslr-web-sample',
    title: 'MSLR-WEB sample',
    profile: 'mslr',
    load: async () => {
      const files = await readAll('mslr-web-sample', ['train.txt.gz', 'vali.txt.gz'])
      return files && cut(together(files))
    },
  },
  {
    name: 'lightgbm-lambdarank',
    title: "LightGBM's lambdarank example",
    profile: 'lightgbm',
    load: async () => {
      const files = await readAll('lightgbm-lambdarank', ['rank.train.gz', 'rank.test.gz'])
      return files && fixedTest(...files)
    },
  },
  {
    name: 'catboost-querywise',
    title: "CatBoost's query-wise pool",
    profile: 'rankwright',
    load: () => {
      const folder = folderOf('catboost-querywise')
      return folder && fixedTest(catboostLists(join(folder, 'train.tsv.gz')), catboostLists(join(folder, 'test.tsv.gz')))
    },
  },
  {
    name: 'xgboost-rank',
    title: "XGBoost's ranking test data",
    profile: 'xgboost',
    load: () => {
      const folder = folderOf('xgboost-rank')
      return folder && fixedTest(xgboostLists(join(folder, 'rank.train.csv')), xgboostLists(join(folder, 'rank.test.csv')))
    },
  },
]

function folderOf(name) {
  const folder = join(dataFolder, name)
  return existsSync(folder) ? folder : undefined
}

async function readAll(name, files) {
  const folder = folderOf(name)
  if (folder === undefined) return undefined
  const read = []
  for (const file of files) read.push(await readLists(join(folder, file), { format: 'letor' }))
  return read
}

/** Parts S1, S2, … as far as they are here. With all five these are the official folds. */
export async function letorParts(name, known = ['S1', 'S2', 'S3', 'S4', 'S5']) {
  const folder = folderOf(name)
  if (folder === undefined) return undefined
  const names = known.filter((part) => existsSync(join(folder, `${part}.txt.gz`)))
  const read = await readAll(
    name,
    names.map((part) => `${part}.txt.gz`),
  )
  const official = names.length === 5
  const trained = names.length === 2 ? 'one part' : `${names.length - 2} parts`
  const { lists, parts } = together(read)
  return {
    lists,
    folds: letorFoldLayout(names.length).map(({ train, vali, test }) => ({
      train: joined(train.map((part) => parts[part])),
      valid: parts[vali],
      test: parts[test],
      name: names[test],
    })),
    how: official
      ? 'The five official folds: train on three parts, choose on the fourth, test on the fifth.'
      : `Of the five parts ${names.join(', ')} are here, so none of the official folds can be formed. Each part is tested once: train on the ${trained} after it (in a circle), choose on the part before it.`,
  }
}

/** Several files as one set of lists; `parts` holds the list numbers of each. */
function together(files) {
  const rows = { features: [], labels: [], lists: [] }
  const parts = []
  const width = Math.max(...files.map((file) => file.width))
  let lists = 0
  for (const [number, file] of files.entries()) {
    const { features, offsets, labels } = file
    parts.push(Uint32Array.from({ length: listCount(file) }, (_, list) => lists + list))
    lists += listCount(file)
    for (let list = 0; list < listCount(file); list++) {
      for (let row = offsets[list]; row < offsets[list + 1]; row++) {
        rows.features.push(denseRow(features, file.width, row, width))
        rows.labels.push(labels[row])
        rows.lists.push(`${number}:${file.listIds[list]}`)
      }
    }
  }
  return { lists: rankingLists(rows), parts }
}

function denseRow(features, width, row, wanted) {
  const values = new Float32Array(wanted)
  if (features.kind === 'dense') values.set(features.values.subarray(row * width, (row + 1) * width))
  else for (let i = features.rowStarts[row]; i < features.rowStarts[row + 1]; i++) values[features.columns[i]] = features.values[i]
  return values
}

/** No parts of its own: five parts, drawn with seed 1, in the layout of LETOR. */
function cut({ lists }) {
  const parts = foldsOf(lists, 5, { seed: 1 })
  return {
    lists,
    folds: letorFoldLayout(5).map(({ train, vali, test }) => ({
      train: joined(train.map((part) => parts[part])),
      valid: parts[vali],
      test: parts[test],
      name: `part ${test + 1}`,
    })),
    how: 'All lists together, cut into five parts (seed 1): train on three, choose on one, test on one, so that each part is tested once.',
  }
}

/** A test file of its own; the validation lists are each fifth of the training file in turn, and a test list counts with its mean. */
function fixedTest(train, test) {
  const { lists, parts } = together([train, test])
  const fifths = foldsOf(train, 5, { seed: 1 }) // the training lists come first, so the numbers are the same
  return {
    lists,
    folds: fifths.map((valid, number) => ({
      train: joined(fifths.filter((fifth) => fifth !== valid)),
      valid,
      test: parts[1],
      name: `without fifth ${number + 1}`,
    })),
    how: 'The test file as it is. Five models, each trained on four fifths of the training file and chosen on the other fifth (seed 1); a test list counts with the mean of the five.',
  }
}

/** No header; column 1 is the group, column 2 the target, columns 5 and up are features. */
function catboostLists(file) {
  const cells = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  return rankingLists({
    features: cells.map((row) => row.slice(5).map(Number)),
    labels: cells.map((row) => Number(row[2])),
    lists: cells.map((row) => row[1]),
  })
}

/** No header: label, three features, group. */
function xgboostLists(file) {
  const cells = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))
  return rankingLists({
    features: cells.map((row) => row.slice(1, 4)),
    labels: cells.map((row) => row[0]),
    lists: cells.map((row) => row[4]),
  })
}
