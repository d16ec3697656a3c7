import { refuseArgument } from '../../arguments/refuseArgument.ts'

/** The shortest decimal that reads back to the same number, the sign of 0 included. */
export function numberText(value: number): string {
  if (typeof value !== 'number') refuseArgument('value', value, 'a number')
  return Object.is(value, -0) ? '-0' : String(value)
}
