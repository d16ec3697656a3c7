// The real series at hand, made into streams: what research/streamResults.mjs and research/streamDefaults.mjs measure learners on.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededRandom } from '@rankwright/core'
import { rankOf, utilitiesOfRanks } from '@rankwright/core/streaming'
import { root } from '../scripts/setup.mjs'

const data = process.env.RANKWRIGHT_DATA ?? join(root, '..', 'shared', 'data')

/** The folder of a set where it is missing; undefined when it is there, or when the set needs none. */
export function missingFolder(folder) {
  if (folder === undefined) return undefined
  const path = join(data, folder)
  return existsSync(path) ? undefined : path
}

export const streamSets = [
  { folder: 'series-f1', title: 'Formula 1, 1950 to 2015: drivers per race', make: formulaOne },
  { folder: 'series-f1', title: 'Formula 1, with the place on the grid', make: () => raceSeries(raceTables(), { grid: true }) },
  {
    folder: 'series-university-rankings',
    title: 'Times Higher Education, 2011 to 2016: universities per year',
    make: () =>
      universities('timesData.csv.gz', 'university_name', [
        'teaching',
        'international',
        'research',
        'citations',
        'income',
        'num_students',
        'student_staff_ratio',
        'international_students',
      ]),
  },
  {
    folder: 'series-university-rankings',
    title: 'CWUR, 2012 to 2015: universities per year',
    make: () =>
      universities(
        'cwurData.csv.gz',
        'institution',
        [
          'quality_of_education',
          'alumni_employment',
          'quality_of_faculty',
          'publications',
          'influence',
          'citations',
          'broad_impact',
          'patents',
        ],
        -1,
      ),
  },
  { folder: 'recsys-movielens-100k', title: 'MovieLens 100K: the ratings of a user', make: movieRatings },
  { folder: 'recsys-jester5k', title: 'Jester: the ratings of a user, the first 1500 users', make: jokeRatings },
  { folder: 'clicks-open-bandit-men', title: 'Open Bandit, men: a hundred impressions a series, utility = click', make: clicks },
  { title: 'Made, weights stay: items with strengths and features', make: () => madeSeries(0) },
  { title: 'Made, weights drift: items with strengths and features', make: () => madeSeries(0.2) },
]

/** Rows of a CSV file as objects; quotes as in RFC 4180. */
function table(...path) {
  const bytes = readFileSync(join(data, ...path))
  const text = (path.at(-1).endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const rows = []
  const row = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') cell += text[++i]
      else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',' || character === '\n') {
      row.push(cell)
      cell = ''
      if (character === '\n') rows.push(row.splice(0))
    } else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  const [names, ...rest] = rows
  return rest.map((cells) => Object.fromEntries(names.map((name, column) => [name, cells[column]])))
}

function groupsOf(rows, key) {
  const groups = new Map()
  for (const row of rows) {
    const group = groups.get(row[key])
    if (group === undefined) groups.set(row[key], [row])
    else group.push(row)
  }
  return groups
}

/** The lines of a file in Latin 1. */
function lines(...path) {
  return gunzipSync(readFileSync(join(data, ...path)))
    .toString('latin1')
    .trimEnd()
    .split('\n')
}

/** Fading means by key: `value(key)` is NaN for a key that was never met. */
function fading(share) {
  const means = new Map()
  return {
    value: (key) => means.get(key) ?? Number.NaN,
    add: (key, value) => means.set(key, means.has(key) ? (1 - share) * means.get(key) + share * value : value),
  }
}

function formulaOne() {
  return raceSeries(raceTables())
}

/** Races in the order of time, and the results of each by its id. */
export function raceTables() {
  const races = table('series-f1', 'races.csv.gz').sort((a, b) => a.year - b.year || a.round - b.round)
  return { races, results: groupsOf(table('series-f1', 'results.csv.gz'), 'raceId') }
}

/**
 * One series per race. Features come from earlier races: form of driver and team, how often they finished, points of the season; with `grid` also
 * the place on the grid, which is known before the race.
 */
export function raceSeries({ races, results }, { grid = false } = {}) {
  const forms = [fading(0.4), fading(0.1), fading(0.3), fading(0.08), fading(0.1), fading(0.1)]
  const starts = new Map()
  let points = new Map()
  let year
  const series = []
  for (const race of races) {
    const met = new Set()
    const field = (results.get(race.raceId) ?? []).filter(({ driverId }) => !met.has(driverId) && met.add(driverId))
    if (field.length < 2) continue
    if (race.year !== year) points = new Map()
    year = race.year
    const keys = field.map(({ driverId, constructorId }) => ({ driver: driverId, team: `team ${constructorId}` }))
    const features = keys.flatMap(({ driver, team }, item) => [
      forms[0].value(driver),
      forms[1].value(driver),
      forms[2].value(team),
      forms[3].value(team),
      forms[4].value(driver),
      forms[5].value(team),
      Math.log1p(starts.get(driver) ?? 0),
      points.get(driver) ?? 0,
      points.get(team) ?? 0,
      ...(grid ? [Number(field[item].grid) > 0 ? -Number(field[item].grid) : Number.NaN] : []),
    ])
    const utilities = utilitiesOfRanks(Float64Array.from(field, ({ positionOrder }) => Number(positionOrder)))
    series.push({
      id: String(series.length + 1),
      width: grid ? 10 : 9,
      features: Float64Array.from(features),
      utilities,
      items: keys.map(({ driver }) => driver),
    })
    for (const [item, { driver, team }] of keys.entries()) {
      const finished = field[item].position === '\\N' ? 0 : 1
      for (const [form, key, value] of [
        [0, driver, utilities[item]],
        [1, driver, utilities[item]],
        [2, team, utilities[item]],
        [3, team, utilities[item]],
        [4, driver, finished],
        [5, team, finished],
      ])
        forms[form].add(key, value)
      starts.set(driver, (starts.get(driver) ?? 0) + 1)
      for (const key of [driver, team]) points.set(key, (points.get(key) ?? 0) + Number(field[item].points))
    }
  }
  return series
}

