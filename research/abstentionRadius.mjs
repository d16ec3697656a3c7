// Does the radius that is best on some lists do harm on others? On every judged set at hand: a model is trained, the radius for the cost 0.1
// chosen on validation lists, and the loss on test lists compared with that of never abstaining. Prints the table of docs/abstaining.md:
// `node research/abstentionRadius.mjs [part of a set's name]`, after `npm run build`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { abstain, finish, rankingLists, seededRandom, selectLists, training } from '@rankwright/core'
import { readLists, runtimeFor } from '@rankwright/node'
import { dataFolder, realSets } from './results/realSets.mjs'

const only = process.argv[2] ?? ''
const cost = 0.1
const methods = { 'least squares': { method: 'least-squares' }, abstaining: { method: 'abstaining', radius: 10, iterations: 200 } }
const { runtime, close } = runtimeFor(1)

console.log('| set | method | splits | wrong | undecided | change | worst split | cautious: undecided | change | worst split |')
console.log('|---|---|---|---|---|---|---|---|---|---|')
for (const { name, load } of realSets) {
  await report(name, async () => {
    const loaded = await load()
    return loaded?.folds.map(({ train, valid, test }) => [train, valid, test].map((numbers) => selectLists(loaded.lists, numbers)))
  })
}
await report('letor-mq2007-agg', async () => {
  const parts = ['A1', 'A2', 'A3', 'A4'].map((part) => join(dataFolder, 'letor-mq2007-agg', `${part}.txt.gz`))
  if (!parts.every(existsSync)) return undefined
  const read = await Promise.all(parts.map((part) => readLists(part)))
  return read.map((_, first) => [0, 1, 2].map((next) => read[(first + next) % 4]))
})
await report('images-cifar10', async () => {
  const files = ['train_4000', 'test_2000'].map((file) => join(dataFolder, 'images-cifar10', `${file}.bin.gz`))
  if (!files.every(existsSync)) return undefined
  const [train, test] = await Promise.all(files.map((file) => readLists(file, { format: 'cifar' })))
  const rows = Array.from(train.labels, (_, row) => row)
  return [[someRows(train, rows.slice(0, 2000)), someRows(train, rows.slice(2000)), test]]
})
const compounds = {
  cox2: ['IC50', (value) => -Math.log10(value)],
  dhfr: ['Y', (value) => (value === 'active' ? 1 : 0)],
  bloodbrain: ['logBBB', Number],
  meltingpoint: ['melting_point', Number],
}
for (const [file, [label, of]] of Object.entries(compounds))
  await report(`qsar, ${file}`, () => thirds(compoundList(`qsar/${file}.csv.gz`, label, of)))
await report('recsys-movielens-100k', () => usersInThirds(ratings('recsys-movielens-100k/u.data.gz', '\t', 0)))
await report('recsys-jester5k', () => usersInThirds(ratings('recsys-jester5k/ratings.csv.gz', ',', 1)))
close()

/** `splitsOf` gives [train, valid, test] several times over, or nothing where the data is not here. */
async function report(name, splitsOf) {
  if (!name.includes(only)) return
  const splits = await splitsOf()
  if (splits === undefined) return console.error(`${name}: the data is not here`)
  for (const [title, options] of Object.entries(methods)) {
    const results = splits.map(([train, valid, test]) => {
      const { model } = finish(training(train, options, runtime))
      const { chosen } = abstain(model, valid, { choose: true, cost, costs: [cost] }, runtime)
      const radii = [0, chosen.radius, chosen.cautious.radius]
      const [without, found, careful] = abstain(model, test, { radii, costs: [cost], seed: 2 }, runtime).table
      return {
        wrong: without.misranked,
        undecided: found.abstained,
        change: found.loss - without.loss,
        carefulUndecided: careful.abstained,
        carefulChange: careful.loss - without.loss,
      }
    })
    const mean = (key) => results.reduce((sum, result) => sum + result[key], 0) / results.length
    const worst = (key) => Math.max(...results.map((result) => result[key])).toFixed(3)
    const percent = (key) => `${(100 * mean(key)).toFixed(0)} %`
    const part = (undecided, change) => [percent(undecided), mean(change).toFixed(3), worst(change)]
    const cells = [percent('wrong'), ...part('undecided', 'change'), ...part('carefulUndecided', 'carefulChange')]
    console.log(`| ${name} | ${title} | ${splits.length} | ${cells.join(' | ')} |`)
  }
}

function someRows({ features, width, labels }, rows) {
  return rankingLists({
    features: rows.map((row) => features.values.subarray(row * width, (row + 1) * width)),
    labels: rows.map((row) => labels[row]),
    lists: rows.map(() => 'all'),
  })
}

/** One list, cut into thirds of its rows at random: each third is trained on, chosen on and tested on once. */
function thirds(list) {
  if (list === undefined) return undefined
  const order = seededRandom(2).shuffle(Array.from(list.labels, (_, row) => row))
  const parts = [0, 1, 2].map((third) =>
    someRows(
      list,
      order.filter((_, place) => place % 3 === third),
    ),
  )
  return [0, 1, 2].map((first) => [0, 1, 2].map((next) => parts[(first + next) % 3]))
}

function text(file) {
  const path = join(dataFolder, file)
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString('utf8').trim() : undefined
}

function compoundList(file, label, of) {
  const lines = text(file)?.split(/\r?\n/)
  if (lines === undefined) return undefined
  const names = lines[0].split(',')
  const cells = lines.slice(1).map((line) => line.split(','))
  const numeric = (column) => cells.every((row) => row[column] !== '' && !Number.isNaN(Number(row[column])))
  const columns = names.flatMap((name, column) => (name !== label && numeric(column) ? [column] : []))
  return rankingLists({
    features: cells.map((row) => columns.map((column) => Number(row[column]))),
    labels: cells.map((row) => of(row[names.indexOf(label)])),
    lists: cells.map(() => 'all'),
  })
}

function ratings(file, separator, headings) {
  const lines = text(file)?.split(/\r?\n/).slice(headings)
  return lines?.map((line) => line.split(separator)).map(([user, item, rating]) => ({ user, item, rating: Number(rating) }))
}

/** A list for each user with forty ratings or more; items are described by the ratings of the hundred users who gave most. */
function usersInThirds(all) {
  if (all === undefined) return undefined
  const users = new Map()
  for (const rating of all) users.set(rating.user, [...(users.get(rating.user) ?? []), rating])
  const byCount = [...users].sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
  const describing = byCount.slice(0, 100).map(([, own]) => {
    const mean = own.reduce((sum, { rating }) => sum + rating, 0) / own.length
    return new Map(own.map(({ item, rating }) => [item, rating - mean]))
  })
  const others = seededRandom(3)
    .shuffle(byCount.slice(100).filter(([, own]) => own.length >= 40))
    .slice(0, 300)
  const parts = [0, 1, 2].map((third) => {
    const rated = others.filter((_, place) => place % 3 === third).flatMap(([, own]) => own)
    return rankingLists({
      features: rated.map(({ item }) => describing.map((known) => known.get(item) ?? 0)),
      labels: rated.map(({ rating }) => rating),
      lists: rated.map(({ user }) => user),
    })
  })
  return [0, 1, 2].map((first) => [0, 1, 2].map((next) => parts[(first + next) % 3]))
}
