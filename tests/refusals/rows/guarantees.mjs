import { plainRuntime, rankingLists } from '@rankwright/core'
import * as guarantees from '@rankwright/core/guarantees'
import { LocalLists } from '@rankwright/core/runtime'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = guarantees

/** Lists that the sample model has not seen. */
const others = rankingLists({
  features: [
    [5, 3],
    [6, 1],
    [7, 2],
    [8, 1],
  ],
  labels: [0, 2, 1, 0],
  lists: ['d', 'd', 'e', 'e'],
})

export const rows = {
  certifyHeld: row(() => ({
    model: s.model,
    given: options({ heldOut: LocalLists.of(others, plainRuntime), delta: 0.1 }),
    runtime: made(plainRuntime),
  })),
  requireNoRows: row(() => ({ model: s.model })),
}
