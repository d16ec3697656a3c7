// Populations of which everything is known: a few hundred types of lists, each drawn with the same probability. So the true mean of whatever is
// measured on a list is its mean over the types, and what a rule makes of a type need not be computed again for every draw.
import { rankingLists, seededRandom } from '@rankwright/core'

const TYPES = 300

/** Rows of a type are in the order in which they came; their scores come from [0, 1]. */
export const populations = {
  'noisy labels': population(1, {
    items: (random) => 2 + random.integer(5),
    score: (random) => Math.round(4096 * random.uniform()) / 4096,
    labelsOf: (scores, random) => scores.map((score) => Math.round(Math.max(0, Math.min(2, 2 * score + 0.6 * random.normal())))),
  }),
  'tied scores': population(2, {
    items: (random) => 2 + random.integer(7),
    score: (random) => random.integer(5) / 4,
    labelsOf: (scores, random) => scores.map((score) => (random.uniform() < 0.15 + 0.7 * score ? 1 : 0)),
  }),
  /** Six of these types are one list, whose items come in another order each time. */
  'items in changing orders': population(4, {
    items: (random) => 3 + random.integer(4),
    score: (random) => random.integer(5) / 4,
    labelsOf: (scores, random) => scores.map((score) => (random.uniform() < 0.15 + 0.7 * score ? 1 : 0)),
    changing: 6,
  }),
  'a few lists are wholly wrong': population(3, {
    items: (random) => 2 + random.integer(3),
    score: (random) => Math.round(1024 * random.uniform()) / 1024,
    labelsOf: (scores, random) => {
      const upright = random.uniform() < 0.9
      return scores.map((score) => (upright ? score : 1 - score))
    },
  }),
}

/**
 * One list in twenty has equal labels: its lists say nothing about orders and do not count. `rowsOf` has the same number for types
 * with the same rows, in any order.
 */
function population(seed, { items, score, labelsOf, changing = 1 }) {
  const random = seededRandom(seed)
  const lists = Array.from({ length: TYPES / changing }, (_, list) => {
    const scores = Array.from({ length: items(random) }, () => score(random))
    return { scores, labels: list % 20 === 0 ? scores.map(() => 1) : differing(() => labelsOf(scores, random), random) }
  })
  const types = lists.flatMap(({ scores, labels }) =>
    Array.from({ length: changing }, (_, time) => {
      const order = Array.from(scores.keys())
      if (time > 0) random.shuffle(order)
      return { scores: order.map((item) => scores[item]), labels: order.map((item) => labels[item]) }
    }),
  )
  const keys = types.map(({ scores, labels }) =>
    scores
      .map((score, item) => `${score} ${labels[item]}`)
      .sort()
      .join(),
  )
  return { types, rowsOf: keys.map((key) => keys.indexOf(key)) }
}

/** Labels that are not all equal: drawn again a few times, and then one is changed. */
function differing(draw, random) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const labels = draw()
    if (labels.some((label) => label !== labels[0])) return labels
  }
  const labels = draw()
  labels[random.integer(labels.length)] += 1
  return labels
}

/** A file of drawn lists. The first feature is the score; the second tells lists apart that have the same scores and are not the same list. */
export function fileOf({ types }, { drawn, first }, { drawnOften = false } = {}) {
  const rows = Array.from(drawn).flatMap((type, list) =>
    types[type].scores.map((score, item) => ({
      list: `l${list}`,
      label: types[type].labels[item],
      features: [score, drawnOften ? 0 : (first?.[list] ?? list) / 8192],
    })),
  )
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}
