import { RankwrightError } from '@rankwright/core'
import type { PartSize } from '../parts/packedParts.ts'

/** The rows of a part as they come: as many as were counted before, or the table was changed between the two. */
export class GrowingPart {
  readonly part: number
  readonly size: PartSize
  readonly labels: Float64Array<ArrayBuffer>
  /** Of the features. */
  readonly bits: Int32Array<ArrayBuffer>
  readonly ids: string[] = []
  rows = 0
  readonly #starts: number[] = []
  #list = -1

  constructor(part: number, sizes: readonly PartSize[], width: number) {
    const size = sizes[part]
    if (size === undefined) throw new RankwrightError({ area: 'engine', code: 'part-unknown', part, total: sizes.length })
    this.part = part
    this.size = size
    this.labels = new Float64Array(size.rows)
    this.bits = new Int32Array(size.rows * width)
  }

  /** A row of a list follows; its id is asked for where it is another list than before. */
  begin(list: number, idOf: () => string): void {
    if (list !== this.#list) {
      this.#list = list
      this.#starts.push(this.rows)
      this.ids.push(idOf())
    }
    if (this.rows === this.labels.length) throw this.changed()
  }

  get offsets(): Uint32Array {
    return Uint32Array.from([...this.#starts, this.rows])
  }

  requireWhole(): void {
    if (this.rows !== this.size.rows || this.ids.length !== this.size.lists) throw this.changed()
  }

  changed(): RankwrightError {
    const { part, size: expected } = this
    return new RankwrightError({ area: 'engine', code: 'part-changed', part, found: { lists: this.ids.length, rows: this.rows }, expected })
  }
}
