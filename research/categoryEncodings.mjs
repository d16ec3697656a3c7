// How categories become features for lambdamart, measured on held-out lists: a feature each or mean labels (auto), mean labels alone, or
// numbers that trees split on. The table of docs/decisions/tables-and-encoders.md.
//
//   node research/categoryEncodings.mjs [SET…]
//
// Encoders are fitted to the training lists of each fold alone. Needs a build (`npm run build`); the sets of races and films need the data in
// $RANKWRIGHT_DATA or ../shared/data, and are left out without it.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { finish, score, seededRandom, selectLists, training } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { refittedParts } from '@rankwright/core/experiments'
import { measureLists } from '@rankwright/core/metrics'
import { readLists, runtimeFor } from '@rankwright/node'
import { csvOf, messyProducts } from '../examples/messyProducts.mjs'

const FOLDS = 3
const SEEDS = [1, 2]
const encodings = ['auto', 'target', 'codes']
const choices = {
  defaults: {},
  'all features, 8 leaves': { featureShare: 1, leaves: 8 },
  'larger trees': { leaves: 31, learningRate: 0.1, trees: 100, featureShare: 1, listShare: 1 },
}
const root = process.env.RANKWRIGHT_DATA ?? new URL('../../shared/data', import.meta.url).pathname

const sets = {
  products: { rows: () => messyProducts(1, 200), grades: 'log' },
  'products, small': { rows: () => messyProducts(3, 40), grades: 'log' },
  shops: { rows: shops },
  races: { rows: races },
  films: { rows: films },
}

/** 200 brands that differ in worth and in whether a high price speaks for them, in 12 cities whose taste differs by brand. */
function shops() {
  const random = seededRandom(7)
  const worth = Array.from({ length: 200 }, () => random.normal())
  return Array.from({ length: 20_000 }, (_, row) => {
    const brand = Math.floor(200 * random.uniform() ** 2)
    const [city, price, rating] = [random.integer(12), random.normal(), random.normal()]
    const grade =
      1 + worth[brand] + 0.7 * price * (brand % 2 === 0 ? 1 : -1) + 0.3 * ((brand + city) % 3 === 0 ? 1 : 0) + 0.8 * random.normal()
    return {
      query: `q${Math.floor(row / 20)}`,
      label: String(Math.max(0, Math.min(4, Math.round(grade)))),
      brand: `b${brand}`,
      city: `c${city}`,
      price: price.toFixed(3),
      rating: rating.toFixed(3),
    }
  })
}

/** Who of a Formula 1 race came among the first ten: by driver, team and place on the grid. */
function races() {
  const results = tableOf('series-f1/results.csv.gz', ',')
  const years = new Map(tableOf('series-f1/races.csv.gz', ',').map(({ raceId, year }) => [raceId, Number(year)]))
  return results
    .filter(({ raceId }) => years.get(raceId) >= 1995)
    .map(({ raceId, driverId, constructorId, grid, positionOrder }) => ({
      query: `r${raceId}`,
      label: String(Math.max(0, Math.ceil((11 - Number(positionOrder)) / 2.5))),
      driver: `d${driverId}`,
      team: `t${constructorId}`,
      grid,
    }))
}

/** How a viewer rated films: by film, first genre and year. */
function films() {
  const text = (name) =>
    gunzipSync(readFileSync(`${root}/recsys-movielens-100k/${name}`))
      .toString('latin1')
      .trim()
      .split('\n')
  const items = new Map(text('u.item.gz').map((line) => [line.split('|')[0], line.split('|')]))
  const people = new Map(
    readFileSync(`${root}/recsys-movielens-100k/u.user`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.split('|')[0], line.split('|')]),
  )
  return text('u.data.gz').map((line) => {
    const [user, item, rating] = line.split('\t')
    const parts = items.get(item)
    const person = people.get(user)
    const genres = parts.slice(5).flatMap((flag, genre) => (flag === '1' ? [`g${genre}`] : []))
    return {
      query: `u${user}`,
      label: String(Number(rating) - 1),
      film: `f${item}`,
      genre: genres[0] ?? '',
      second: genres[1] ?? '',
      job: person[3],
      year: parts[2].slice(-4),
      age: person[1],
    }
  })
}

function tableOf(path, separator) {
  const [head, ...lines] = gunzipSync(readFileSync(`${root}/${path}`))
    .toString()
    .trim()
    .split('\n')
  const names = head.split(separator)
  return lines.map((line) => Object.fromEntries(line.split(separator).map((cell, at) => [names[at], cell])))
}

const { runtime, close } = runtimeFor(1)
const asked = process.argv.slice(2)
console.log('set\toptions\tencoding\tNDCG@10\tagainst auto\t95 % interval\tseconds')
for (const [name, { rows, ...reading }] of Object.entries(sets)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  let made
  try {
    made = rows()
  } catch (problem) {
    console.log(`${name}\tleft out: ${problem.message}`)
    continue
  }
  const bytes = new TextEncoder().encode(csvOf(made))
  for (const [choice, options] of Object.entries(choices)) {
    const perEncoding = new Map()
    for (const encoding of encodings) {
      const lists = await readLists(bytes, {
        name: `${name}.csv`,
        ...reading,
        keepCells: true,
        categoryEncoding: encoding,
      })
      const parts = foldsOf(lists, FOLDS, { seed: 1 })
      const values = new Map()
      const started = process.cpuUsage().user
      for (const tested of parts) {
        const { train, test } = refittedParts(
          selectLists(lists, joined(parts.filter((part) => part !== tested))),
          selectLists(lists, tested),
        )
        for (const seed of SEEDS) {
          const { model } = finish(training(train, { method: 'lambdamart', ...options, seed }, runtime))
          const measured = measureLists(score(model, test, runtime), test, { metrics: ['ndcg@10'] }).values[0]
          for (const [place, list] of tested.entries())
            if (!Number.isNaN(measured[place])) values.set(list, (values.get(list) ?? 0) + measured[place] / SEEDS.length)
        }
      }
      perEncoding.set(encoding, values)
      const seconds = (process.cpuUsage().user - started) / 1e6
      const auto = perEncoding.get('auto')
      const differences = Float64Array.from([...values].map(([list, value]) => value - auto.get(list)))
      const mean = (all) => all.reduce((sum, value) => sum + value, 0) / all.length
      const [low, high] = encoding === 'auto' ? [0, 0] : bootstrapInterval(differences)
      console.log(
        [
          name,
          choice,
          encoding,
          mean([...values.values()]).toFixed(4),
          mean(differences).toFixed(4),
          `${low.toFixed(4)} to ${high.toFixed(4)}`,
          seconds.toFixed(1),
        ].join('\t'),
      )
    }
  }
}
close()
