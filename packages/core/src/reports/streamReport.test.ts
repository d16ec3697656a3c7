import { driftingSeries } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { plainRuntime } from '../runtime/runtime.ts'
import { RankingStream } from '../streaming/rankingStream.ts'
import { rivalStreams } from '../streaming/rivalStreams.ts'
import { streamReport } from './streamReport.ts'

test('the report has what the stream measured, and its rivals only where there are some', () => {
  const stream = new RankingStream({ options: { learner: 'elo' }, metrics: ['kendall-tau'] })
  const rivals = rivalStreams(['last'], ['kendall-tau'], plainRuntime)
  for (const series of driftingSeries(12)) {
    const [own, other] = [stream, rivals[0].stream].map((each) => each.learn(series))
    if (own.kind === 'learned' && other.kind === 'learned')
      rivals[0].difference.add(own.metrics['kendall-tau'], other.metrics['kendall-tau'])
  }
  const report = streamReport(stream, rivals, { state: 'state.json' })
  expect(report).toMatchObject({ learner: 'elo', series: 12, scored: 11, state: 'state.json', prequential: stream.evaluation.means() })
  expect(report.bound).toEqual({ metric: 'pairwise-accuracy', lower: stream.evaluation.lowerAccuracy(0.05), delta: 0.05 })
  expect(report.against).toMatchObject([{ learner: 'last', ahead: rivals[0].difference.mean, anytime: { interval: [-1, 1] } }])
  expect(Object.keys(streamReport(stream))).toEqual([
    'learner',
    'series',
    'scored',
    'prequential',
    'window',
    'windowSize',
    'bound',
    'drift',
    'detector',
    'history',
  ])
  expect(report.history).toEqual(stream.history())
})
