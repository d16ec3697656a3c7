import { plainRuntime } from '@rankwright/core'
import { plainCompute } from '@rankwright/core/numeric'
import * as streaming from '@rankwright/core/streaming'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

const { Adwin, FedAgain, OutcomeWatch, PageHinkley, PairedDifference, pageHinkleyDefaults, RankingStream, SeriesColumns } = streaming

export const functions = {
  ...streaming,
  'Adwin.add': (...given) => new Adwin().add(...given),
  'FedAgain.knows': (...given) => new FedAgain(s.state.fed).knows(...given),
  'OutcomeWatch.add': (...given) => new OutcomeWatch().add(...given),
  'PageHinkley.add': (...given) => new PageHinkley().add(...given),
  'PairedDifference.add': (...given) => new PairedDifference().add(...given),
  'RankingStream.resumed': (...given) => RankingStream.resumed(...given),
  'RankingStream.rank': (...given) => s.feed().stream.rank(...given),
  'RankingStream.learn': (...given) => new RankingStream({ options: { learner: 'linear' } }).learn(...given),
  'SeriesColumns.meet': (...given) => new SeriesColumns().meet(...given),
  'SeriesColumns.placesOf': (...given) => new SeriesColumns().placesOf(...given),
  'StreamFeed.take': (...given) => s.feed().take(...given),
}

const construct = true
const square = () => Float64Array.of(2, 1, 1, 2)
const two = () => Float64Array.of(1, 2)
const { utilities: _, ...unranked } = s.oneSeries()

export const rows = {
  Adwin: row(() => ({ delta: 0.01, state: new Adwin().state() }), { construct }),
  'Adwin.add': row(() => ({ value: 0.5 })),
  FedAgain: row(() => ({ before: s.state.fed }), { construct }),
  'FedAgain.knows': row(() => ({ id: '1', series: Int32Array.of(1, 2) })),
  OutcomeWatch: row(() => ({}), { construct }),
  'OutcomeWatch.add': row(() => ({ lists: s.series() })),
  PageHinkley: row(() => ({ options: options(pageHinkleyDefaults), state: new PageHinkley().state() }), { construct }),
  'PageHinkley.add': row(() => ({ value: 0.5 })),
  PairedDifference: row(() => ({ state: { count: 2, mean: 0.5, squares: 1 } }), { construct }),
  'PairedDifference.add': row(() => ({ a: 1, b: 2 })),
  RankingStream: row(
    () => ({
      settings: options({ options: { learner: 'linear' }, metrics: ['ndcg@10'], runtime: plainRuntime }),
      state: made(s.state.state),
    }),
    { construct },
  ),
  'RankingStream.resumed': row(() => ({ state: made(s.state.state), runtime: made(plainRuntime) })),
  'RankingStream.rank': row(() => ({ series: unranked })),
  'RankingStream.learn': row(() => ({ series: s.oneSeries() }), { strange: 'a metric of the first series is undefined' }),
  SeriesColumns: row(() => ({ names: ['a', 'b'] }), { construct }),
  'SeriesColumns.meet': row(() => ({ names: ['a', 'b'] })),
  'SeriesColumns.placesOf': row(() => ({ names: ['a', 'b'] })),
  StreamFeed: row(
    () => ({
      stream: made(new RankingStream()),
      settings: options({
        target: 'rank',
        columns: new SeriesColumns(),
        fed: s.state.fed,
        again: new FedAgain(),
        remembered: s.feed().remembered,
        rivals: [],
        reading: { list: 'race', features: ['a'] },
      }),
    }),
    { construct },
  ),
  'StreamFeed.take': row(() => ({ lists: s.series(4) }), { strange: 'a metric may be undefined' }),
  conjugateUpdate: row(() => ({
    clusters: 2,
    kernel: square(),
    means: two(),
    linear: two(),
    previous: two(),
    weights: options({ beta: 1, gamma: 1, delta: 1 }),
    compute: made(plainCompute),
  })),
  kernelUpdate: row(() => ({ clusters: 2, kernel: square(), means: two(), linear: two(), beta: 1, gamma: 1, compute: made(plainCompute) })),
  learnerNameOf: row(() => ({ options: { learner: 'linear' } })),
  rankOf: row(() => ({ text: '=45' })),
  resumedFeed: row(() => ({ model: made(s.state), runtime: made(plainRuntime), again: made(new FedAgain()) }), {
    strange: 'sums of a stream',
  }),
  rivalStreams: row(() => ({ learners: ['linear'], metrics: ['ndcg@10'], runtime: made(plainRuntime) })),
  seriesFrom: row(() => ({ source: made(s.source()), options: options({ format: 'letor', ranks: false }), readers: made(s.readers) })),
  seriesReading: row(() => ({ given: { list: 'race', features: ['a'] } })),
  streamModel: row(
    () => ({ stream: made(s.feed().stream), features: ['a', 'b'], surroundings: options({ target: 'rank', fed: s.state.fed }) }),
    { strange: 'sums of a stream' },
  ),
  utilitiesOfRanks: row(() => ({ ranks: two() })),
}
