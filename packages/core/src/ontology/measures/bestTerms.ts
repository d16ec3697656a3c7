/** Keeps the most similar of the terms that are offered, the nearest first; at equal similarity the one that comes first in the file. */
export class BestTerms {
  readonly terms: number[] = []
  readonly similarities: number[] = []
  /** Terms that are as similar as the last one kept, and had no place. */
  tied = 0
  /** A term with less has no place. */
  least: number
  readonly #count: number

  constructor(count: number, least = Number.NEGATIVE_INFINITY) {
    this.#count = count
    this.least = least
  }

  /** In any order, each term once. */
  offer(term: number, similarity: number): void {
    if (!(similarity >= this.least)) return
    const { terms, similarities } = this
    const place = this.#placeOf(term, similarity)
    if (place < this.#count) {
      terms.splice(place, 0, term)
      similarities.splice(place, 0, similarity)
      if (terms.length <= this.#count) {
        if (terms.length === this.#count) this.least = similarities[this.#count - 1]
        return
      }
      terms.pop()
      const dropped = similarities.pop()
      this.least = similarities[this.#count - 1]
      this.tied = dropped === this.least ? this.tied + 1 : 0
    } else this.tied++
  }

  #placeOf(term: number, similarity: number): number {
    let [low, high] = [0, this.terms.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const kept = this.similarities[middle]
      if (kept > similarity || (kept === similarity && this.terms[middle] < term)) low = middle + 1
      else high = middle
    }
    return low
  }
}
