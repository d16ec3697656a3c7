// The data on which the defaults of the linear rankers were chosen, and the data on which they were checked: the sets of docs/results.md, and ratings and
// compounds as ranking lists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { rankingLists, seededRandom } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { dataFolder, realSets } from '../results/realSets.mjs'

const real = (name) => () => realSets.find((set) => set.name === name).load()

/** `half` says what a set is for. `load` gives lists and folds { train, test } of list numbers, or undefined where the data is not here. */
export const defaultSets = [
  { name: 'letor-mq2008', half: 'choose', load: real('letor-mq2008') },
  { name: 'xgboost-rank', half: 'choose', load: real('xgboost-rank') },
  { name: 'catboost-querywise', half: 'choose', load: real('catboost-querywise') },
  { name: 'recsys-movielens-100k', half: 'choose', load: () => ratings('recsys-movielens-100k/u.data.gz', '\t') },
  { name: 'qsar-bloodbrain', half: 'choose', load: () => compounds('bloodbrain', 'logBBB', Number) },
  { name: 'letor-mq2007', half: 'check', load: real('letor-mq2007') },
  { name: 'letor-ohsumed', half: 'check', load: real('letor-ohsumed') },
  { name: 'mslr-web-sample', half: 'check', load: real('mslr-web-sample') },
  { name: 'lightgbm-lambdarank', half: 'check', load: real('lightgbm-lambdarank') },
  { name: 'recsys-jester5k', half: 'check', load: () => ratings('recsys-jester5k/ratings.csv.gz', ',') },
  { name: 'qsar-cox2', half: 'check', load: () => compounds('cox2', 'IC50', (value) => -Math.log10(value)) },
]

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

/** Each of three parts is tested once. */
function parts(lists) {
  const thirds = foldsOf(lists, 3, { seed: 1 })
  return thirds.map((test) => ({ train: joined(thirds.filter((third) => third !== test)), test }))
}

function linesOf(file) {
  const path = join(dataFolder, file)
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n') : undefined
}
