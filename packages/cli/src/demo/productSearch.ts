/**
 * A made-up shop: search queries, the products each of them brought up, five grades by a judge who errs now and then, and
 * the clicks that visitors left on the shop's present order, which favour whatever stood on top.
 */
import type { Random } from '@rankwright/core/numeric'

/** The columns of a row that a ranker may look at, in file order. */
export const productFeatures = [
  'title_match',
  'description_match',
  'embedding_similarity',
  'category_match',
  'brand_match',
  'colour_match',
  'price',
  'price_against_list',
  'discount',
  'rating',
  'reviews',
  'sales_30d',
  'returns_rate',
  'in_stock',
  'delivery_days',
  'seller_score',
  'image_count',
  'title_length',
  'days_listed',
  'sponsored',
] as const

type ProductFeature = (typeof productFeatures)[number]

export interface JudgedProduct {
  readonly query: string
  readonly item: string
  /** 0 useless, 1 poor, 2 fair, 3 good, 4 just what was meant. */
  readonly label: number
  /** NaN where the shop does not know the value. */
  readonly features: Readonly<Record<ProductFeature, number>>
  /** Where the shop shows the product today, 1 on top. */
  readonly position: number
  /** Of `impressions` visitors. */
  readonly clicks: number
}

const impressions = 400
const brands = ['Alder', 'Borea', 'Cirro', 'Dunmar', 'Elvik', 'Farro', 'Gantry', 'Halden', 'Isola', 'Juno']
const colours = ['black', 'white', 'red', 'blue', 'green', 'grey', 'sand']
/** Families of products that a shopper may confuse, with a usual price. */
const families: readonly (readonly (readonly [name: string, price: number])[])[] = [
  [
    ['running shoes', 90],
    ['hiking boots', 140],
    ['trail socks', 15],
    ['sports sandals', 60],
  ],
  [
    ['kettle', 45],
    ['toaster', 40],
    ['coffee grinder', 70],
    ['milk frother', 30],
  ],
  [
    ['headphones', 120],
    ['earbuds', 80],
    ['headphone case', 20],
    ['bluetooth speaker', 95],
  ],
  [
    ['office chair', 220],
    ['desk lamp', 45],
    ['standing desk', 380],
    ['footrest', 35],
  ],
  [
    ['rain jacket', 110],
    ['umbrella', 25],
    ['fleece jacket', 75],
    ['rain trousers', 55],
  ],
  [
    ['road bike', 950],
    ['bike helmet', 70],
    ['bike lock', 40],
    ['bike light', 25],
  ],
]
const wishes = ['', '', '', 'cheap', 'best'] as const

/** Lists in the order of their making; the same random stream gives the same shop. */
export function judgedProducts(lists: number, random: Random): JudgedProduct[][] {
  const seen = new Map<string, number>()
  return Array.from({ length: lists }, () => {
    const intent = drawIntent(random)
    const times = (seen.get(intent.query) ?? 0) + 1
    seen.set(intent.query, times)
    const query = times === 1 ? intent.query : `${intent.query} (${times})`
    return judgeList({ ...intent, query }, random)
  })
}

interface Intent {
  readonly query: string
  readonly family: number
  readonly kind: number
  readonly brand?: string
  readonly colour?: string
  readonly wish: (typeof wishes)[number]
}

function drawIntent(random: Random): Intent {
  const family = random.integer(families.length)
  const kind = random.integer(families[family].length)
  const brand = random.uniform() < 0.35 ? brands[random.integer(brands.length)] : undefined
  const colour = random.uniform() < 0.4 ? colours[random.integer(colours.length)] : undefined
  const wish = wishes[random.integer(wishes.length)]
  const words = [wish, colour, brand?.toLowerCase(), families[family][kind][0]]
  return { query: words.filter(Boolean).join(' '), family, kind, brand, colour, wish }
}

/** A product as the shop and the shopper see it: features that can be measured, and how good it really is. */
interface Candidate {
  readonly item: string
  readonly features: Record<ProductFeature, number>
  readonly usefulness: number
  readonly presentScore: number
}

function judgeList(intent: Intent, random: Random): JudgedProduct[] {
  const size = 8 + random.integer(10) + random.integer(14)
  const candidates = withPriceAgainstList(Array.from({ length: size }, (_, number) => drawCandidate(intent, number, random)))
  const places = candidates.map((_, i) => i).sort((a, b) => candidates[b].presentScore - candidates[a].presentScore)
  const positions = new Map(places.map((candidate, place) => [candidate, place + 1]))
  return candidates.map(({ item, features, usefulness }, i) => {
    const label = judge(usefulness, random)
    const position = positions.get(i)!
    return { query: intent.query, item, label, features, position, clicks: drawClicks(usefulness, position, random) }
  })
}

