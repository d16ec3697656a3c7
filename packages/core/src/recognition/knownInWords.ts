import type { KnownAs } from '../problems/guaranteeProblem.ts'
import type { Known } from './knownByUse.ts'

const dataName: Readonly<Record<KnownAs, string>> = {
  training: 'the training data',
  validation: 'the validation data',
  calibration: 'the calibration data',
  choice: 'the data that its rule was chosen on',
}

/** How many lists are known and how: `3 lists are in the training data`, `1 shares most rows with a list of the training data`. */
export function knownInWords({ same, similar, rows }: Known, as: KnownAs, [list, lists]: readonly [one: string, many: string]): string[] {
  const data = dataName[as]
  return [
    ...(same > 0 ? [`${same} ${same === 1 ? `${list} is` : `${lists} are`} in ${data}`] : []),
    ...(similar > 0 ? [`${similar} ${similar === 1 ? 'shares' : 'share'} most rows with a list of ${data}`] : []),
    ...(rows > 0 ? [`${rows} ${rows === 1 ? 'holds' : 'hold'} rows of ${data}`] : []),
  ]
}
