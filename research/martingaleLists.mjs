// From how many lists on does the certificate q-martingale say something? On generated lists, whose expected loss is measured on 20,000 more.
//
//   npm run build && node research/martingaleLists.mjs                    about a minute
//
// Prints a table of docs/query-level-bounds.md.
import { certify, rankingLists, score, seededRandom, train } from '@rankwright/core'
import { listNet } from '@rankwright/core/losses'

const [width, items, delta] = [10, 20, 0.05]
const fixed = { method: 'ogd', scale: 'none', missing: 'zero', featureBall: 'l2', step: 'sharp' }
const kl = listNet({ form: 'kl' })
const fresh = someLists(20_000, 99)

console.log('| lists | radius W | loss when met | q-martingale | expected loss | all-equal scores lose | verdict | Theorem 9 |')
console.log('|---:|---:|---:|---:|---:|---:|---|---:|')
for (const radius of [1, 3]) {
  for (const n of [100, 300, 1000, 3000, 10_000, 30_000]) {
    const lists = someLists(n, 1)
    const model = train(lists, { ...fixed, radius })
    const { certificates } = certify(model, { train: lists, delta })
    const of = (name) => certificates.find(({ theorem }) => theorem === name)
    const { bound, terms, trivial, verdict } = of('q-martingale')
    const cells = [n.toLocaleString('en'), radius, short(terms.met), short(bound), short(meanLoss(model)), short(trivial), verdict]
    console.log(`| ${[...cells, short(of('q-t9').bound)].join(' | ')} |`)
  }
}

function short(value) {
  return value >= 1 ? value.toFixed(1) : value.toFixed(3)
}

function meanLoss(model) {
  const scores = score(model, fresh)
  const losses = fresh.listIds.map((_, list) => {
    const [first, last] = [fresh.offsets[list], fresh.offsets[list + 1]]
    return kl.evaluate(scores.subarray(first, last), fresh.labels.subarray(first, last), new Float64Array(last - first))
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

/** Rows on the unit sphere, graded 0, 1 or 2 by a noisy direction. */
function someLists(count, seed) {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * items }, () => {
    const entries = Array.from({ length: width }, () => random.normal())
    const norm = Math.hypot(...entries)
    return entries.map((entry) => entry / norm)
  })
  return rankingLists({
    features,
    labels: features.map(([x, y]) => {
      const worth = x + 0.5 * y + 0.15 * random.normal()
      return worth > 0.5 ? 2 : worth > 0.15 ? 1 : 0
    }),
    lists: features.map((_, row) => Math.floor(row / items)),
  })
}
