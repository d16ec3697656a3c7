/**
 * Which series a stream was fed, in a few words: their number and a running hash of them. A stream that is fed the same input from its
 * start again recognises it by this, whatever the ids are, and skips what it has been fed before.
 */
import { optional, requireArguments, text, typed } from '../arguments/shapes.ts'
import { Murmur3 } from '../data/lists/fingerprint.ts'
import type { DocumentPart } from '../documents/documentPart.ts'
import { documentShape } from '../documents/documentShape.ts'
import { RankwrightError } from '../problems/problem.ts'

export interface FedSeriesState {
  /** Series so far, those that were left out included. */
  readonly count: number
  /** The hash after 1, 2, 4, 8 … series: so an input that is not the same is noticed early. */
  readonly marks: readonly string[]
  /** The hash of all of them. */
  readonly latest: string
}

const nextShapes = { id: text, series: typed(Int32Array) }

const noHash = '0'.repeat(32)

export class FedSeries {
  #count = 0
  #marks: string[] = []
  #latest = noHash

  constructor(state?: FedSeriesState) {
    if (state === undefined) return
    this.#count = state.count
    this.#marks = [...state.marks]
    this.#latest = state.latest
  }

  /** The next series, by its hash. */
  add(series: Int32Array): void {
    this.#latest = hashAfter(this.#latest, series)
    this.#count++
    if (isPowerOfTwo(this.#count)) this.#marks.push(this.#latest)
  }

  state(): FedSeriesState {
    return { count: this.#count, marks: [...this.#marks], latest: this.#latest }
  }
}

/** Follows an input that may be that of an earlier run, from its start. */
export class FedAgain {
  /** Undefined as soon as the input is known to be another one, or is past what the stream was fed. */
  #before: FedSeriesState | undefined
  #count = 0
  #latest = noHash

  /** `before` is what the stream was fed in earlier runs. */
  constructor(before?: FedSeriesState) {
    requireArguments({ before }, { before: optional(fedSeriesShape) })
    this.#before = before === undefined || before.count === 0 ? undefined : before
  }

  /**
   * Whether the next series of the input, with this id and hash, was fed before. An input that begins with the first series of the earlier runs is the same one;
   * if it differs further on, nothing can be told any more.
   */
  knows(id: string, series: Int32Array): boolean {
    requireArguments({ id, series }, nextShapes)
    if (this.#before === undefined) return false
    const { count, marks, latest } = this.#before
    this.#latest = hashAfter(this.#latest, series)
    this.#count++
    const differs =
      (isPowerOfTwo(this.#count) && marks[doublings(this.#count)] !== this.#latest) || (this.#count === count && this.#latest !== latest)
    if (differs && this.#count > 1) throw new RankwrightError({ area: 'stream', code: 'fed-differently', series: id, known: count })
    if (differs || this.#count === count) this.#before = undefined
    return !differs
  }
}

/** The greatest k with 2^k ≤ count; −1 for 0. */
function doublings(count: number): number {
  let exponent = -1
  for (let power = 1; power <= count; power *= 2) exponent++
  return exponent
}

function isPowerOfTwo(count: number): boolean {
  return count > 0 && 2 ** doublings(count) === count
}

function hashAfter(before: string, series: Int32Array): string {
  const hash = new Murmur3()
  for (let at = 0; at < before.length; at += 8) hash.add(Number.parseInt(before.slice(at, at + 8), 16))
  for (const word of series) hash.add(word)
  return hash.digest()
}

export const fedSeriesPart: DocumentPart<FedSeriesState> = {
  write: (fed) => fed,
  read(value, where, reader) {
    const parts = reader.object(value, where, ['count', 'marks', 'latest'])
    const count = reader.count(parts['count'], `${where}.count`)
    const marks = reader.texts(parts['marks'], `${where}.marks`)
    const latest = reader.text(parts['latest'], `${where}.latest`)
    const expected = doublings(count) + 1
    if (marks.length !== expected) reader.fail(`${where}.marks`, `there are ${marks.length} hashes, expected ${expected}`)
    for (const hash of [...marks, latest])
      if (!/^[0-9a-f]{32}$/.test(hash)) reader.fail(where, `${JSON.stringify(hash.slice(0, 40))} is not a hash`)
    if (isPowerOfTwo(count) && marks[marks.length - 1] !== latest) reader.fail(`${where}.latest`, 'it is not the last of the marks')
    return { count, marks, latest }
  },
}

export const fedSeriesShape = documentShape(fedSeriesPart, 'what StreamFeed says it was fed')
