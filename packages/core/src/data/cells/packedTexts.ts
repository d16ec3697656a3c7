/**
 * Many texts in little memory: a string of its own would take three times as much as the few words of a cell. A text is a byte for each of its UTF-16 code units.
 * One that has greater units, or begins with NUL, is NUL and two bytes for each unit.
 */
import { grown } from '../../numeric/allocate.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { textOfUnits } from '../text/codeUnits.ts'
import { type TextPage, TextRoom } from './textRoom.ts'
import { hashOfBytes, textHash } from './wordReader.ts'

/** Texts by their number, from 0. */
export interface PackedTexts {
  readonly length: number
  /** Each has `pageTexts` of them, the last one maybe fewer. */
  readonly pages: readonly TextPage[]
}

const pageBits = 10
const pageTexts = 1 << pageBits
/** Of a page: greater numbers do not fit into its ends. */
const mostBytes = 0xffffffff

export function textAt({ pages }: PackedTexts, place: number): string {
  const { bytes, ends } = pages[place >>> pageBits]
  const slot = place & (pageTexts - 1)
  const start = slot === 0 ? 0 : ends[slot - 1]
  const end = ends[slot]
  return isWide(bytes, start, end) ? wideText(bytes, start + 1, end) : textOfUnits(bytes, start, end)
}

/** The page that the text with this number is in. */
export function pageOf(place: number): number {
  return place >>> pageBits
}

export function* eachText(texts: PackedTexts): Generator<string> {
  for (let place = 0; place < texts.length; place++) yield textAt(texts, place)
}

/** Takes texts one after another. */
export class TextPacker implements PackedTexts {
  length = 0
  readonly pages: { bytes: Uint8Array; ends: TextPage['ends'] }[] = []
  /** Of the page that is filled: with room for more. */
  private bytes: Uint8Array = new Uint8Array(256)
  private ends: Uint32Array = new Uint32Array(16)
  private readonly room: TextRoom

  /** Full pages stand in `room`, which other packers may share. */
  constructor(room = new TextRoom()) {
    this.room = room
  }

  /** Returns the number of the text. */
  push(text: string): number {
    const slot = this.length & (pageTexts - 1)
    if (slot === 0) this.openPage()
    if (slot === this.ends.length) {
      this.ends = grown(Uint32Array, this.ends, slot, 4 * slot)
      this.pages[this.pages.length - 1].ends = this.ends
    }
    this.ends[slot] = this.write(text, slot === 0 ? 0 : this.ends[slot - 1])
    return this.length++
  }

  /** Whether the text at a place is this one. */
  holds(place: number, text: string): boolean {
    const { bytes, ends } = this.pages[place >>> pageBits]
    const slot = place & (pageTexts - 1)
    const start = slot === 0 ? 0 : ends[slot - 1]
    const end = ends[slot]
    if (isWide(bytes, start, end)) return end - start === 1 + 2 * text.length && wideText(bytes, start + 1, end) === text
    if (end - start !== text.length) return false
    for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false
    return true
  }

  /** The `textHash` of the text at a place. */
  hashAt(place: number): number {
    const { bytes, ends } = this.pages[place >>> pageBits]
    const slot = place & (pageTexts - 1)
    const start = slot === 0 ? 0 : ends[slot - 1]
    return isWide(bytes, start, ends[slot]) ? textHash(textAt(this, place)) : hashOfBytes(bytes, start, ends[slot])
  }

  /** To be called once, after the last text. */
  finish(): PackedTexts {
    this.closePage()
    const { length, pages } = this
    return { length, pages }
  }

  private openPage(): void {
    this.closePage()
    this.pages.push({ bytes: this.bytes, ends: this.ends })
  }

  /** The last page gets the memory that it needs. */
  private closePage(): void {
    const last = this.pages.length - 1
    if (last < 0) return
    const slots = this.length - last * pageTexts
    this.pages[last] = this.room.keep(this.bytes.subarray(0, this.ends[slots - 1]), this.ends.subarray(0, slots))
  }

  /** Writes a text into the page and returns where it ends. */
  private write(text: string, start: number): number {
    const { length } = text
    this.reserve(start, start + length)
    const { bytes } = this
    let at = 0
    for (; at < length; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 0xff || (unit === 0 && at === 0)) break
      bytes[start + at] = unit
    }
    return at === length ? start + length : this.writeWide(text, start)
  }

  private writeWide(text: string, start: number): number {
    const end = start + 1 + 2 * text.length
    this.reserve(start, end)
    const { bytes } = this
    bytes[start] = 0
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      bytes[start + 1 + 2 * at] = unit & 0xff
      bytes[start + 2 + 2 * at] = unit >>> 8
    }
    return end
  }

  /** Room for the bytes up to `end`, of which those up to `used` are there. */
  private reserve(used: number, end: number): void {
    if (end <= this.bytes.length) return
    if (end > mostBytes) throw new RankwrightError({ area: 'data', code: 'too-large', bytes: end })
    this.bytes = grown(Uint8Array, this.bytes, used, Math.min(mostBytes, Math.max(end, 2 * this.bytes.length)))
    this.pages[this.pages.length - 1].bytes = this.bytes
  }
}

function isWide(bytes: Uint8Array, start: number, end: number): boolean {
  return end > start && bytes[start] === 0
}

function wideText(bytes: Uint8Array, start: number, end: number): string {
  const units = new Uint16Array((end - start) / 2)
  for (let at = 0; at < units.length; at++) units[at] = bytes[start + 2 * at] | (bytes[start + 2 * at + 1] << 8)
  return textOfUnits(units, 0, units.length)
}
