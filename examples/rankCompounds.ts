/**
 * Which compounds to make next: a table of compounds with measured activity becomes one list, the compounds not yet measured are ranked by
 * what the others teach. There are often more descriptors than compounds; the closed form does not mind, and picks its own lambda by
 * leaving out one compound at a time. How sure it is that a compound is better than the next one comes with it.
 *
 *   node rankCompounds.js table.csv activity
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { evaluate, type Model, type RankedItem, type RankingLists, rank, rankingLists, seededRandom, train } from 'rankwright'

export interface CompoundTable {
  readonly descriptors: readonly (readonly number[])[]
  /** Greater is better. */
  readonly activities: readonly number[]
}

export interface CompoundRanking {
  /** Share of the pairs of compounds that were set aside which come out in the wrong order. */
  readonly disagreement: number
  /** The same for a linear ranker. */
  readonly linearDisagreement: number
  /** The compounds set aside, most promising first; `item` is the row of the table. */
  readonly order: readonly RankedItem[]
}

/** Learns from four in five compounds and ranks the rest. */
export function rankCompounds(table: CompoundTable, seed = 1): CompoundRanking {
  const rows = seededRandom(seed).shuffle(Array.from(table.activities, (_, row) => row))
  const aside = Math.ceil(rows.length / 5)
  const [unknown, known] = [oneList(table, rows.slice(0, aside)), oneList(table, rows.slice(aside))]
  const curved = train(known, { method: 'rankrls', scale: 'standard', uncertainty: true })
  const straight = train(known, { method: 'ranksvm', scale: 'standard' })
  const wrong = (model: Model) => 1 - evaluate(model, unknown, { metrics: ['pairwise-accuracy'] }).metrics['pairwise-accuracy']
  const [{ items }] = rank(curved, unknown, { intervals: true })
  return { disagreement: wrong(curved), linearDisagreement: wrong(straight), order: items }
}

function oneList({ descriptors, activities }: CompoundTable, rows: readonly number[]): RankingLists {
  return rankingLists({
    features: rows.map((row) => descriptors[row]),
    labels: rows.map((row) => activities[row]),
    lists: rows.map(() => 'all'),
    items: rows,
  })
}

/** Made-up compounds: activity falls off with the distance to a hidden optimum in a few of many descriptors. */
export function madeUpCompounds(count: number, width: number, seed: number): CompoundTable {
  const random = seededRandom(seed)
  const optimum = Array.from({ length: 4 }, () => random.normal())
  const descriptors = Array.from({ length: count }, () => {
    const own = Array.from({ length: 4 }, () => 1.5 * random.normal())
    return Array.from({ length: width }, (_, j) => (j < 8 ? own[j % 4] + 0.3 * random.normal() : 0.5 * random.normal()))
  })
  const activities = descriptors.map(
    (row) => -Math.hypot(...optimum.map((best, j) => (row[j] + row[j + 4]) / 2 - best)) + 0.2 * random.normal(),
  )
  return { descriptors, activities }
}

/** A CSV file, plain or gzipped; columns that are not numbers throughout are left out. */
export function readCompounds(file: string, activity: string): CompoundTable {
  const bytes = readFileSync(file)
  const [heading, ...lines] = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split(/\r?\n/)
  const names = heading.split(',')
  const rows = lines.map((line) => line.split(',').map(Number))
  const columns = names
    .map((_, column) => column)
    .filter((column) => names[column] !== activity && rows.every((row) => !Number.isNaN(row[column])))
  const label = names.indexOf(activity)
  return { descriptors: rows.map((row) => columns.map((column) => row[column])), activities: rows.map((row) => row[label]) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, activity] = process.argv.slice(2)
  const { disagreement, linearDisagreement, order } = rankCompounds(readCompounds(file, activity))
  console.log(`wrong pairs: ${(100 * disagreement).toFixed(1)} %, a linear ranker ${(100 * linearDisagreement).toFixed(1)} %`)
  for (const { item, score, overNext } of order.slice(0, 10))
    console.log(item, score.toFixed(3), overNext === undefined ? '' : `P(above the next) ${overNext.probability.toFixed(2)}`)
}
