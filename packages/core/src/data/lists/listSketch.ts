/**
 * Six words of a list, to know it again by whatever the order of its rows: two words of the whole list, and the smallest words of its rows.
 * The words of the list depend on its labels, those of a row on its features alone: a list with other labels has the same rows.
 * Row words are as good as random, so the rows with the smallest are a random sample, the same one in every list that has these rows: two lists
 * share about as many of them as they share rows. (Broder 1997, "On the resemblance and containment of documents".)
 */

/** Words of a list: two of its own, then `SKETCHED_ROWS` of its rows. */
export const SKETCH_WORDS = 6
const SKETCHED_ROWS = 4

export class ListSketch {
  readonly #graded = labelHasher()
  readonly #least = new Uint32Array(SKETCHED_ROWS)
  #kept = 0
  #rows = 0
  #first = 0
  #second = 0

  /** Adds a row by the two words of its features and its label. */
  add(features: number, others: number, label: number): void {
    const word = rowWord(features, others)
    const graded = mixed(word ^ this.#graded(label))
    this.#first = (this.#first + graded) | 0
    this.#second = (this.#second + mixed((Math.imul(graded, 5) + others) | 0)) | 0
    this.#rows++
    this.#keep(word >>> 0)
  }

  /** Writes the words of the list, and starts the next. A list of fewer different rows repeats the last of them. */
  finish(into: Int32Array, at: number): void {
    const first = mixed((this.#first + Math.imul(this.#rows, 0x9e3779b1)) | 0)
    into[at] = first
    into[at + 1] = mixed((this.#second + Math.imul(first, 0x85ebca6b)) | 0)
    for (let place = 0; place < SKETCHED_ROWS; place++) into[at + 2 + place] = this.#least[Math.max(0, Math.min(place, this.#kept - 1))]
    this.#kept = this.#rows = this.#first = this.#second = 0
    this.#least.fill(0)
  }

  /** Keeps the smallest, in ascending order, each once. */
  #keep(word: number): void {
    const least = this.#least
    if (this.#kept === SKETCHED_ROWS && word >= least[SKETCHED_ROWS - 1]) return
    let place = this.#kept
    while (place > 0 && least[place - 1] > word) place--
    if (place > 0 && least[place - 1] === word) return
    if (this.#kept < SKETCHED_ROWS) this.#kept++
    least.copyWithin(place + 1, place, this.#kept - 1)
    least[place] = word
  }
}

/** A word that depends on every bit of the two words of a row's features. */
export function rowWord(features: number, others: number): number {
  const word = mixed((features + 0x9e3779b1) | 0) // a row of zeros is no smaller than others
  return mixed((word + mixed((Math.imul(word, 5) + others) | 0)) | 0)
}

/** A word of each label; 0 and −0 are one, and so are all that mean a missing label. */
function labelHasher(): (label: number) => number {
  const double = new Float64Array(1)
  const halves = new Int32Array(double.buffer)
  const missing = [0, 0x7ff80000] // of all the bits that mean NaN
  return (label) => {
    double[0] = label === 0 ? 0 : label
    if (Number.isNaN(label)) halves.set(missing)
    return mixed(halves[0] ^ mixed((halves[1] + 0x9e3779b1) | 0))
  }
}

/** Every bit of the input moves every bit of the output; the steps that end MurmurHash3. */
export function mixed(word: number): number {
  let h = word
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
