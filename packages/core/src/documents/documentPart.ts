/**
 * Parts of a JSON document. A part knows how its value is written and how it is read back; both are defined together, so that they
 * cannot differ. Reading checks everything, and errors name the path to what is wrong.
 */
import type { DocumentReader } from './documentReader.ts'
import { encodeArray } from './jsonArray.ts'

export interface DocumentPart<Value> {
  write(value: Value): unknown
  /** `where` is the path that errors name. */
  read(value: unknown, where: string, reader: DocumentReader): Value
}

export const countPart: DocumentPart<number> = {
  write: (value) => value,
  read: (value, where, reader) => reader.count(value, where),
}

export function numberPart(allowed: { readonly atLeast?: number } = {}): DocumentPart<number> {
  return { write: (value) => value, read: (value, where, reader) => reader.number(value, where, allowed) }
}

export const float64Part: DocumentPart<Float64Array> = {
  write: (values) => encodeArray('f64', values),
  read: (value, where, reader) => reader.float64(value, where),
}

export function listPart<Item>(item: DocumentPart<Item>): DocumentPart<readonly Item[]> {
  return {
    write: (items) => items.map((one) => item.write(one)),
    read: (value, where, reader) => reader.items(value, where).map((one, index) => item.read(one, `${where}[${index}]`, reader)),
  }
}

/** Refuses a part of an object, or a part of that part: `means`, `scaler.means`. */
type Refuse<Value> = (path: (keyof Value & string) | `${keyof Value & string}.${string}`, reason: string) => void

/** An object with exactly these parts. `check` takes the whole object and throws if parts do not fit each other. */
export function objectPart<Value extends object>(
  parts: { readonly [Name in keyof Value & string]: DocumentPart<Value[Name]> },
  check: (value: Value, refuse: Refuse<Value>) => void = () => {},
): DocumentPart<Value> {
  const names = Object.keys(parts) as (keyof Value & string)[]
  return {
    write: (value) => Object.fromEntries(names.map((name) => [name, parts[name].write(value[name])])),
    read(value, where, reader) {
      const found = reader.object(value, where, names)
      const whole = Object.fromEntries(names.map((name) => [name, parts[name].read(found[name], `${where}.${name}`, reader)])) as Value
      check(whole, (path, reason) => reader.fail(`${where}.${path}`, reason))
      return whole
    },
  }
}

/** A check of `objectPart`: the array under this name must have this many numbers. */
export function requireNumbers<Name extends string>(
  whole: { readonly [Part in Name]: Float64Array },
  name: Name,
  count: number,
  refuse: (part: Name, reason: string) => void,
): void {
  if (whole[name].length !== count) refuse(name, `there are ${whole[name].length} numbers, expected ${count}`)
}
