/**
 * Where a list ends among rows that come one by one, when labels may not be known yet: rows without labels and then rows of the same list with
 * labels are two lists, what was asked and what became of it. Both must have as many rows; otherwise some labels of one list are missing.
 */
import { RankwrightError } from '../../problems/problem.ts'

export class LabelsArriving {
  #id = ''
  /** Rows of the list at hand, and whether none of them has a label. */
  #rows = 0
  #open = false
  /** Rows that came without labels, while the same rows come with them. */
  #asked: number | undefined

  /** Takes the next row; true if it begins another list. Throws if labels of the list before are missing. */
  begins(id: string, label: number): boolean {
    const another = this.#rows === 0 || id !== this.#id
    if (another) this.end()
    const arriving = !another && this.#open && !Number.isNaN(label)
    if (arriving) this.#asked = this.#rows
    if (another || arriving) {
      this.#id = id
      this.#open = Number.isNaN(label)
      this.#rows = 0
    }
    this.#rows++
    return another || arriving
  }

  /** There are no more rows of the list at hand. */
  end(): void {
    const [rows, asked] = [this.#rows, this.#asked]
    this.#rows = 0
    this.#asked = undefined
    if (asked === undefined || asked === rows) return
    const series = this.#id.slice(this.#id.lastIndexOf('\0') + 1) // a key may stand before it
    throw new RankwrightError({ area: 'stream', code: 'labels-partly-missing', series, missing: asked, items: asked + rows })
  }
}
