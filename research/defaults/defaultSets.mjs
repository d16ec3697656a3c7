// The data on which the defaults of the linear rankers were chosen, and the data on which they were checked: the sets of docs/results.md, and ratings and
// compounds as ranking lists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { rankingLists, seededRandom } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { dataFolder, realSets } from '../results/realSets.mjs'

const real = (name) => () => realSets.find((set) => set.name === name).load()

/** `load` gives lists and folds { train, test } of list numbers, or undefined where the data is not here. */
const sets = [
  { name: 'catboost-querywise', load: real('catboost-querywise') },
  { name: 'letor-mq2007', load: real('letor-mq2007') },
  { name: 'letor-mq2008', load: real('letor-mq2008') },
  { name: 'letor-ohsumed', load: real('letor-ohsumed') },
  { name: 'lightgbm-lambdarank', load: real('lightgbm-lambdarank') },
  { name: 'made-clean', load: () => made({ features: 10, telling: 10, noise: 1 }) },
  { name: 'made-noisy', load: () => made({ features: 10, telling: 10, noise: 6 }) },
  { name: 'made-units', load: () => made({ features: 10, telling: 10, noise: 3, units: 10 }) },
  { name: 'made-wide', load: () => made({ features: 100, telling: 5, noise: 2 }) },
  { name: 'mslr-web-sample', load: real('mslr-web-sample') },
  { name: 'qsar-bloodbrain', load: () => compounds('bloodbrain', 'logBBB', Number) },
  { name: 'qsar-cox2', load: () => compounds('cox2', 'IC50', (value) => -Math.log10(value)) },
  { name: 'qsar-dhfr', load: () => compounds('dhfr', 'Y', (value) => (value === 'active' ? 1 : 0)) },
  { name: 'qsar-meltingpoint', load: () => compounds('meltingpoint', 'melting_point', Number) },
  { name: 'recsys-jester5k', load: () => ratings('recsys-jester5k/ratings.csv.gz', ',') },
  { name: 'recsys-movielens-100k', load: () => ratings('recsys-movielens-100k/u.data.gz', '\t') },
  { name: 'xgboost-rank', load: real('xgboost-rank') },
]

/** `half` says what a set is for: by its name alone, every other one in alphabetical order is for choosing, the others for checking. */
export const defaultSets = sets
  .sort((a, b) => (a.name < b.name ? -1 : 1))
  .map((set, place) => ({ ...set, half: place % 2 === 0 ? 'choose' : 'check' }))

/** Items in a list of compounds. */
const COMPOUNDS = 12
/** Users whose ratings describe the items. */
const DESCRIBING = 40
const USERS = 400

/** A list for each of some users: the items they rated, described by what the users with most ratings thought of them, and by how many that are. */
function ratings(file, separator) {
  const lines = linesOf(file)
  if (lines === undefined) return undefined
  const users = new Map()
  for (const line of lines) {
    const [user, item, rating] = line.split(separator)
    if (!Number.isFinite(Number(rating))) continue // the heading
    if (!users.has(user)) users.set(user, [])
    users.get(user).push({ item, rating: Number(rating) })
  }
  const byCount = [...users].sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
  const describing = byCount.slice(0, DESCRIBING).map(([, own]) => new Map(own.map(({ item, rating }) => [item, rating])))
  const others = seededRandom(3).shuffle(byCount.slice(DESCRIBING)).slice(0, USERS)
  const rows = others.flatMap(([user, own]) => own.map((one) => ({ user, ...one })))
  const lists = rankingLists({
    features: rows.map(({ item }) => {
      const known = describing.map((of) => of.get(item))
      const given = known.filter((rating) => rating !== undefined)
      const mean = given.length > 0 ? given.reduce((sum, rating) => sum + rating, 0) / given.length : 0
      return [mean, given.length, ...known.map((rating) => (rating === undefined ? 0 : rating - mean))]
    }),
    labels: rows.map(({ rating }) => Math.max(0, rating)),
    lists: rows.map(({ user }) => user),
  })
  return { lists, folds: parts(lists) }
}

/** Compounds in lists of a dozen, as they would come from an assay plate. */
function compounds(file, label, gradeOf) {
  const lines = linesOf(`qsar/${file}.csv.gz`)
  if (lines === undefined) return undefined
  const names = lines[0].trim().split(',')
  const cells = seededRandom(5).shuffle(lines.slice(1).map((line) => line.trim().split(',')))
  const numeric = names.flatMap((name, column) =>
    name !== label && cells.every((row) => row[column] !== '' && !Number.isNaN(Number(row[column]))) ? [column] : [],
  )
  const grades = cells.map((row) => gradeOf(row[names.indexOf(label)]))
  const [least, greatest] = [Math.min(...grades), Math.max(...grades)]
  const lists = rankingLists({
    features: cells.map((row) => numeric.map((column) => Number(row[column]))),
    labels: grades.map((grade) => (4 * (grade - least)) / (greatest - least)),
    lists: cells.map((_, row) => `${Math.floor(row / COMPOUNDS)}`),
  })
  return { lists, folds: parts(lists) }
}

/** Grades of a noisy sum of the features that tell something; features may have units that differ by powers of one number. */
function made({ features: width, telling, noise, units = 1 }) {
  const random = seededRandom(17)
  const truth = Array.from({ length: width }, (_, column) => (column < telling ? Math.cos(3 * column) : 0))
  const rows = Array.from({ length: 400 * 20 }, () => Array.from({ length: width }, () => random.normal()))
  const grades = rows.map((row) => row.reduce((sum, value, column) => sum + truth[column] * value, noise * random.normal()))
  const lists = rankingLists({
    features: rows.map((row) => row.map((value, column) => units ** (column % 4) * value)),
    labels: grades.map((grade) => Math.max(0, Math.min(4, Math.floor(grade)))),
    lists: rows.map((_, row) => Math.floor(row / 20)),
  })
  return { lists, folds: parts(lists) }
}

/** Each of three parts is tested once. */
function parts(lists) {
  const thirds = foldsOf(lists, 3, { seed: 1 })
  return thirds.map((test) => ({ train: joined(thirds.filter((third) => third !== test)), test }))
}

function linesOf(file) {
  const path = join(dataFolder, file)
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n') : undefined
}
