import { argsortDescending } from '../../numeric/compute/argsort.ts'
import type { JudgedLists, ListRiskName } from './judgedLists.ts'

/** What happens if only the surest lists are answered, down to a confidence. */
export interface ListCurvePoint {
  readonly rule: 'list'
  readonly threshold: number
  /** Share of the lists that are answered. */
  readonly coverage: number
  /** Mean risk of the answered lists. */
  readonly risk: number
  /** Mean nDCG of the answered lists by the model, and in the order they came in. */
  readonly ndcg: number
  readonly ndcgAsTheyCame: number
  /** Mean nDCG of all lists if the others stay as they came. */
  readonly ndcgOfAll: number
}

/** At about `points` coverages from 1 down; lists of equal confidence are answered together. */
export function listCurve({ confidence, risks, asTheyCame }: JudgedLists, name: ListRiskName, points: number): ListCurvePoint[] {
  const count = confidence.length
  const order = new Uint32Array(count)
  argsortDescending(Uint32Array.of(0, count), confidence, order)
  const risk = risks[name]
  const curve: ListCurvePoint[] = []
  const all = asTheyCame.reduce((sum, each) => sum + each, 0)
  let [misses, gain, came] = [0, 0, 0]
  let step = 1
  for (let place = 0; place < count; ) {
    const threshold = confidence[order[place]]
    while (place < count && confidence[order[place]] === threshold) {
      const list = order[place++]
      misses += risk[list]
      gain += 1 - risks.ndcg[list]
      came += asTheyCame[list]
    }
    if (place < (step * count) / points && place < count) continue
    step = Math.floor((place * points) / count) + 1
    curve.push({
      rule: 'list',
      threshold,
      coverage: place / count,
      risk: misses / place,
      ndcg: gain / place,
      ndcgAsTheyCame: came / place,
      ndcgOfAll: (gain + all - came) / count,
    })
  }
  return curve.reverse()
}
