/**
 * The pages of a column, checked before hyparquet decodes them: it believes the counts in them, and a few bytes would make it fill the memory
 * or run for minutes. https://parquet.apache.org/docs/file-format/data-pages/
 */
import { type Compressors, snappyUncompress } from 'hyparquet'
import { BrokenParquet, CompactReader, numberIn, structIn } from './compactProtocol.ts'

/** What the footer says about a column in a row group. */
export interface ColumnChunk {
  readonly codec: string
  readonly rows: number
  /** Whether values may be missing, so that pages begin with a bit for each. */
  readonly optional: boolean
  readonly truth: boolean
  readonly uncompressedBytes: number
}

interface Page {
  readonly values: number
  readonly encoding: number
  /** Values that are there, where the header says it. */
  readonly present: number
  /** Whether the bits of missing values come first, with their length. */
  readonly leading: boolean
}

const [dataPage, dictionaryPage, dataPageV2] = [0, 2, 3]
const [plainDictionary, runLength, delta, deltaLengths, deltaBytes, runLengthDictionary] = [2, 3, 5, 6, 7, 8]
/** What a column unpacks to may be more than its footer says, by a factor, and up to so many bytes in any case. */
const [slackFactor, slackBytes] = [2, 16 << 20]

/** Writers fill the last group of packed numbers up: DuckDB to 32, others to 8. */
const mostPadding = 4096

/** Checks pages as they come: plain ones from `chunk`, packed ones when `compressors` unpack them. */
export function checkedPages(given: Compressors): {
  chunk(bytes: Uint8Array, column: ColumnChunk): void
  readonly compressors: Compressors
} {
  let waiting: { readonly page: Page | 'dictionary'; readonly column: ColumnChunk }[] = []
  const unpacking = (unpack: (packed: Uint8Array, length: number) => Uint8Array) => (packed: Uint8Array, length: number) => {
    const next = waiting.shift()
    const bytes = unpack(packed, length)
    if (next !== undefined && next.page !== 'dictionary') checkBody(bytes, next.page, next.column)
    return bytes
  }
  const snappy = (packed: Uint8Array, length: number) => {
    const bytes = new Uint8Array(length)
    snappyUncompress(packed, bytes)
    return bytes
  }
  return {
    chunk(bytes, column) {
      waiting = []
      for (const { page, body, packed } of pagesOf(bytes, column)) {
        if (packed) waiting.push({ page, column })
        else if (page !== 'dictionary') checkBody(body, page, column)
      }
    },
    compressors: Object.fromEntries(
      Object.entries({ SNAPPY: snappy, ...given }).map(([codec, unpack]) => [codec, unpack && unpacking(unpack)]),
    ),
  }
}

/** The pages up to the last row, as hyparquet walks them. `body` is what follows the header, packed or not. */
function* pagesOf(bytes: Uint8Array, column: ColumnChunk): Generator<{ page: Page | 'dictionary'; body: Uint8Array; packed: boolean }> {
  const reader = new CompactReader(bytes)
  const isPacked = column.codec !== 'UNCOMPRESSED'
  let rows = 0
  let unpacked = 0
  while (rows < column.rows && reader.at < bytes.length - 1) {
    const header = reader.struct()
    const [type, size] = [numberIn(header, 1), numberIn(header, 2)]
    const body = reader.skip(numberIn(header, 3))
    unpacked += size
    if (size < 0 || unpacked > Math.max(slackBytes, slackFactor * column.uncompressedBytes))
      throw new BrokenParquet('a column unpacks to more than its footer says')
    if (type === dictionaryPage) {
      if (numberIn(structIn(header, 7), 1) > 8 * size) throw new BrokenParquet('a dictionary has more entries than bits')
      yield { page: 'dictionary', body, packed: isPacked }
    } else if (type === dataPage) {
      const page = structIn(header, 5)
      const values = numberIn(page, 1)
      yield { page: { values, encoding: numberIn(page, 2), present: values, leading: column.optional }, body, packed: isPacked }
      rows += counted(values, column.rows - rows)
    } else if (type === dataPageV2) {
      const page = structIn(header, 8)
      const [values, missing, encoding] = [numberIn(page, 1), numberIn(page, 2), numberIn(page, 4)]
      const levels = new CompactReader(body)
      levels.skip(numberIn(page, 6))
      const bits = levels.skip(numberIn(page, 5))
      rows += counted(values, column.rows - rows)
      if (column.optional) checkRuns(new CompactReader(bits), 1, values)
      counted(missing, values)
      const packed = isPacked && page.get(7) !== false
      yield { page: { values, encoding, present: values - missing, leading: false }, body: body.subarray(levels.at), packed }
    }
  }
}

