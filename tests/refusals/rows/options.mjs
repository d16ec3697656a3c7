import * as optionsEntry from '@rankwright/core/options'
import { made, options, row } from '../attempts.mjs'

export const functions = optionsEntry

const table = () => made({ lambda: { kind: 'number', default: 1, atLeast: 0, doc: 'The penalty.' } })

export const rows = {
  byOptions: row(() => ({ says: 'twice', of: () => 1 })),
  conditionInWords: row(() => ({ condition: { kernel: 'rbf' } })),
  describeOptions: row(() => ({ table: table() })),
  flagName: row(() => ({ option: 'featureBall' })),
  onlyWith: row(() => ({ condition: { kernel: 'rbf' }, table: table() })),
  optionName: row(() => ({ flag: 'feature-ball' })),
  ownName: row(() => ({ table: table(), name: 'reg_lambda' })),
  resolveOptions: row(() => ({ table: table(), options: options({ lambda: 2 }) })),
}
