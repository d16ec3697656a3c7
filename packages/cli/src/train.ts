import { train as coreTrain, type ModelOf, type RankingLists, type Runtime, type TrainOptions } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

/** `train` of the core on the WebAssembly build of the numeric primitives: quicker, with the same bits. */
export function train<Options extends TrainOptions>(lists: RankingLists, options: Options, runtime?: Runtime): ModelOf<Options['method']> {
  if (runtime !== undefined) return coreTrain(lists, options, runtime)
  const open = runtimeFor()
  try {
    return coreTrain(lists, options, open.runtime)
  } finally {
    open.close()
  }
}
