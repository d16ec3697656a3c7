/**
 * What arguments have to be, said once at the top of a public function: `requireArguments({ scores, labels }, { scores: numbers(), labels: numbers() })`.
 * A shape throws the problem that names the argument, or the part of it, that does not fit. Inner functions trust what they are given.
 */
import { isEmptied, refuseArgument } from './refuseArgument.ts'
import { requireArray, requireObject, requireOptions, requireText } from './requireKind.ts'
import { type NumberRange, requireNumber } from './requireNumber.ts'
import { type Entries, requireArrayLike, requireNumbers } from './requireNumbers.ts'

export type Shape = (argument: string, value: unknown) => void
export type Shapes = Readonly<Record<string, Shape>>
/** A shape for every option: one that was forgotten does not compile. */
export type ShapesOf<Options> = { readonly [Name in keyof Required<Options>]: Shape }

/** Throws unless every argument has its shape. */
export function requireArguments(given: Readonly<Record<string, unknown>>, shapes: Shapes): void {
  for (const argument of Object.keys(shapes)) shapes[argument](argument, given[argument])
}

export const text: Shape = requireText

/** The place is put into words only for an entry that is wrong: there may be millions of them. */
export const texts: Shape = (argument, value) => {
  requireArray(argument, value, 'an array of texts')
  for (let at = 0; at < value.length; at++) if (typeof value[at] !== 'string') refuseArgument(`${argument}[${at}]`, value[at], 'a text')
}

export const flag: Shape = (argument, value) => {
  if (typeof value !== 'boolean') refuseArgument(argument, value, 'true or false')
}

export const callback: Shape = (argument, value) => {
  if (typeof value !== 'function') refuseArgument(argument, value, 'a function')
}

export const bytes: Shape = (argument, value) => {
  if (!(value instanceof Uint8Array) || isEmptied(value)) refuseArgument(argument, value, 'a Uint8Array')
}

export function number(range: NumberRange = {}): Shape {
  return (argument, value) => requireNumber(argument, value, range)
}

/** A whole number from 0, or from `least`. */
export function count(least = 0): Shape {
  return number({ whole: true, atLeast: least })
}

export function numbers(entries: Entries = 'finite', length?: number): Shape {
  return (argument, value) => {
    requireNumbers(argument, value, entries)
    if (length !== undefined && value.length !== length) refuseArgument(argument, value, `${length} numbers`)
  }
}

export function oneOf(...names: readonly (string | number | boolean)[]): Shape {
  return (argument, value) => {
    if (!names.some((name) => name === value)) refuseArgument(argument, value, `one of ${names.join(', ')}`)
  }
}

/** The shape, or nothing at all. */
export function optional(shape: Shape): Shape {
  return (argument, value) => {
    if (value !== undefined) shape(argument, value)
  }
}

/** Either of two; `expected` completes "give". */
export function either(expected: string, fits: (value: unknown) => boolean): Shape {
  return (argument, value) => {
    if (!fits(value)) refuseArgument(argument, value, expected)
  }
}

export function arrayOf(shape: Shape, expected = 'an array'): Shape {
  return (argument, value) => {
    requireArray(argument, value, expected)
    for (let at = 0; at < value.length; at++) shape(`${argument}[${at}]`, value[at])
  }
}

/** An array with at least one entry. */
export function someOf(shape: Shape, expected = 'an array with at least one entry'): Shape {
  const each = arrayOf(shape, expected)
  return (argument, value) => {
    each(argument, value)
    if ((value as readonly unknown[]).length === 0) refuseArgument(argument, value, expected)
  }
}

type TypedKind = Float32ArrayConstructor | Float64ArrayConstructor | Uint32ArrayConstructor | Int32ArrayConstructor

/** A typed array of this kind, and of this length where one is given, whose entries, if they are floats, are finite. */
export function typed(Kind: TypedKind, entries: Entries = 'finite', length?: number): Shape {
  return (argument, value) => {
    if (!(value instanceof Kind)) refuseArgument(argument, value, `a ${Kind.name}`)
    requireNumbers(argument, value, entries)
    if (length !== undefined && value.length !== length) refuseArgument(argument, value, `${length} numbers`)
  }
}

