import { train as coreTrain, type ModelOf, type RankingLists, type Runtime, type TrainOptions } from '@rankwright/core'
import { pageRuntime } from './workers/pageRuntime.ts'

/** `train` of the core on the WebAssembly build of the numeric primitives where there is one: quicker, with the same bits. */
export function train<Options extends TrainOptions>(
  lists: RankingLists,
  options: Options,
  runtime: Runtime = pageRuntime(),
): ModelOf<Options['method']> {
  return coreTrain(lists, options, runtime)
}
