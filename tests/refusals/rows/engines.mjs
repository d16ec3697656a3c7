import * as engines from '@rankwright/engines'
import { options, row } from '../attempts.mjs'
import { lists } from '../samples.mjs'

export const functions = engines

export const rows = {
  holdPacked: row(() => ({ path: 'no.packed', options: options({ threads: 1 }) }), { refused: 'there is no such file' }),
  packLists: row(() => ({ chunks: lists, path: 'lists.packed' }), { strange: 'a feature may be missing' }),
}
