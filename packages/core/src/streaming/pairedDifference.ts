/** Mean of paired differences over a stream, and its 95 % interval by the normal approximation; constant memory (Welford 1962). */
export class PairedDifference {
  #count = 0
  #mean = 0
  #squares = 0

  /** Pairs with a value missing on either side do not count. */
  add(a: number, b: number): void {
    const difference = a - b
    if (Number.isNaN(difference)) return
    this.#count++
    const before = difference - this.#mean
    this.#mean += before / this.#count
    this.#squares += before * (difference - this.#mean)
  }

  get count(): number {
    return this.#count
  }

  get mean(): number {
    return this.#count === 0 ? Number.NaN : this.#mean
  }

  /** NaN with fewer than two pairs. */
  get interval(): readonly [number, number] {
    const error = (1.959963984540054 * Math.sqrt(this.#squares / (this.#count - 1))) / Math.sqrt(this.#count)
    return this.#count < 2 ? [Number.NaN, Number.NaN] : [this.#mean - error, this.#mean + error]
  }
}
