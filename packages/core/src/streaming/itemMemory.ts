import type { DocumentPart } from '../documents/documentPart.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Series } from './series.ts'

/** A number per item, least recently seen first. */
export type ItemValues = readonly (readonly [string, number])[]

/** For learners that remember items. */
export const memoryOptions = {
  remembered: {
    kind: 'integer',
    default: 100000,
    atLeast: 1,
    atMost: 10_000_000, // the state holds them all
    doc: 'Items to remember; the one that was not seen for longest is forgotten first.',
  },
} as const satisfies OptionTable

/** A number per item, for a bounded number of items: the one that was not seen for longest is forgotten first. */
export class ItemMemory {
  readonly #most: number
  readonly #values: Map<string, number>

  constructor(most: number, entries: ItemValues = []) {
    this.#most = most
    this.#values = new Map(entries)
  }

  get size(): number {
    return this.#values.size
  }

  get(name: string): number | undefined {
    return this.#values.get(name)
  }

  set(name: string, value: number): void {
    this.#values.delete(name)
    this.#values.set(name, value)
    if (this.#values.size <= this.#most) return
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      return
    }
  }

  /** The number of each item of a series; `unknown` for one that is not remembered. */
  valuesOf(series: Series, unknown: number): Float64Array {
    return Float64Array.from(namesOf(series), (name) => this.#values.get(name) ?? unknown)
  }

  entries(): ItemValues {
    return [...this.#values]
  }
}

/** Throws for items without names: their places in the series are no names, and often tell the outcome. */
export function namesOf({ id, items }: Series): readonly string[] {
  if (items === undefined) throw new RankwrightError({ area: 'stream', code: 'items-without-names', series: id })
  return items
}

export const itemValuesPart: DocumentPart<ItemValues> = {
  write: (values) => values,
  read: (value, where, reader) =>
    reader.items(value, where).map((pair, index) => {
      const at = `${where}[${index}]`
      const [name, number, ...rest] = reader.items(pair, at)
      if (rest.length > 0) reader.fail(at, 'expected a name and a number')
      return [reader.text(name, at), reader.number(number, at)] as const
    }),
}
