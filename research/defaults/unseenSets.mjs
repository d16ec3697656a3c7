// Sets that had no part in the choice of the default radius of `ogd`.
import { rankingLists } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { letorParts } from '../results/realSets.mjs'
import { missingFolder, streamSets } from '../streamSeries.mjs'
import { defaultSets } from './defaultSets.mjs'

const later = ['qsar-dhfr', 'qsar-meltingpoint', 'made-clean', 'made-noisy', 'made-units', 'made-wide']

/** `load` as in defaultSets.mjs. */
export const unseenSets = [
  ...defaultSets.filter(({ name }) => later.includes(name)),
  { name: 'letor-mq2007-agg', load: () => letorParts('letor-mq2007-agg', ['A1', 'A2', 'A3', 'A4']) },
  ...streamSets.map(({ folder, title, make }) => ({
    name: title.split(',')[0],
    load: () => (missingFolder(folder) === undefined ? asLists(make()) : undefined),
  })),
]

/** Each series as a list, whose items have their utilities for labels. */
function asLists(series) {
  const used = series.filter(({ utilities }) => utilities.some((each) => each !== utilities[0]))
  const rows = used.flatMap(({ features, width, utilities }, list) =>
    Array.from(utilities, (label, item) => ({
      list: `${list}`,
      label: 4 * label,
      features: Array.from(features.subarray(item * width, (item + 1) * width)),
    })),
  )
  const lists = rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
  const thirds = foldsOf(lists, 3, { seed: 1 })
  return { lists, folds: thirds.map((test) => ({ train: joined(thirds.filter((third) => third !== test)), test })) }
}
