import { finish, plainRuntime } from '@rankwright/core'
import * as runtimeEntry from '@rankwright/core/runtime'
import { made, options, row } from '../attempts.mjs'
import { lists } from '../samples.mjs'

const { LocalLists } = runtimeEntry
const held = () => LocalLists.of(lists, plainRuntime)

export const functions = {
  ...runtimeEntry,
  'LocalLists.of': LocalLists.of.bind(LocalLists),
  'LocalLists.ask': (...given) => finish(held().ask(...given)),
  'LocalLists.parts': (...given) => finish(held().parts(...given)),
  'LocalLists.someLists': (...given) => held().someLists(...given),
  'LocalLists.withColumns': (...given) => held().withColumns(...given),
}

const runtime = made(plainRuntime)

export const rows = {
  operationOf: row(() => ({ name: 'listSizes' })),
  LocalLists: row(() => ({ rows: made(undefined) }), { construct: true, refused: 'rows are made by LocalLists.of' }),
  'LocalLists.of': row(() => ({ lists, runtime, before: { lists: 1, rows: 2, blocks: 1 } })),
  'LocalLists.ask': row(() => ({ name: 'listSizes' })),
  'LocalLists.parts': row(() => ({ name: 'listSizes' })),
  'LocalLists.someLists': row(() => ({ chosen: Uint32Array.of(0, 2) })),
  'LocalLists.withColumns': row(() => ({ from: Int32Array.of(1, -1), featureNames: ['y', 'z'] })),
  StoppedError: row(() => ({}), { construct: true }),
  combineParts: row(() => ({ name: 'listSizes', parts: made([Uint32Array.of(1, 2)]), asked: made({}) })),
  inspectHeld: row(() => ({ lists: made(LocalLists.of(lists, plainRuntime)), label: 'clicks' })),
  guardsHeld: row(() => ({ lists: made(held()), label: 'clicks', valid: made(held()) })),
  matchHeld: row(() => ({ lists: made(held()), features: ['x', 'y'] })),
  fitFeatureMap: row(() => ({ lists, options: options({ scale: 'standard', missing: 'zero' }) })),
}
