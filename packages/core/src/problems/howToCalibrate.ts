import { namedOption } from './namedOption.ts'

/** What to do about a model that does not know P(A above B). */
export function howToCalibrate(): string {
  return `Train it with ${namedOption('valid', 'train')}, or calibrate it with ${namedOption({ rule: 'probability', out: 'FILE' }, 'abstain')} on lists that it was not trained on.`
}
