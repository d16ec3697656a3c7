import { RankwrightError } from '../problems/problem.ts'
import { float32Text } from './float32Text.ts'
import { letorItemComment } from './letorComment.ts'
import { fileOrder, type RankingLists } from './rankingLists.ts'
import { encodeUtf8 } from './utf8.ts'

const pieceBytes = 1 << 18
const [lineFeed, space, minus, point, zero, colon] = [10, 32, 45, 46, 48, 58]

/**
 * The lists as LETOR text, in pieces, rows in file order. Values are the shortest decimals that read back to the same floats;
 * a missing one is NULL. Dense rows name every feature; sparse rows those that are not 0, and the first row the last feature
 * too, so that the width is kept.
 */
export function* letorText(lists: RankingLists): Generator<Uint8Array> {
  const { features, width, itemIds } = lists
  const prefixes = lists.listIds.map(qidText)
  const listOfRow = new Uint32Array(lists.labels.length)
  for (let list = 0; list < prefixes.length; list++) listOfRow.fill(list, lists.offsets[list], lists.offsets[list + 1])

  const page = new Page()
  let first = true
  for (const row of fileOrder(lists)) {
    page.text(String(lists.labels[row]))
    page.bytes(prefixes[listOfRow[row]])
    if (features.kind === 'dense') {
      for (let i = 0; i < width; i++) page.feature(i + 1, features.values[row * width + i])
    } else {
      let last = 0
      for (let i = features.rowStarts[row]; i < features.rowStarts[row + 1]; i++) {
        last = features.columns[i] + 1
        page.feature(last, features.values[i])
        if (page.length > pieceBytes) yield page.take()
      }
      if (first && last < width) page.feature(width, 0)
    }
    if (itemIds !== undefined) page.bytes(encodeUtf8(` ${letorItemComment(itemIds[row])}`))
    page.byte(lineFeed)
    first = false
    if (page.length > pieceBytes) yield page.take()
  }
  if (page.length > 0) yield page.take()
}

function qidText(list: string): Uint8Array {
  // The reader ends a list id at the first byte that is a space or lower.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  if (!/^[^\u0000-\u0020]+$/.test(list)) throw new RankwrightError({ area: 'data', code: 'list-id-not-a-token', list })
  return encodeUtf8(` qid:${list}`)
}

/** Bytes being written. */
class Page {
  length = 0
  private buffer: Uint8Array = new Uint8Array(2 * pieceBytes)

  take(): Uint8Array {
    const piece = this.buffer.slice(0, this.length)
    this.length = 0
    return piece
  }

  byte(byte: number): void {
    this.reserve(1)
    this.buffer[this.length++] = byte
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  /** ASCII only. */
  text(text: string): void {
    this.reserve(text.length)
    for (let i = 0; i < text.length; i++) this.buffer[this.length++] = text.charCodeAt(i)
  }

  feature(id: number, value: number): void {
    this.reserve(40)
    const { buffer } = this
    buffer[this.length++] = space
    this.length = writeInteger(id, 0, buffer, this.length)
    buffer[this.length++] = colon
    this.number(value)
  }

  private number(value: number): void {
    const size = Math.abs(value)
    if (size >= 1e-5 && size < 1e7) {
      // The fewest decimals that read back: the reader divides the same two numbers.
      for (let decimals = 0, power = 1; decimals <= 10; decimals++, power *= 10) {
        const scaled = Math.round(size * power)
        if (scaled > 999_999_999) break
        if (Math.fround(scaled / power) !== size) continue
        if (value < 0) this.buffer[this.length++] = minus
        this.length = writeInteger(scaled, decimals, this.buffer, this.length)
        return
      }
    } else if (Object.is(value, 0)) {
      this.buffer[this.length++] = zero
      return
    }
    this.text(Number.isNaN(value) ? 'NULL' : float32Text(value))
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return
    const larger = new Uint8Array(2 * (this.length + count))
    larger.set(this.buffer.subarray(0, this.length))
    this.buffer = larger
  }
}

const digits = new Uint8Array(24)

/** Writes number / 10^decimals and returns the place after it. */
function writeInteger(number: number, decimals: number, into: Uint8Array, start: number): number {
  let count = 0
  let rest = number
  do {
    const quotient = Math.floor(rest / 10)
    digits[count++] = zero + rest - 10 * quotient
    rest = quotient
    if (count === decimals) digits[count++] = point
  } while (rest > 0 || count <= decimals + (decimals > 0 ? 1 : 0))
  for (let i = 0; i < count; i++) into[start + i] = digits[count - 1 - i]
  return start + count
}
