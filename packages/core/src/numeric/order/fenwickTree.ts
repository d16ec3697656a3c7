/**
 * Sums over the first places of a row of amounts, where amounts are added in any order: both take O(log n). Fenwick 1994, "A new data
 * structure for cumulative frequency tables".
 */
export class FenwickTree {
  /** Entry `at` is the sum of the (at & −at) amounts that end at place `at`, counted from 1. */
  readonly #sums: Float64Array

  constructor(places: number) {
    this.#sums = new Float64Array(places + 1)
  }

  /** Places count from 0. */
  add(place: number, amount: number): void {
    const sums = this.#sums
    for (let at = place + 1; at < sums.length; at += at & -at) sums[at] += amount
  }

  /** The sum of the amounts at the places before this one. */
  sumBefore(place: number): number {
    const sums = this.#sums
    let sum = 0
    for (let at = place; at > 0; at -= at & -at) sum += sums[at]
    return sum
  }
}
