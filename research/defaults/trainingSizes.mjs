// Parts of the training lists of a set, to see how a default does on little and much data, and facts about them.
import { rankingLists, seededRandom, selectLists } from '@rankwright/core'
import { applyFeatureMap, listCount } from '@rankwright/core/data'

/** What is trained on. Test lists are whole in every case. */
export const sizes = {
  'all lists': { lists: 400, items: 100 },
  '40 lists': { lists: 40, items: 100 },
  '4 items a list': { lists: 400, items: 4 },
}

/** The same with less, more noise and more features. `noise` is the share of labels that are exchanged within their list, `more` are columns of noise. */
export const variants = {
  'all lists': { lists: 200, items: 40, rotations: 1 },
  '40 lists': { lists: 40, items: 40 },
  '10 lists': { lists: 10, items: 40 },
  '4 items a list': { lists: 200, items: 4 },
  'noisy labels': { lists: 40, items: 40, noise: 0.5, rotations: 2 },
  'columns of noise': { lists: 40, items: 40, more: 100, rotations: 2 },
}

/** Some of these lists, and some items of each, drawn by a seed. */
export function reduced(lists, numbers, { lists: most, items, noise = 0, more = 0 }, seed) {
  const random = seededRandom(11 + seed)
  const chosen = selectLists(lists, random.shuffle(Array.from(numbers)).slice(0, most))
  const { features, labels, offsets, width, listIds } = chosen
  const rows = listIds.flatMap((_, list) => {
    const own = Array.from({ length: offsets[list + 1] - offsets[list] }, (_, place) => offsets[list] + place)
    return random
      .shuffle(own)
      .slice(0, items)
      .map((row) => ({ row, list }))
  })
  const ends = rows.map(({ list }) => list)
  const exchanged = (place) => {
    if (noise === 0 || random.uniform() >= noise) return place
    const [first, last] = [ends.indexOf(ends[place]), ends.lastIndexOf(ends[place])]
    return first + random.integer(last - first + 1)
  }
  return rankingLists({
    features: rows.map(({ row }) => [
      ...features.values.subarray(row * width, (row + 1) * width),
      ...Array.from({ length: more }, () => random.normal()),
    ]),
    labels: rows.map((_, place) => labels[rows[exchanged(place)].row]),
    lists: rows.map(({ list }) => `${list}`),
  })
}

/**
 * What a rule may look at: `pairs` of different labels in a list; `spread`, the mean over the lists of the mean squared distance of two rows;
 * `total`, twice the sum of the variances of the features. All after the feature map.
 */
export function factsOf(lists, map) {
  const { values } = applyFeatureMap(map, lists)
  const { offsets, labels } = lists
  const { width } = map
  const rows = labels.length
  const count = listCount(lists)
  const spreadOf = (first, last) => {
    let squares = 0
    let means = 0
    for (let column = 0; column < width; column++) {
      let mean = 0
      for (let row = first; row < last; row++) {
        const value = values[row * width + column]
        mean += value / (last - first)
        squares += (value * value) / (last - first)
      }
      means += mean * mean
    }
    return 2 * (squares - means)
  }
  let pairs = 0
  let spread = 0
  for (let list = 0; list < count; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    for (let i = first; i < last; i++) for (let j = first; j < i; j++) pairs += labels[i] === labels[j] ? 0 : 1
    if (last - first > 1) spread += (spreadOf(first, last) * (last - first)) / (last - first - 1)
  }
  return { lists: count, rows, width, pairs: pairs / count, spread: spread / count, total: spreadOf(0, rows) }
}