function drawCandidate(intent: Intent, number: number, random: Random): Candidate {
  const sameKind = random.uniform() < 0.6
  const kind = sameKind ? intent.kind : random.integer(families[intent.family].length)
  const [name, usualPrice] = families[intent.family][kind]
  const brand = intent.brand !== undefined && random.uniform() < 0.4 ? intent.brand : brands[random.integer(brands.length)]
  const colour = intent.colour !== undefined && random.uniform() < 0.45 ? intent.colour : colours[random.integer(colours.length)]

  const kindFits = kind === intent.kind ? 1 : 0
  const brandFits = intent.brand === undefined ? 0.5 : brand === intent.brand ? 1 : 0
  const colourFits = intent.colour === undefined ? 0.5 : colour === intent.colour ? 1 : 0
  const quality = random.normal()
  const popularity = 0.5 * quality + random.normal()
  const price = usualPrice * Math.exp(0.35 * random.normal() + 0.12 * quality)
  const inStock = random.uniform() < 0.88 ? 1 : 0
  const deliveryDays = 1 + random.integer(4) + (inStock ? 0 : 7)
  const reviews = Math.floor(Math.exp(2.2 + 1.1 * popularity + 0.6 * random.normal()))
  const wished = wishFits(intent.wish, price / usualPrice, quality)

  const usefulness =
    2.4 * kindFits +
    1.1 * brandFits +
    0.8 * colourFits +
    0.45 * quality +
    wished +
    0.5 * inStock -
    0.05 * deliveryDays -
    2.2 +
    0.45 * random.normal()

  const features: Record<ProductFeature, number> = {
    title_match: share(0.35 * kindFits + 0.3 * brandFits + 0.2 * colourFits + 0.12 + 0.1 * random.normal()),
    description_match: rounded(Math.max(0, 6 + 4 * kindFits + 2 * brandFits + 1.5 * colourFits + 2.5 * random.normal())),
    embedding_similarity: share(0.35 + 0.25 * kindFits + 0.08 * brandFits + 0.1 * random.normal()),
    category_match: random.uniform() < 0.93 ? kindFits : 1 - kindFits,
    brand_match: intent.brand === undefined ? 0 : brandFits,
    colour_match: intent.colour === undefined ? 0 : colourFits,
    price: rounded(price),
    price_against_list: 1,
    discount: random.uniform() < 0.3 ? rounded(0.05 + 0.4 * random.uniform()) : 0,
    rating: reviews === 0 ? Number.NaN : Math.min(5, Math.max(1, Math.round((3.9 + 0.45 * quality + 0.3 * random.normal()) * 10) / 10)),
    reviews,
    sales_30d: Math.floor(Math.exp(2.5 + 0.9 * popularity + 0.5 * random.normal())),
    returns_rate: share(0.06 - 0.02 * quality + 0.02 * random.normal()),
    in_stock: inStock,
    delivery_days: deliveryDays,
    seller_score: random.uniform() < 0.1 ? Number.NaN : share(0.8 + 0.06 * quality + 0.06 * random.normal()),
    image_count: 1 + random.integer(8),
    title_length: 20 + random.integer(60),
    days_listed: random.integer(900),
    sponsored: random.uniform() < 0.12 ? 1 : 0,
  }
  const presentScore = 0.25 * features.description_match + 0.5 * popularity + 1.2 * features.sponsored + 0.5 * random.normal()
  return { item: `${brand} ${name}, ${colour} (${number + 1})`, features, usefulness, presentScore }
}

function withPriceAgainstList(candidates: readonly Candidate[]): Candidate[] {
  const prices = candidates.map(({ features }) => features.price).sort((a, b) => a - b)
  const median = prices[prices.length >> 1]
  return candidates.map((candidate) => ({
    ...candidate,
    features: { ...candidate.features, price_against_list: rounded(candidate.features.price / median) },
  }))
}

function wishFits(wish: Intent['wish'], priceRatio: number, quality: number): number {
  switch (wish) {
    case 'cheap':
      return -0.9 * Math.log(priceRatio)
    case 'best':
      return 0.5 * quality
    case '':
      return 0
  }
}

/** A grade with a judge's error: one time in eight it is a grade off. */
function judge(usefulness: number, random: Random): number {
  const grade = [0.35, 1.3, 2.1, 2.7].filter((threshold) => usefulness > threshold).length
  const slip = random.uniform()
  const error = slip < 0.0625 ? -1 : slip < 0.125 ? 1 : 0
  return Math.min(4, Math.max(0, grade + error))
}

/** A visitor looks at place r with probability r^-0.8 and clicks what looks useful. */
function drawClicks(usefulness: number, position: number, random: Random): number {
  const appeal = 0.02 + 0.4 / (1 + Math.exp(-1.6 * (usefulness - 1.6)))
  const chance = position ** -0.8 * appeal
  let clicks = 0
  for (let visitor = 0; visitor < impressions; visitor++) if (random.uniform() < chance) clicks++
  return clicks
}

function share(value: number): number {
  return rounded(Math.min(1, Math.max(0, value)))
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
