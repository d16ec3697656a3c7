import { eachText, TextPacker } from '../cells/packedTexts.ts'
import type { TextRoom } from '../cells/textRoom.ts'
import { textHash } from '../cells/wordReader.ts'

/** Texts beyond so many places from where their hash points were chosen to collide. */
const farthest = 256

/** Different texts, numbered in the order in which they come. It takes a fraction of the memory of a `Map`. */
export class TextCodes {
  /** Each text once, by its code. */
  readonly values: TextPacker
  /** Open addressing: a code more than it is, so that 0 is free. */
  private slots: Uint32Array = new Uint32Array(64)
  /** Instead, where texts collide. */
  private places: Map<string, number> | undefined

  constructor(room?: TextRoom) {
    this.values = new TextPacker(room)
  }

  /** The code of a text; a text that is new gets the next one. */
  codeOf(text: string): number {
    if (this.places !== undefined) return this.placeOf(text, this.places)
    const { slots, values } = this
    const mask = slots.length - 1
    let at = textHash(text) & mask
    for (let steps = 0; slots[at] !== 0; at = (at + 1) & mask) {
      if (values.holds(slots[at] - 1, text)) return slots[at] - 1
      if (++steps > farthest)
        return this.placeOf(text, (this.places = new Map(Array.from(eachText(values), (value, code) => [value, code]))))
    }
    const code = values.push(text)
    slots[at] = values.length
    if (2 * values.length > slots.length) this.grow()
    return code
  }

  private placeOf(text: string, places: Map<string, number>): number {
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, this.values.length)
    return this.values.push(text)
  }

  private grow(): void {
    const { values } = this
    const slots = new Uint32Array(2 * this.slots.length)
    const mask = slots.length - 1
    for (let code = 0; code < values.length; code++) {
      let at = values.hashAt(code) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = code + 1
    }
    this.slots = slots
  }
}
