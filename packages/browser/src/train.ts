import { train as coreTrain, type MethodName, type ModelOf, type RankingLists, type Runtime, type TrainOptionsOf } from '@rankwright/core'
import { pageRuntime } from './workers/pageRuntime.ts'

/** `train` of the core on the WebAssembly build of the numeric primitives where there is one: quicker, with the same bits. */
export function train<Name extends MethodName>(
  lists: RankingLists,
  options: TrainOptionsOf<Name>,
  runtime: Runtime = pageRuntime(),
): ModelOf<Name> {
  return coreTrain(lists, options, runtime)
}
