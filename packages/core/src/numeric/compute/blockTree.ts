/**
 * The order in which the sums of blocks are added: neighbours two and two, then the results two and two, and so on; one without a partner
 * waits for the next round. A process that holds the blocks 2ᵏ i .. 2ᵏ (i + 1) can add them up without the others, with the same bits.
 */

/** Adds the parts up into the first of them. */
export function addInTree<Part>(parts: readonly Part[], add: (into: Part, other: Part) => void): void {
  for (let step = 1; step < parts.length; step *= 2) {
    for (let place = 0; place + step < parts.length; place += 2 * step) add(parts[place], parts[place + step])
  }
}

/** The same for sums that come one after the other, with room for as few of them as the tree is deep. */
export class BlockSum {
  readonly #length: number
  /** Sums of 2ᵏ blocks, k falling. */
  readonly #open: { readonly blocks: number; readonly sum: Float64Array }[] = []
  readonly #spare: Float64Array[] = []

  constructor(length: number) {
    this.#length = length
  }

  /** Adds the next block. */
  add(part: Float64Array): void {
    const own = this.#spare.pop() ?? new Float64Array(this.#length)
    own.set(part)
    let top = { blocks: 1, sum: own }
    for (let last = this.#open.at(-1); last !== undefined && last.blocks === top.blocks; last = this.#open.at(-1)) top = this.#joined(top)
    this.#open.push(top)
  }

  /** The sum of all blocks; the next sum starts from nothing. */
  take(): Float64Array {
    let top = this.#open.pop()
    if (top === undefined) return new Float64Array(this.#length)
    while (this.#open.length > 0) top = this.#joined(top)
    return top.sum
  }

  /** The last open sum and this one, which follows it. */
  #joined(next: { readonly blocks: number; readonly sum: Float64Array }): { blocks: number; sum: Float64Array } {
    const last = this.#open.pop()!
    addVector(last.sum, next.sum)
    this.#spare.push(next.sum)
    return { blocks: last.blocks + next.blocks, sum: last.sum }
  }
}

/** The same for parts of any form that come one after the other; `added` gives the sum of two neighbours. */
export class TreeSum<Part> {
  readonly #added: (one: Part, next: Part) => Part
  /** Sums of 2ᵏ parts, k falling. */
  readonly #open: { readonly parts: number; readonly sum: Part }[] = []

  constructor(added: (one: Part, next: Part) => Part) {
    this.#added = added
  }

  add(part: Part): void {
    let top = { parts: 1, sum: part }
    for (let last = this.#open.at(-1); last?.parts === top.parts; last = this.#open.at(-1)) {
      this.#open.pop()
      top = { parts: 2 * top.parts, sum: this.#added(last.sum, top.sum) }
    }
    this.#open.push(top)
  }

  /** The sum of all parts, of which there must be one at least. */
  take(): Part {
    const sums = this.#open.splice(0).map(({ sum }) => sum)
    return sums.reduceRight((next, one) => this.#added(one, next))
  }
}

export function addVector(into: Float64Array, other: Float64Array): void {
  for (let place = 0; place < into.length; place++) into[place] += other[place]
}
