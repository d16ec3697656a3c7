import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { train } from '../library/train.ts'
import { marginLoss, surrogateNames } from '../losses/abstentionLoss.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import { plainRuntime as runtime } from '../runtime/runtime.ts'
import { conditionalRisk, leastConditionalRisk } from '../theory/hConsistency.ts'
import { surrogateGap } from './surrogateGap.ts'

const random = seededRandom(1)
const positions = Array.from({ length: 24 }, () => random.uniform())
const data = rankingLists({
  features: positions.map((x) => [x]),
  labels: positions.map((x) => (x + 0.2 * random.normal() > 0.5 ? 1 : 0)),
  lists: positions.map((_, row) => row >> 3),
})

test.each(surrogateNames)(
  '%s: pairs beyond the radius count with their loss minus that of the most certain scorer, in either setting',
  (surrogate) => {
    const model = train(data, { method: 'abstaining', surrogate, norm: 'inf', radius: 3 })
    const scores = score(model, data)
    const phi = marginLoss(surrogate, 1)
    let [pairwise, bipartite, answeredShare] = [0, 0, 0]
    for (const list of [0, 1, 2]) {
      let [sum, different, far] = [0, 0, 0]
      for (let i = 8 * list; i < 8 * list + 8; i++) {
        for (let j = 8 * list; j < 8 * list + 8; j++) {
          if (!(data.labels[i] > data.labels[j])) continue
          different++
          const distance = Math.abs(Math.fround(positions[i]) - Math.fround(positions[j]))
          if (distance <= 0.2) continue
          far++
          sum += phi.value(scores[i] - scores[j]) - phi.value(3 * distance)
        }
      }
      pairwise += sum / different / 3
      bipartite += sum / 28 / 3
      answeredShare += [far / different, far / 28][Number(surrogate === 'hinge')] / 3
    }
    const answered = { abstainRadius: 0.2, norm: 'inf', steepest: 3 } as const
    const found = (setting: 'pairwise' | 'bipartite') => surrogateGap(model, data, { setting, surrogate }, answered, runtime)
    expect(found('pairwise').gap).toBeCloseTo(pairwise, 10)
    expect(found('bipartite').gap).toBeCloseTo(bipartite, 10)
    expect(found(surrogate === 'hinge' ? 'bipartite' : 'pairwise').answered).toBeCloseTo(answeredShare, 10)
    expect(found('pairwise').risk).toBeCloseTo(model.training.objective, 10)
    expect(found('pairwise').gap).toBeLessThan(found('pairwise').risk)
  },
)

test.each(surrogateNames)(
  '%s: whatever the chances of the labels, no pair has less than at the most that scores can differ',
  (surrogate) => {
    for (let trial = 0; trial < 2000; trial++) {
      const above = trial % 5 === 0 ? 1 : random.uniform()
      const pair = { above, below: 1 - above, reach: 4 * random.uniform() }
      const about = { setting: 'pairwise', surrogate } as const
      const least = leastConditionalRisk(about, pair)
      expect(least).toBeGreaterThanOrEqual(marginLoss(surrogate).value(pair.reach) - 1e-12)
      const margin = pair.reach * (2 * random.uniform() - 1)
      expect(conditionalRisk(about, pair, margin)).toBeGreaterThanOrEqual(least - 1e-12)
    }
  },
)

test('a list with too many pairs counts with its whole loss, and a sample tells how many are answered', () => {
  const rows = 300
  const width = 5000
  const values = new Float32Array(rows * width)
  for (let row = 0; row < rows; row++) values[row * width] = row / rows
  const labels = Float64Array.from({ length: rows }, (_, row) => row % 2)
  const wide = { features: { kind: 'dense', values } as const, width, labels, offsets: Uint32Array.of(0, rows), listIds: ['all'] }
  const model = train(wide, { method: 'abstaining', norm: 'inf', radius: 1, iterations: 2 })
  const inSetting = (setting: 'pairwise' | 'bipartite') =>
    surrogateGap(model, wide, { setting, surrogate: 'exponential' }, { abstainRadius: 0.9, norm: 'inf', steepest: 1 }, runtime)
  const found = inSetting('pairwise')
  expect(found.wholeLists).toBe(1)
  expect(found.gap).toBe(found.risk)
  let far = 0
  for (let row = 0; row < rows; row++) {
    for (let other = 0; other < row; other++)
      if ((row - other) % 2 === 1 && Math.fround(row / rows) - Math.fround(other / rows) > 0.9) far++
  }
  expect(found.answered).toBeCloseTo(far / 150 ** 2, 2)
  const ofItems = inSetting('bipartite')
  const share = 150 ** 2 / ((rows * (rows - 1)) / 2)
  expect(ofItems.gap).toBeCloseTo(found.risk * share, 12)
  expect(ofItems.answered).toBeCloseTo(found.answered * share, 12)
})
