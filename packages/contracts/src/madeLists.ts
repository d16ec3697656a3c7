import { type RankingLists, rankingLists, seededRandom } from '@rankwright/core'

/** Lists with a linear relevance and noise. */
export interface MadeLists {
  readonly lists: number
  readonly longest: number
  readonly width: number
  readonly weighted?: true
  /** Only every so many-th list has a weight. */
  readonly weightEvery?: number
  /** Few different values, so that scores tie. */
  readonly tied?: true
  /** Features of a row that are not 0. */
  readonly shown?: number
  /** The length of the list in the middle. */
  readonly long?: number
}

export function madeLists(seed: number, { lists, longest, width, weighted, weightEvery, tied, shown, long }: MadeLists): RankingLists {
  const random = seededRandom(seed)
  const weights = Array.from({ length: width }, () => random.normal())
  const features: number[][] = []
  const labels: number[] = []
  const ids: string[] = []
  for (let list = 0; list < lists; list++) {
    const length = long !== undefined && list === lists >> 1 ? long : 1 + random.integer(longest)
    for (let item = 0; item < length; item++) {
      const row = Array.from({ length: width }, () => (tied ? random.integer(3) : random.normal()))
      if (shown !== undefined) for (let j = 0; j < width; j++) if (random.integer(width) >= shown) row[j] = 0
      if (shown === undefined && random.integer(50) === 0) row[random.integer(width)] = Number.NaN
      const worth = row.reduce((sum, value, j) => sum + weights[j] * (Number.isNaN(value) ? 0 : value), random.normal())
      features.push(row)
      labels.push(Math.max(0, Math.min(4, Math.round(worth))))
      ids.push(`q${list}`)
    }
  }
  const weightOf = (list: number) => (weightEvery === undefined ? list % 4 : list % weightEvery === 0 ? 1.5 : 0)
  const listWeights = Object.fromEntries([...new Set(ids)].map((id, list) => [id, weightOf(list)]))
  const hasWeights = weighted || weightEvery !== undefined
  return rankingLists({ features, labels, lists: ids, ...(hasWeights && { weights: listWeights }) })
}
