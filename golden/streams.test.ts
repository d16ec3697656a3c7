/** Real series: what was said of a race is the same whatever comes after it, and a learner is ahead of what it has to beat. */
import { seededRandom } from '@rankwright/core'
import { PairedDifference, type RankedSeries, RankingStream, type StreamLearnerName } from '@rankwright/core/streaming'
import { expect, test } from 'vitest'
import { raceSeries, raceTables, streamSets } from '../research/streamSeries.mjs'
import { describeWithRealData } from './realData.ts'

describeWithRealData('series-f1', () => {
  test('the future is never used: shuffled results of later races change no earlier features and no earlier ranking', () => {
    const tables = raceTables()
    const until = 400
    const random = seededRandom(9)
    const later = new Set(tables.races.slice(until).map(({ raceId }) => raceId))
    const shuffled = new Map(
      [...tables.results].map(([race, rows]) => {
        if (!later.has(race)) return [race, rows] as const
        const order = random.shuffle(Uint32Array.from(rows.keys()))
        return [
          race,
          rows.map((row, item) => ({ ...rows[order[item]], driverId: row['driverId'], constructorId: row['constructorId'] })),
        ] as const
      }),
    )
    const [truth, other] = [raceSeries(tables), raceSeries({ races: tables.races, results: shuffled })]
    const changed = truth.findIndex((series, n) => series.utilities.some((utility, item) => utility !== other[n].utilities[item]))
    expect(changed).toBeGreaterThan(300)
    for (const learner of ['kernel', 'rls'] as const) {
      const [first, second] = [rankings(learner, truth), rankings(learner, other)]
      expect(second.slice(0, changed + 1)).toEqual(first.slice(0, changed + 1))
      expect(second.at(-1)).not.toEqual(first.at(-1))
    }
  })

  test.each(['rls', 'ogd'] as const)('%s is ahead of the last order, the mean place, Elo and the sum of features', (learner) => {
    const races = streamSets[0].make()
    const own = taus(learner, races)
    for (const baseline of ['last', 'mean-rank', 'elo', 'feature-sum'] as const) {
      const ahead = new PairedDifference()
      for (const [n, tau] of taus(baseline, races).entries()) ahead.add(own[n], tau)
      expect(ahead.interval[0], baseline).toBeGreaterThan(0)
    }
  })
})

function rankings(learner: StreamLearnerName, races: readonly RankedSeries[]) {
  const stream = new RankingStream({ options: { learner } })
  return races.map((race) => {
    const scores = stream.rank(race)
    stream.learn(race)
    return scores
  })
}

function taus(learner: StreamLearnerName, races: readonly RankedSeries[]): number[] {
  const stream = new RankingStream({ options: { learner } })
  return races.map((race) => {
    const outcome = stream.learn(race)
    return outcome.kind === 'learned' ? outcome.metrics['kendall-tau'] : Number.NaN
  })
}
