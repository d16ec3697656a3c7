// A made-up table of a product search, as messy as real ones: prices with a currency, percentages, yes and no, N/A, dates, text and
// categories. The same seed gives the same rows.
//
//   node examples/messyProducts.mjs messy.csv            5,000 rows or so
//   node examples/messyProducts.mjs held-out.csv 2       the same shop, other queries
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const kinds = {
  Audio: ['headphones', 'earbuds', 'speaker', 'soundbar', 'microphone'],
  'Home & Kitchen': ['kettle', 'toaster', 'blender', 'lamp', 'vacuum cleaner'],
  Sports: ['running shoes', 'yoga mat', 'water bottle', 'backpack', 'tent'],
  Office: ['desk chair', 'monitor', 'keyboard', 'notebook', 'desk lamp'],
  Toys: ['puzzle', 'board game', 'building blocks', 'kite', 'doll house'],
}
const qualities = ['wireless', 'foldable', 'compact', 'waterproof', 'quiet', 'ergonomic', 'portable', 'stainless', 'wooden', 'light']
const colours = ['black', 'white', 'red', 'blue', 'green', 'grey']
const brands = ['Acme', 'Borealis', 'Ceres', 'Delmar', 'Ébène', 'Fjord', 'Gamma', 'Hollis', 'Ibis', 'Juno', 'Kestrel', 'Lumen']
/** How good the products of a brand are; nothing in the table says so. */
const qualityOfBrand = [0.9, -0.8, 0.3, -0.4, 0.7, 0.1, -0.9, 0.5, -0.2, 0.6, -0.6, 0]

/** Rows of the table as objects whose values are cells. */
export function messyProducts(seed = 1, queries = 200) {
  const random = seeded(seed)
  const products = catalogue()
  const rows = []
  for (let query = 0; query < queries; query++) {
    const kind = pick(random, Object.values(kinds).flat())
    const [quality, colour] = [pick(random, qualities), random() < 0.4 ? pick(random, colours) : '']
    const text = [quality, colour, kind].filter((word) => word !== '').join(' ')
    const same = products.filter((product) => product.kind === kind)
    const shown = [...shuffled(random, same).slice(0, 16), ...shuffled(random, products).slice(0, 9)]
    const seen = new Set()
    for (const product of shown) {
      if (seen.has(product.id)) continue
      seen.add(product.id)
      rows.push(rowOf(random, text, { kind, quality, colour }, product))
    }
  }
  return rows
}

/** The products of the shop, the same for every seed. */
function catalogue() {
  const random = seeded(4711)
  const products = []
  for (const [category, names] of Object.entries(kinds)) {
    for (const kind of names) {
      for (let i = 0; i < 40; i++) {
        const brand = Math.floor(random() * brands.length)
        const [quality, colour] = [pick(random, qualities), pick(random, colours)]
        const title = `${brands[brand]} ${quality} ${kind}, ${colour}${random() < 0.3 ? ' (2-pack)' : ''}`
        const price = Math.round(500 + random() ** 2 * 150_000) / 100
        const age = Math.floor(random() * 900)
        const product = { id: `P-${10_000 + products.length}`, title, brand, category, kind, quality, colour, price, age }
        products.push({
          ...product,
          discount: Math.floor(random() * 40),
          inStock: random() < 0.8,
          rating: 1 + Math.floor(random() * 9) / 2,
        })
      }
    }
  }
  return products
}

function rowOf(random, query, wanted, product) {
  const fits = Number(product.kind === wanted.kind) * 2 + Number(product.quality === wanted.quality) * 1.2
  const dressed = Number(wanted.colour !== '' && product.colour === wanted.colour) * 0.8
  const worth = qualityOfBrand[product.brand] + 0.6 * Number(product.inStock) + 0.02 * product.discount - 0.0008 * product.age
  const utility = fits + dressed + worth + 0.15 * (product.rating - 3) + 0.5 * (random() - 0.5)
  const clicks = Math.max(0, Math.round(2 ** (1.4 * utility) - 1.5 + random()))
  return {
    query,
    product_id: product.id,
    title: product.title,
    brand: random() < 0.03 ? 'N/A' : brands[product.brand],
    category: product.category,
    price: `$${product.price.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    discount: random() < 0.05 ? '' : `${product.discount}%`,
    in_stock: product.inStock ? 'yes' : 'no',
    rating_stars: random() < 0.1 ? 'N/A' : String(product.rating),
    last_updated: new Date(Date.UTC(2026, 5, 30) - product.age * 86_400_000).toISOString().slice(0, 10),
    clicks: String(clicks),
  }
}

/** Rows as CSV text. */
export function csvOf(rows) {
  const names = Object.keys(rows[0])
  const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return `${[names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => cells.map(cell).join(',')).join('\n')}\n`
}

function pick(random, among) {
  return among[Math.floor(random() * among.length)]
}

function shuffled(random, items) {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Mulberry32. */
function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , out = 'messy.csv', seed = '1', queries = '200'] = process.argv
  writeFileSync(out, csvOf(messyProducts(Number(seed), Number(queries))))
}
