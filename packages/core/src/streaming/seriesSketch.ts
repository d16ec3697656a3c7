/**
 * The sketch of a series, to know it again by: see data/lists/listSketch.ts. A row counts by its features, whatever the order of the columns
 * in the file, and by the name of its item where it has one: some learners look at names alone. A file may lack the names, so series are sketched without
 * them too. Missing values do not count, so that columns that come later change nothing.
 */
import { ListSketch, mixed, SKETCH_WORDS } from '../data/lists/listSketch.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { secondHash } from '../numeric/compute/rowHashes.ts'
import type { RankedSeries } from './series.ts'

/** What a series takes of a state; about 4,000 series, then every second, fourth … is kept. */
export const MOST_SERIES_BYTES = 128 * 1024

export class SeriesSketch {
  readonly #compute: Compute
  readonly #sketch = new ListSketch()
  /** The features of a series in single precision, zeros where they are missing, and two words for each row. */
  #rows = new Float32Array(0)
  #hashes = new Uint32Array(0)

  constructor(compute: Compute) {
    this.#compute = compute
  }

  /** Looks at a series: `words` is then asked for this one. */
  look({ width, features, utilities }: RankedSeries): void {
    const count = utilities.length
    if (this.#hashes.length < 2 * count) this.#hashes = new Uint32Array(2 * count)
    if (this.#rows.length < features.length) this.#rows = new Float32Array(features.length)
    const rows = this.#rows
    for (let at = 0; at < features.length; at++) rows[at] = Number.isNaN(features[at]) ? 0 : features[at]
    this.#compute.rowHashes(count, width, rows, this.#hashes)
  }

  /** The six words of a series that was looked at, with the names of its items or without. */
  words({ items, utilities }: RankedSeries, named: boolean): Int32Array {
    for (let item = 0; item < utilities.length; item++) {
      const name = named && items !== undefined ? nameHash(items[item]) : 0
      this.#sketch.add((name + this.#hashes[2 * item]) | 0, (secondHash(name) + this.#hashes[2 * item + 1]) | 0, utilities[item])
    }
    const into = new Int32Array(SKETCH_WORDS)
    this.#sketch.finish(into, 0)
    return into
  }
}

function nameHash(name: string): number {
  let hash = name.length
  for (let place = 0; place < name.length; place++) hash = Math.imul(hash ^ name.charCodeAt(place), 0x01000193)
  return mixed(hash)
}