/** One series per year: the features of that year, and the rank that came of them; the total score is left out. With sign −1 the features are places. */
function universities(file, name, features, sign = 1) {
  const years = [...groupsOf(table('series-university-rankings', file), 'year')].sort(([a], [b]) => a - b)
  return years.map(([year, rows]) => ({
    id: year,
    width: features.length,
    features: Float64Array.from(rows.flatMap((row) => features.map((feature) => sign * numberIn(row[feature])))),
    utilities: utilitiesOfRanks(Float64Array.from(rows, (row) => rankOf(row.world_rank))),
    items: rows.map((row) => row[name]),
  }))
}

function numberIn(text) {
  const plain = text.replaceAll(',', '').replace('%', '').trim()
  return plain === '' || plain === '-' ? Number.NaN : Number(plain)
}

/** One series per user, in the order of their first ratings, the movies in the order of time: year, genres, and how often the movie was rated before. */
function movieRatings() {
  const movies = new Map(
    lines('recsys-movielens-100k', 'u.item.gz').map((line) => {
      const cells = line.split('|')
      return [cells[0], [Number(/\d{4}$/.exec(cells[2])?.[0] ?? Number.NaN), ...cells.slice(6).map(Number)]]
    }),
  )
  const rows = lines('recsys-movielens-100k', 'u.data.gz').map((line) => {
    const [user, item, rating, time] = line.split('\t')
    return { user, item, rating: Number(rating), time: Number(time) }
  })
  const users = [...groupsOf(rows, 'user')].map(([user, own]) => [user, own.sort((a, b) => a.time - b.time || a.item - b.item)])
  users.sort(([a, own], [b, other]) => own[0].time - other[0].time || a - b)
  const counts = new Map()
  return users.map(([user, own]) => {
    const features = own.flatMap(({ item }) => [...movies.get(item), Math.log1p(counts.get(item) ?? 0)])
    for (const { item } of own) counts.set(item, (counts.get(item) ?? 0) + 1)
    return seriesOf(user, own, features)
  })
}

/** One series per user in the order of the file: the mean rating of a joke by the users before, and how many they were. */
function jokeRatings() {
  const rows = table('recsys-jester5k', 'ratings.csv.gz').map(({ user, joke, rating }) => ({ user, item: joke, rating: Number(rating) }))
  const [sums, counts] = [new Map(), new Map()]
  return [...groupsOf(rows, 'user')].slice(0, 1500).map(([user, own]) => {
    const features = own.flatMap(({ item }) => [sums.get(item) / counts.get(item), Math.log1p(counts.get(item) ?? 0)])
    for (const { item, rating } of own) {
      sums.set(item, (sums.get(item) ?? 0) + rating)
      counts.set(item, (counts.get(item) ?? 0) + 1)
    }
    return seriesOf(user, own, features)
  })
}

function seriesOf(id, rows, features) {
  const utilities = Float64Array.from(rows, ({ rating }) => rating)
  return { id, width: features.length / rows.length, features: Float64Array.from(features), utilities, items: rows.map(({ item }) => item) }
}

/** 400 series of 20 of 60 items with strengths of their own; their six features wander, and the weights of these change by so much. */
function madeSeries(drift) {
  const random = seededRandom(11)
  const width = 6
  const normals = (count) => Float64Array.from({ length: count }, () => random.normal())
  let weights = normals(width)
  const pool = Array.from({ length: 60 }, () => normals(width))
  const strengths = normals(60)
  return Array.from({ length: 400 }, (_, number) => {
    if (drift > 0) weights = weights.map((weight) => 0.98 * weight + drift * random.normal())
    const field = new Set()
    while (field.size < 20) field.add(random.integer(pool.length))
    const items = [...field]
    for (const item of items) pool[item] = pool[item].map((value) => 0.98 * value + 0.2 * random.normal())
    const places = Float64Array.from(items, (item) => {
      const linear = pool[item].reduce((total, value, feature) => total + value * weights[feature], 0)
      return -linear - 0.7 * strengths[item] - 1.5 * random.normal()
    })
    const features = Float64Array.from(items.flatMap((item) => [...pool[item]]))
    return { id: String(number + 1), width, features, utilities: utilitiesOfRanks(places), items: items.map(String) }
  })
}

/** Impressions in the order of time, a hundred to a series; an item is as good as it was clicked. */
function clicks() {
  const items = table('clicks-open-bandit-men', 'item_context.csv')
  const rows = table('clicks-open-bandit-men', 'random.csv.gz')
  const seen = fading(0.02)
  const series = []
  for (let first = 0; first + 100 <= rows.length; first += 100) {
    const shown = rows.slice(first, first + 100)
    const features = shown.flatMap((row) => [
      Number(items[row.item_id].item_feature_0),
      Number(row.position),
      Number(row[`user-item_affinity_${row.item_id}`]),
      seen.value(row.item_id),
    ])
    const utilities = Float64Array.from(shown, ({ click }) => Number(click))
    series.push({
      id: String(series.length + 1),
      width: 4,
      features: Float64Array.from(features),
      utilities,
      items: shown.map(({ item_id }) => item_id),
    })
    for (const { item_id, click } of shown) seen.add(item_id, Number(click))
  }
  return series
}
