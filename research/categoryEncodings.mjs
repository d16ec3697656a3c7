// How categories become features for lambdamart, measured on held-out lists: a feature each or mean labels (auto), mean labels alone, or
// numbers that trees split on. The table of docs/decisions/tables-and-encoders.md.
//
//   node research/categoryEncodings.mjs [SET…]
//
// Encoders are fitted to the training lists of each fold alone. Needs a build (`npm run build`); the sets of races and films need the data in
// $RANKWRIGHT_DATA or ../shared/data, and are left out without it.
import { readFileSync } from 'node:fs'
import { seededRandom } from '@rankwright/core'
import { messyProducts } from '../examples/messyProducts.mjs'
import { compareEncodings, dataRoot, filmLines, tableOf } from './compareEncodings.mjs'

const trees = { method: 'lambdamart', seeds: [1, 2] }
const choices = {
  defaults: trees,
  'all features, 8 leaves': { ...trees, featureShare: 1, leaves: 8 },
  'larger trees': { ...trees, leaves: 31, learningRate: 0.1, trees: 100, featureShare: 1, listShare: 1 },
}

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
  const items = new Map(filmLines('u.item.gz').map((line) => [line.split('|')[0], line.split('|')]))
  const people = new Map(
    readFileSync(`${dataRoot}/recsys-movielens-100k/u.user`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.split('|')[0], line.split('|')]),
  )
  return filmLines('u.data.gz').map((line) => {
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

await compareEncodings(sets, { categoryEncoding: ['auto', 'target', 'codes'] }, choices)
