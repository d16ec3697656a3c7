import type { JudgedPairs } from './judgedPairs.ts'

/** One cell of the table over costs and radii. */
export interface AbstainCell {
  readonly cost: number
  readonly radius: number
  /** misranked + cost · abstained, the mean over the runs. */
  readonly loss: number
  /** Their standard deviation; 0 for one run. */
  readonly lossStd: number
  readonly abstained: number
  readonly misranked: number
}

export function abstainCell(judged: readonly JudgedPairs[], cost: number, radius: number): AbstainCell {
  const runs = judged.map(({ distances, wrong }) => {
    let [misses, undecided] = [0, 0]
    for (let pair = 0; pair < distances.length; pair++) {
      if (distances[pair] <= radius) undecided++
      else misses += wrong[pair]
    }
    const [misranked, abstained] = [misses / distances.length, undecided / distances.length]
    return { misranked, abstained, loss: misranked + cost * abstained }
  })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const loss = mean(runs.map((run) => run.loss))
  const squares = runs.reduce((sum, run) => sum + (run.loss - loss) * (run.loss - loss), 0)
  return {
    cost,
    radius,
    loss,
    lossStd: runs.length === 1 ? 0 : Math.sqrt(squares / (runs.length - 1)),
    abstained: mean(runs.map((run) => run.abstained)),
    misranked: mean(runs.map((run) => run.misranked)),
  }
}
