/**
 * The series that were learned lately, by hashes of 53 bits: of the id alone, and of the id with everything else. So a series that comes
 * again is recognised, whatever order the ids have. Bounded: the series that was learned longest ago is forgotten first.
 */
import { type DocumentPart, float64Part, objectPart, requireNumbers } from '../documents/documentPart.ts'
import { textHash } from './seriesHash.ts'

export interface RememberedSeriesState {
  /** Oldest first, one for each series. */
  readonly wholes: Float64Array
  readonly ids: Float64Array
}

/** Series that are remembered. */
export const MOST_REMEMBERED = 2048

export class RememberedSeries {
  /** From the hash of a series to that of its id; oldest first. */
  readonly #wholes = new Map<number, number>()
  /** How many of them have this id. */
  readonly #ids = new Map<number, number>()

  constructor(state?: RememberedSeriesState) {
    if (state !== undefined) for (const [place, whole] of state.wholes.entries()) this.#keep(whole, state.ids[place])
  }

  /** Whether this very series was learned. */
  knows(hash: Int32Array): boolean {
    return this.#wholes.has(in53Bits(hash))
  }

  /** Whether a series of this id was learned. */
  knowsId(id: string): boolean {
    return this.#ids.has(in53Bits(textHash(id)))
  }

  add(hash: Int32Array, id: string): void {
    this.#keep(in53Bits(hash), in53Bits(textHash(id)))
    for (const [whole, own] of this.#wholes) {
      if (this.#wholes.size <= MOST_REMEMBERED) return
      this.#wholes.delete(whole)
      const others = (this.#ids.get(own) ?? 1) - 1
      if (others > 0) this.#ids.set(own, others)
      else this.#ids.delete(own)
    }
  }

  state(): RememberedSeriesState {
    return { wholes: Float64Array.from(this.#wholes.keys()), ids: Float64Array.from(this.#wholes.values()) }
  }

  #keep(whole: number, id: number): void {
    this.#wholes.set(whole, id)
    this.#ids.set(id, (this.#ids.get(id) ?? 0) + 1)
  }
}

function in53Bits([first, second]: Int32Array): number {
  return (first >>> 0) * 2 ** 21 + (second >>> 11)
}

export const rememberedSeriesPart: DocumentPart<RememberedSeriesState> = objectPart<RememberedSeriesState>(
  { wholes: float64Part, ids: float64Part },
  (whole, refuse) => {
    requireNumbers(whole, 'ids', whole.wholes.length, refuse)
    for (const name of ['wholes', 'ids'] as const)
      if (!whole[name].every((hash) => Number.isSafeInteger(hash) && hash >= 0)) refuse(name, 'expected hashes')
    if (whole.wholes.length > MOST_REMEMBERED)
      refuse('wholes', `there are ${whole.wholes.length} series, expected at most ${MOST_REMEMBERED}`)
    if (new Set(whole.wholes).size < whole.wholes.length) refuse('wholes', 'a series is there twice')
  },
)
