import * as problems from '@rankwright/core/problems'
import { row } from '../attempts.mjs'

export const functions = problems

export const rows = {
  nearestName: row(() => ({ written: 'lamda', known: ['lambda'] })),
  shownText: row(() => ({ text: 'a' })),
}
