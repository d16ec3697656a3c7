/**
 * Recommendations: a ranker for each user. What a user rated so far is one small list; the features of an item are what other users
 * thought of it. Each fit is a closed form and takes milliseconds, lambda included.
 *
 *   node rankForEachUser.js u.data
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { evaluate, rank, rankingLists, score, seededRandom, train } from 'rankwright'

export interface Rating {
  readonly user: string
  readonly item: string
  readonly rating: number
}

export interface UserReport {
  readonly user: string
  /** Share of the pairs among the ratings set aside that come out in the wrong order, by the user's own ranker and by the mean rating of items. */
  readonly disagreement: number
  readonly popularDisagreement: number
  /** What to show next: items the user has not rated, best first. */
  readonly next: readonly string[]
}

/** Users with the most ratings describe the items; each of the following `count` users gets a ranker from half of the ratings. */
export function rankForEachUser(ratings: readonly Rating[], { references = 100, count = 20, seed = 1 } = {}): UserReport[] {
  const byUser = grouped(ratings)
  const users = [...byUser].sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
  const describing = users.slice(0, references).map(([, own]) => new Map(own.map(({ item, rating }) => [item, rating - meanOf(own)])))
  const items = [...new Set(describing.flatMap((known) => [...known.keys()]))].sort()
  // What a user did not rate is missing, which the feature map takes as 0: neither liked nor disliked.
  const features = new Map(items.map((item) => [item, describing.map((known) => known.get(item) ?? Number.NaN)]))
  const average = new Map(
    items.map((item) => [item, meanOf(describing.flatMap((known) => known.get(item) ?? []).map((rating) => ({ rating })))]),
  )
  const random = seededRandom(seed)
  const reports: UserReport[] = []
  for (const [user, own] of users.slice(references)) {
    const rated = random.shuffle(own.filter(({ item }) => features.has(item)))
    const half = rated.length >> 1
    if (half < 5) continue
    const listOf = (part: readonly Rating[]) =>
      rankingLists({
        features: part.map(({ item }) => features.get(item)!),
        labels: part.map(({ rating }) => rating),
        lists: part.map(() => user),
        items: part.map(({ item }) => item),
      })
    const test = listOf(rated.slice(half))
    const model = train(listOf(rated.slice(0, half)), { method: 'rankrls', scale: 'none', missing: 'zero' })
    const wrong = (scores: Float64Array) => 1 - evaluate(scores, test, { metrics: ['pairwise-accuracy'] }).metrics['pairwise-accuracy']
    const disagreement = wrong(score(model, test))
    if (Number.isNaN(disagreement)) continue // all ratings set aside are the same
    const seen = new Set(own.map(({ item }) => item))
    const unseen = items.filter((item) => !seen.has(item)).map((item) => ({ user, item, rating: 0 }))
    const [best] = unseen.length === 0 ? [{ items: [] }] : rank(model, listOf(unseen), { top: 5 })
    const popular = Float64Array.from(rated.slice(half), ({ item }) => average.get(item)!)
    reports.push({ user, disagreement, popularDisagreement: wrong(popular), next: best.items.map(({ item }) => item ?? '') })
    if (reports.length === count) break
  }
  return reports
}

function meanOf(rated: readonly { readonly rating: number }[]): number {
  return rated.reduce((sum, { rating }) => sum + rating, 0) / Math.max(1, rated.length)
}

function grouped(ratings: readonly Rating[]): Map<string, Rating[]> {
  const groups = new Map<string, Rating[]>()
  for (const rating of ratings) {
    const own = groups.get(rating.user)
    if (own === undefined) groups.set(rating.user, [rating])
    else own.push(rating)
  }
  return groups
}

/** Made-up ratings from 1 to 5: users and items have a few hidden tastes, and nobody rates everything. */
export function madeUpRatings(users: number, items: number, seed: number): Rating[] {
  const random = seededRandom(seed)
  const tastes = (count: number) => Array.from({ length: count }, () => Array.from({ length: 3 }, () => random.normal()))
  const [likes, traits] = [tastes(users), tastes(items)]
  return likes.flatMap((own, user) =>
    traits.flatMap((trait, item) => {
      if (random.uniform() < 0.5) return []
      const opinion = 3 + own.reduce((sum, like, j) => sum + 0.7 * like * trait[j], 0) + 0.4 * random.normal()
      return [{ user: `u${user}`, item: `i${item}`, rating: Math.min(5, Math.max(1, Math.round(opinion))) }]
    }),
  )
}

/** The file u.data of MovieLens 100K, plain or gzipped: user, item, rating and time, with tabs between. */
export function readMovieLens(file: string): Rating[] {
  const bytes = readFileSync(file)
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n')
  return lines.map((line) => {
    const [user, item, rating] = line.split('\t')
    return { user, item, rating: Number(rating) }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const reports = rankForEachUser(readMovieLens(process.argv[2]), { count: 100 })
  const average = (of: (report: UserReport) => number) => reports.reduce((sum, report) => sum + of(report), 0) / reports.length
  console.log(`${reports.length} users; wrong pairs ${(100 * average(({ disagreement }) => disagreement)).toFixed(1)} %,`)
  console.log(`by the mean rating of items ${(100 * average(({ popularDisagreement }) => popularDisagreement)).toFixed(1)} %`)
  console.log(`user ${reports[0].user} may like ${reports[0].next.join(', ')}`)
}
