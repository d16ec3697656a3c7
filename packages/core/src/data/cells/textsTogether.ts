import { trimmedCell } from './trimmedCell.ts'

/** An array of texts as the text of one cell: `wifi, pool`. Empty for an array without any, undefined where something else is among them. */
export function textsTogether(values: readonly unknown[]): string | undefined {
  return values.every((value) => typeof value === 'string') ? values.map((value) => trimmedCell(value)).join(', ') : undefined
}
