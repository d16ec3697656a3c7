import * as compute from '@rankwright/compute'
import { made, options, row } from '../attempts.mjs'

export const functions = compute

const room = row(() => ({ options: options({ reserve: 1000 }) }))

export const rows = {
  availableCompute: row(() => ({ options: options({ reserve: 1000, note: () => {} }) })),
  loadWasmCompute: room,
  pieceRunner: row(() => ({ parts: made(compute.poolParts()), thread: 1 })),
  poolParts: row(() => ({ build: 'simd-threads' })),
  pooledCompute: row(() => ({ parts: made(compute.poolParts()), threads: 2, shareOut: () => {} })),
  relaxedWasmCompute: room,
  wasmCompute: room,
}