/** A count that cannot be more than what is left. */
function counted(count: number, most: number): number {
  if (count < 0 || count > most) throw new BrokenParquet('a page has more values than there are rows')
  return count
}

function checkBody(bytes: Uint8Array, { encoding, present: most, leading }: Page, { truth }: ColumnChunk): void {
  const reader = new CompactReader(bytes)
  const present = leading ? checkRuns(new CompactReader(reader.skip(lengthAt(reader))), 1, most) : most
  if (encoding === plainDictionary || encoding === runLengthDictionary) {
    if (present === 0 || reader.at === bytes.length) return
    const width = reader.byte()
    if (width > 32) throw new BrokenParquet('numbers of a dictionary have more than 32 bits')
    checkRuns(reader, width, present)
  } else if (encoding === runLength && truth) checkRuns(new CompactReader(reader.skip(lengthAt(reader))), 1, present)
  else if (encoding === delta || encoding === deltaLengths) deltaNumbers(reader, present)
  else if (encoding === deltaBytes) checkPrefixes(reader, present, bytes.length)
}

function lengthAt(reader: CompactReader): number {
  const bytes = reader.skip(4)
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
}

/** Runs of equal numbers and groups of eight packed ones, in turn: none may go beyond the last value. Gives how many are 1, for bits. */
function checkRuns(reader: CompactReader, width: number, values: number): number {
  let seen = 0
  let ones = 0
  while (seen < values && reader.at < reader.bytes.length) {
    const head = reader.unsigned()
    const isPacked = head % 2 === 1
    const count = isPacked ? (head - 1) * 4 : head / 2
    const left = values - seen
    if (count > left + (isPacked ? mostPadding : 0)) throw new BrokenParquet('a run is longer than its page')
    const from = reader.at
    reader.at += isPacked ? (count / 8) * width : Math.ceil(width / 8)
    if (width === 1) ones += isPacked ? onesIn(reader.bytes, from, Math.min(count, left)) : reader.bytes[from] === 1 ? count : 0
    seen += count
  }
  return ones
}

function onesIn(bytes: Uint8Array, from: number, bits: number): number {
  let ones = 0
  for (let bit = 0; bit < bits; bit++) ones += (bytes[from + (bit >> 3)] >> (bit & 7)) & 1
  return ones
}

/** https://parquet.apache.org/docs/file-format/data-pages/encodings/#delta-encoding-delta_binary_packed--5; numbers beyond 2⁵³ are not exact. */
function deltaNumbers(reader: CompactReader, values: number): Float64Array {
  const numbers = new Float64Array(values)
  if (values === 0 && reader.at === reader.bytes.length) return numbers
  const [block, parts] = [reader.unsigned(), reader.unsigned()]
  const inPart = block / parts
  if (!(parts > 0 && parts <= 1 << 16 && block <= 1 << 24 && Number.isInteger(inPart) && inPart > 0 && inPart % 8 === 0))
    throw new BrokenParquet('blocks of differences have no proper size')
  reader.unsigned()
  let value = reader.signed()
  let at = 0
  if (values > 0) numbers[at++] = value
  while (at < values) {
    const least = reader.signed()
    for (const width of reader.skip(parts)) {
      if (at >= values) break
      if (width > 64) throw new BrokenParquet('differences have more than 64 bits')
      // The last part may be cut short after its last value.
      const packed = reader.bytes.subarray(reader.at, reader.at + (width * inPart) / 8)
      reader.at += packed.length
      for (let item = 0; item < inPart && at < values; item++) numbers[at++] = value += least + bitsAt(packed, item * width, width)
    }
  }
  return numbers
}

function bitsAt(bytes: Uint8Array, from: number, width: number): number {
  let result = 0
  for (let bit = 0; bit < width; ) {
    const inByte = (from + bit) & 7
    const taken = Math.min(8 - inByte, width - bit)
    result += (((bytes[(from + bit) >> 3] ?? 0) >> inByte) & ((1 << taken) - 1)) * 2 ** bit
    bit += taken
  }
  return result
}

/** Texts that begin as the one before them: what they have in common is there, and all together are not far more than the page. */
function checkPrefixes(reader: CompactReader, values: number, length: number): void {
  const prefixes = deltaNumbers(reader, values)
  const rest = deltaNumbers(reader, values)
  let before = 0
  let total = 0
  for (const [at, prefix] of prefixes.entries()) {
    if (prefix < 0 || prefix > before || rest[at] < 0) throw new BrokenParquet('a text continues one that is shorter')
    before = prefix + rest[at]
    total += before
  }
  if (total > Math.max(slackBytes, 200 * length)) throw new BrokenParquet('texts unpack to far more than their page')
}
