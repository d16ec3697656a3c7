/**
 * The sketch of a series, to know it again by: see data/lists/listSketch.ts. A row counts by its features, whatever the order of the columns
 * in the file, and by the name of its item where it has one: some learners look at names alone. A file may lack the names, so series are sketched without
 * them too. Missing values do not count, so that columns that come later change nothing.
 */
import { ListSketch, mixed, SKETCH_WORDS } from '../data/lists/listSketch.ts'
import { secondHash, valueHash } from '../numeric/compute/rowHashes.ts'
import { type RankedSeries, seriesLength } from './series.ts'

/** What a series takes of a state; about 4,000 series, then every second, fourth … is kept. */
export const MOST_SERIES_BYTES = 128 * 1024

export class SeriesSketch {
  readonly #sketch = new ListSketch()
  readonly #single = new Float32Array(1)
  readonly #bits = new Int32Array(this.#single.buffer)

  /** The six words of a series, with the names of its items or without. */
  of(series: RankedSeries, named: boolean): Int32Array {
    const { width, features, items, utilities } = series
    const count = seriesLength(series)
    for (let item = 0; item < count; item++) {
      let first = named && items !== undefined ? nameHash(items[item]) : 0
      let second = secondHash(first)
      for (let column = 0; column < width; column++) {
        const value = features[item * width + column]
        if (Number.isNaN(value)) continue
        this.#single[0] = value
        const hash = valueHash(this.#bits[0], column)
        first = (first + hash) | 0
        second = (second + secondHash(hash)) | 0
      }
      this.#sketch.add(first, second, utilities[item])
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
