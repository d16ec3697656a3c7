import { requireNumber } from '../../arguments/requireNumber.ts'
import { texts } from '../../arguments/shapes.ts'

/**
 * Features without names are called by their number, counted from 1: `f1`, `f2`, … So they are written into tables, and so they keep
 * their identity when some of them are left out.
 */
export function numberedFeature(number: number): string {
  requireNumber('number', number, { whole: true, atLeast: 1 })
  return `f${number}`
}

/** The numbers of features that are called by ascending numbers; undefined if any has another name. */
export function featureNumbers(names: readonly string[]): Uint32Array | undefined {
  texts('names', names)
  const numbers = new Uint32Array(names.length)
  for (const [column, name] of names.entries()) {
    const number = /^f([1-9]\d{0,9})$/.test(name) ? Number(name.slice(1)) : 0
    if (number === 0 || number > greatestFeature || (column > 0 && number <= numbers[column - 1])) return undefined
    numbers[column] = number
  }
  return numbers
}

export const greatestFeature: number = 2 ** 31 - 1
