/** Arguments that must be an object, a text, a function, an array, or one of some names. */

import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import { refuseArgument } from './refuseArgument.ts'

/** Throws unless the value is an object that is no array, no typed array and no promise. `expected` completes "give". */
export function requireObject(argument: string, value: unknown, expected: string): asserts value is object {
  if (!isRecord(value)) refuseArgument(argument, value, expected)
}

/** Whether the value is an object that is no array, no typed array and no promise. */
export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value) && !isPromise(value)
}

/** Throws unless the value is an object in which these parts are there. */
export function requireParts(argument: string, value: unknown, expected: string, parts: readonly string[]): asserts value is object {
  requireObject(argument, value, expected)
  for (const part of parts)
    if (!(part in value) || (value as Record<string, unknown>)[part] === undefined) refuseArgument(argument, value, expected)
}

/** Throws unless the value is an object whose keys are all known; says which name was meant. */
export function requireOptions(argument: string, value: unknown, known: readonly string[]): asserts value is object {
  requireObject(argument, value, 'an object with options')
  for (const option of Object.keys(value)) {
    if (known.includes(option)) continue
    const nearest = nearestName(option, known)
    throw new RankwrightError({ area: 'option', code: 'unknown-option', option, known, ...(nearest !== undefined && { nearest }) })
  }
}

export function requireText(argument: string, value: unknown, expected = 'a text'): asserts value is string {
  if (typeof value !== 'string') refuseArgument(argument, value, expected)
}

export function requireArray(argument: string, value: unknown, expected: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) refuseArgument(argument, value, expected)
}

export function requireOneOf(argument: string, value: unknown, names: readonly string[]): asserts value is string {
  if (typeof value !== 'string' || !names.includes(value)) refuseArgument(argument, value, `one of ${names.join(', ')}`)
}

function isPromise(value: object): boolean {
  return 'then' in value && typeof value.then === 'function'
}
