import * as problems from '@rankwright/core/problems'
import { row } from '../attempts.mjs'

export const functions = problems

export const rows = {
  namedOption: row(() => ({ options: { limit: 'MB' }, of: 'train' })),
  nearestName: row(() => ({ written: 'lamda', known: ['lambda'] })),
  respelled: row(() => ({ text: 'give `limit: MB`', spell: () => undefined })),
  shownText: row(() => ({ text: 'a' })),
}