/** A typed array of numbers of things, each from `least` to below `end`. */
export function numbersOf(things: string, Kind: Uint32ArrayConstructor | Int32ArrayConstructor, end: number, least = 0): Shape {
  const kind = typed(Kind)
  return (argument, value) => {
    kind(argument, value)
    const given = value as Uint32Array | Int32Array
    const wrong = given.findIndex((entry) => entry < least || entry >= end)
    if (wrong >= 0) refuseArgument(`${argument}[${wrong}]`, given[wrong], `the number of a ${things}, from ${least} to ${end - 1}`)
  }
}

/** An object in which these parts are there; it may have others. */
export function fields(parts: Shapes, expected = `an object with ${Object.keys(parts).join(', ')}`): Shape {
  const names = Object.keys(parts)
  return (argument, value) => {
    requireObject(argument, value, expected)
    for (const part of names) parts[part](`${argument}.${part}`, (value as Record<string, unknown>)[part])
  }
}

/** An object whose part `name` says which other parts it has. */
export function oneKindOf(name: string, kinds: Readonly<Record<string, Shapes>>): Shape {
  const named = fields({ [name]: oneOf(...Object.keys(kinds)) })
  return (argument, value) => {
    named(argument, value)
    fields(kinds[(value as Readonly<Record<string, string>>)[name]])(argument, value)
  }
}

/** The same shapes, each of which may be left out. */
export function optionalParts(shapes: Shapes): Shapes {
  return Object.fromEntries(Object.entries(shapes).map(([part, shape]) => [part, optional(shape)]))
}

/** An object with options of these names and no others, each of which may be left out. */
export function options(known: Shapes): Shape {
  const names = Object.keys(known)
  return (argument, value) => {
    requireOptions(argument, value, names)
    for (const [option, given] of Object.entries(value)) if (given !== undefined) known[option](`${argument}.${option}`, given)
  }
}

/** The shape of an object in which these parts may not be left out. */
export function required(shape: Shape, ...parts: readonly string[]): Shape {
  return (argument, value) => {
    shape(argument, value)
    for (const part of parts) {
      if ((value as Readonly<Record<string, unknown>>)[part] === undefined)
        refuseArgument(`${argument}.${part}`, undefined, 'a value for it')
    }
  }
}

/** An object each of whose parts has the shape. */
export function recordOf(shape: Shape, expected: string): Shape {
  return (argument, value) => {
    requireObject(argument, value, expected)
    if (value instanceof Map) refuseArgument(argument, value, expected)
    for (const [key, part] of Object.entries(value)) shape(`${argument}.${key}`, part)
  }
}

export function mapOf(shape: Shape, expected: string): Shape {
  return (argument, value) => {
    if (!(value instanceof Map)) refuseArgument(argument, value, expected)
    for (const [key, part] of value) {
      requireText(`a key of ${argument}`, key)
      shape(`${argument}.get('${key}')`, part)
    }
  }
}

/** An object of this class. */
export function instanceOf(Kind: { readonly name: string; readonly prototype: object }): Shape {
  return (argument, value) => {
    if (typeof value !== 'object' || value === null || !Object.prototype.isPrototypeOf.call(Kind.prototype, value))
      refuseArgument(argument, value, `a ${Kind.name}`)
  }
}

/** Any object that is no array, no typed array and no promise. */
export function object(expected: string): Shape {
  return (argument, value) => requireObject(argument, value, expected)
}

/** What another function of the library makes: an object with these parts, whose inside is trusted. */
export function madeBy(maker: string, ...parts: readonly (string | symbol)[]): Shape {
  const expected = `what ${maker} gives`
  return (argument, value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) refuseArgument(argument, value, expected)
    for (const part of parts)
      if (!(part in value) || (value as Record<string | symbol, unknown>)[part] === undefined) refuseArgument(argument, value, expected)
  }
}

/** Anything with a length and entries of the shape. */
export function entriesOf(shape: Shape, expected: string): Shape {
  return (argument, value) => {
    const found = requireArrayLike(argument, value, expected)
    for (let at = 0; at < found.length; at++) shape(`${argument}[${at}]`, found[at])
  }
}
