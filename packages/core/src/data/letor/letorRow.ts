import type { RowGathering } from '../lists/listByList.ts'
import { decimal } from '../text/tableNumber.ts'
import { ascii, isNotFinite, snippet } from '../text/textNumber.ts'
import { letorItem } from './letorComment.ts'
import { LetorFeatures } from './letorFeatures.ts'
import { type LetorLine, longestLine } from './letorLine.ts'
import type { LetorLists } from './letorLists.ts'

const [tab, lineFeed, carriageReturn, space, hash, zero, colon] = [9, 10, 13, 32, 35, 48, 58]
const [smallQ, smallI, smallD] = [113, 105, 100]

/**
 * Reads one row after another and adds them to the store. The methods that read a part of a row return the place after it, or -1
 * when there was a problem with it, which has been reported; what they read is in the fields.
 */
export class LetorRow {
  /** Where the row ends that is being added. */
  end = 0
  readonly features: LetorFeatures
  private readonly line: LetorLine
  private readonly lists: LetorLists
  private readonly store: RowGathering
  private label = 0
  /** The position of the qid; `qidStart` is -1 if there is none. */
  private qidStart = -1
  private qidEnd = 0
  private item: string | undefined

  constructor(line: LetorLine, lists: LetorLists, store: RowGathering) {
    this.features = new LetorFeatures(line)
    this.line = line
    this.lists = lists
    this.store = store
  }

  /** Reads the row that starts here and returns the place after its line feed. */
  read(start: number): number {
    const { line, lists, features } = this
    let position = this.readLabel(start)
    if (position >= 0) position = this.readQid(position)
    if (position >= 0) position = features.read(position)
    if (position >= 0) position = this.readComment(position)
    if (position < 0) return -1
    if (position - line.start > longestLine) return line.failAsTooLong()
    const list = this.qidStart < 0 ? lists.unnamed() : lists.named(line.bytes, this.qidStart, this.qidEnd)
    if (list < 0) return -1
    this.end = position
    this.store.add(list, this.label, features.count, features.columns, features.values, features.width, this.item)
    lists.weigh(list)
    return position + 1
  }

  private readLabel(start: number): number {
    const { bytes } = this.line
    const digit = bytes[start] - zero
    const next = bytes[start + 1]
    if (digit < 0 || digit > 9 || (next !== space && next !== tab)) return this.readLongLabel(start)
    this.label = digit
    return start + 1
  }

  /** A label that is not a single digit. */
  private readLongLabel(start: number): number {
    const { line } = this
    const end = line.tokenEnd(start)
    if (line.isBinary(start, end)) return -1
    const text = ascii(line.bytes, start, end)
    const label = decimal(text)
    if (label !== undefined && Number.isFinite(label)) {
      this.label = label
      return end
    }
    const code = label !== undefined || isNotFinite(text) ? 'label-not-finite' : 'label-not-a-number'
    return line.fail({ area: 'data', code, at: line.at(start), found: snippet(line.bytes, start, end) })
  }

  private readQid(start: number): number {
    const { line, lists } = this
    const { bytes } = line
    let position = start
    while (bytes[position] === space || bytes[position] === tab) position++
    this.qidStart = -1
    if (bytes[position] === smallQ && bytes[position + 1] === smallI && bytes[position + 2] === smallD && bytes[position + 3] === colon) {
      position += 4
      this.qidStart = position
      while (bytes[position] > space) position++
      this.qidEnd = position
      if (position === this.qidStart || !lists.mayBeNamed) return this.failAtQid(this.qidStart)
    } else if (!lists.mayBeUnnamed) return line.fail({ area: 'data', code: 'no-list', at: line.at(position) })
    return position
  }

  private failAtQid(start: number): -1 {
    const { line } = this
    const at = line.at(start - 'qid:'.length)
    const end = line.tokenEnd(start)
    if (end === start) return line.fail({ area: 'data', code: 'list-empty', at })
    if (line.isBinary(start, end)) return -1
    return line.fail({ area: 'data', code: 'list-not-expected', at, sidecar: this.lists.sidecars.groups!.file })
  }

  /** The comment, if there is one, up to the line feed. */
  private readComment(start: number): number {
    const { line } = this
    const { bytes } = line
    this.item = undefined
    if (bytes[start] === carriageReturn) return start + 1
    if (bytes[start] !== hash) return start
    const end = bytes.indexOf(lineFeed, start)
    for (let i = start + 1; i < end; i++) {
      if (bytes[i] === 0) return line.fail({ area: 'data', code: 'not-text', at: line.at(i), byte: 0 })
    }
    this.item = letorItem(bytes, start + 1, end)
    return end
  }
}
