import { train as coreTrain, type Model, type RankingLists, type Runtime, type TrainOptions } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

/** `train` of the core on this package's kernels, in WebAssembly: quicker, with the same bits. */
export function train(lists: RankingLists, options: TrainOptions, runtime?: Runtime): Model {
  if (runtime !== undefined) return coreTrain(lists, options, runtime)
  const open = runtimeFor()
  try {
    return coreTrain(lists, options, open.runtime)
  } finally {
    open.close()
  }
}
