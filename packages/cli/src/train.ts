import { train as coreTrain, type MethodName, type ModelOf, type RankingLists, type Runtime, type TrainOptionsOf } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

/** `train` of the core on the WebAssembly build of the numeric primitives: quicker, with the same bits. */
export function train<Name extends MethodName>(lists: RankingLists, options: TrainOptionsOf<Name>, runtime?: Runtime): ModelOf<Name> {
  if (runtime !== undefined) return coreTrain(lists, options, runtime)
  const open = runtimeFor()
  try {
    return coreTrain(lists, options, open.runtime)
  } finally {
    open.close()
  }
}
