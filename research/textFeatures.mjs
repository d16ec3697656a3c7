// What of a text becomes features, measured on held-out lists: words, trigrams or both. The table of docs/decisions/tables-and-encoders.md.
//
//   node research/textFeatures.mjs [SET…]
//
// Needs a build (`npm run build`); the sets of films and universities need the data in $RANKWRIGHT_DATA or ../shared/data, and are left out
// without it.
import { seededRandom } from '@rankwright/core'
import { messyProducts } from '../examples/messyProducts.mjs'
import { compareEncodings, filmLines, tableOf } from './compareEncodings.mjs'

const choices = {
  lambdamart: { method: 'lambdamart', seeds: [1, 2] },
  listnet: { method: 'listnet', seeds: [undefined] },
}

const sets = {
  products: { rows: () => messyProducts(1, 200), grades: 'log' },
  'products, typos': { rows: () => withTypos(messyProducts(1, 200)), grades: 'log' },
  'products, title alone': { rows: () => titlesAlone(messyProducts(1, 200)), grades: 'log' },
  'products, title alone, typos': { rows: () => titlesAlone(withTypos(messyProducts(1, 200))), grades: 'log' },
  films: { rows: films, text: ['title'] },
  universities: { rows: universities, text: ['name'] },
}

/** What a product is, by its title alone: no brand, no category. */
function titlesAlone(rows) {
  return rows.map(({ brand: _, category: __, ...rest }) => rest)
}

/** About one in three words of four letters or more has a typo: a letter that is left out, doubled, another one, or two that changed places. */
function withTypos(rows) {
  const random = seededRandom(11)
  const mistyped = (word) => {
    if (random.uniform() >= 1 / 3) return word
    const at = 1 + random.integer(word.length - 2)
    const [before, letter, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)]
    const other = String.fromCharCode(97 + random.integer(26))
    return `${before}${[next, letter + letter + next, other + next, next + letter][random.integer(4)]}${after}`
  }
  return rows.map((row) => ({ ...row, title: row.title.replaceAll(/\p{L}{4,}/gu, mistyped) }))
}

/** How 300 viewers rated films: by title and year. */
function films() {
  const items = new Map(filmLines('u.item.gz').map((line) => [line.split('|')[0], line.split('|')]))
  return filmLines('u.data.gz').flatMap((line) => {
    const [user, item, rating] = line.split('\t')
    const [, title, date] = items.get(item)
    if (Number(user) > 300) return []
    return [{ query: `u${user}`, label: String(Number(rating) - 1), title: title.replace(/ \(\d{4}\)$/, ''), year: date.slice(-4) }]
  })
}

/** Which universities of a country are among the first 200, 400 … of the world in 2015: by name. Names with a comma are left out. */
function universities() {
  return tableOf('series-university-rankings/cwurData.csv.gz', ',')
    .filter(({ year }) => year === '2015')
    .map(({ country, institution, world_rank: place }) => ({
      query: `c ${country}`,
      label: String(5 - Math.ceil(Number(place) / 200)),
      name: institution.replaceAll('"', ''),
    }))
}

await compareEncodings(sets, { textFeatures: ['words', 'trigrams', 'both'] }, choices)
