import * as numeric from '@rankwright/core/numeric'
import { row } from '../attempts.mjs'

export const functions = numeric

export const rows = {
  listBlocks: row(() => ({ offsets: Uint32Array.of(0, 2, 4), width: 2 })),
}
