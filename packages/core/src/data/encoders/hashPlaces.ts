/** The places of hashes of 32 bits. A `Map` of such numbers is slower: most of them are no small integers to an engine. */
export class HashPlaces {
  /** Open addressing: a place more than it is, so that 0 is free. */
  private readonly places: Uint32Array
  private readonly hashes: Uint32Array
  private readonly mask: number

  /** The place of a hash that is there twice is the last one. */
  constructor(hashes: ArrayLike<number>) {
    let size = 16
    while (size < 4 * hashes.length) size *= 2
    this.mask = size - 1
    this.places = new Uint32Array(size)
    this.hashes = new Uint32Array(size)
    for (let place = 0; place < hashes.length; place++) {
      const at = this.slotOf(hashes[place] >>> 0)
      this.hashes[at] = hashes[place]
      this.places[at] = place + 1
    }
  }

  /** -1 for a hash that is not there. */
  placeOf(hash: number): number {
    return this.places[this.slotOf(hash)] - 1
  }

  private slotOf(hash: number): number {
    const { mask, places, hashes } = this
    let at = hash & mask
    while (hashes[at] !== hash && places[at] !== 0) at = (at + 1) & mask
    return at
  }
}
