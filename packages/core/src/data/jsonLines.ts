/**
 * JSON lines, read as the bytes come, in one of two forms; the first line decides which.
 *
 * One row per line: `{"qid": "7", "label": 2, "doc": "a", "price": 9.5}`. Keys are columns; features may also stand together
 * in `"features": {"price": 9.5}` or, without names, in `"features": [9.5]`.
 *
 * One list per line: `{"id": "7", "items": [{"id": "a", "label": 2, "features": {…}}, …]}`. Each item is a row as above
 * without the list id, which stands beside `items`; other keys beside `items` are not read.
 *
 * Columns are those of all rows together, in the order in which they first appear: a row without one has no value there.
 */
import type { Problem } from '../problems/problem.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { ColumnRole, TablePlace, TableProblem } from '../problems/tableProblem.ts'
import { fileRows } from './fileRows.ts'
import type { RankingLists } from './rankingLists.ts'
import { rowCollector } from './rowCollector.ts'
import { defaultNames, numberedNames, type TableParser, type TableReaderOptions } from './tableColumns.ts'
import { powerOfTen } from './tableNumber.ts'
import { decodeUtf8 } from './utf8.ts'

const LF = 10
const QUOTE = 34
const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A line of more bytes than this is an accident. */
const LINE_LIMIT = 1 << 28
/** Values nested deeper than this are refused even where they are not read. */
const DEPTH_LIMIT = 200

type Use = ColumnRole | 'ignored' | 'features' | number // a number is a feature's column

/** What one object says about one row. */
interface JsonRow {
  list?: string
  label?: number
  item?: string
  values: number[]
}

/** Reads JSON lines; `file` is how messages call them. */
export function jsonLinesParser(file: string, options: TableReaderOptions = {}): TableParser<RankingLists> {
  const { onProblem, onNote, size } = options
  let bytes = new Uint8Array(1 << 16)
  let length = 0
  let searched = 0 // no line ends before this byte
  let line = 0
  let lineStart = 0
  let lineEnd = 0
  let position = 0
  let consumed = 0
  let oneListPerLine: boolean | undefined

  const uses = new Map<string, Use>() // of the keys of a row
  const columns = new Map<string, number | 'ignored'>() // of the features, wherever they stand
  const roleKeys: Partial<Record<ColumnRole, string>> = {}
  const names: string[] = []
  const wanted = options.features && new Set(options.features)
  const ignored = new Set(options.ignore)
  const seenKeys = new Set<string>() // of features and ignored keys, to tell unknown names in the end
  /** Feature columns that stand in an array, by their place in it. */
  let arrayColumns: (number | 'ignored')[] | undefined
  const rows = growingRows()
  const notes: Problem[] = []

  const rowKeys = expectedKeys()
  const featureKeys = expectedKeys()
  let key = ''
  let use: Use = 'ignored'
  // What the row being read has so far: its number for each feature, the other keys by name.
  let rowNumber = 0
  const givenIn: number[] = []
  const given = new Set<string>()

  return { push, finish }

  function push(chunk: Uint8Array): void {
    if (length + chunk.length + 1 > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length + chunk.length + 1))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(chunk, length)
    length += chunk.length
    scan(false)
  }

  function finish(): RankingLists {
    scan(true)
    if (line === 0) throw problem({ code: 'table-empty', at: { file } })
    if (rows.count() === 0 && onProblem === undefined) throw problem({ code: 'table-without-rows', at: { file, line } })
    const known = [...new Set([...uses.keys(), ...seenKeys])]
    for (const option of ['ignore', 'features'] as const) {
      for (const name of options[option] ?? [])
        if (!seenKeys.has(name)) throw problem({ code: 'unknown-column', at: { file }, option, found: name, columns: known })
    }
    return rows.finish(names)
  }

  function scan(final: boolean): void {
    bytes[length] = LF // ends every number
    let start = 0
    for (;;) {
      const found = bytes.subarray(0, length).indexOf(LF, searched)
      if (found < 0 && !(final && start < length)) break
      lineStart = start
      lineEnd = found < 0 ? length : found
      searched = start = Math.min(lineEnd + 1, length)
      readLine()
    }
    bytes.copyWithin(0, start, length)
    length -= start
    searched = length
    consumed += start
    if (size !== undefined && consumed > 0) rows.expect(Math.ceil((rows.count() * size) / consumed))
    if (length > LINE_LIMIT) throw problem({ code: 'row-too-long', at: { file, line: line + 1 }, limit: LINE_LIMIT })
  }

  function readLine(): void {
    line++
    position = lineStart
    if (line === 1) skipMark()
    skipSpace()
    if (position === lineEnd) return
    notes.length = 0
    try {
      const found = (oneListPerLine ?? (oneListPerLine = hasItems())) ? readList() : [readRow()]
      skipSpace()
      if (position < lineEnd) throw malformed('the end of the line')
      for (const row of found) commit(row)
      for (const note of notes) onNote?.(note)
    } catch (error) {
      if (onProblem === undefined || !(error instanceof RankwrightError)) throw error
      for (const found of error.problems) onProblem(found)
    }
  }

  function skipMark(): void {
    const [first, second] = [bytes[lineStart], bytes[lineStart + 1]]
    if (lineEnd - lineStart >= 2 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)))
      throw problem({ code: 'table-in-utf-16', at: here() })
    if (lineEnd - lineStart >= 3 && first === 0xef && second === 0xbb && bytes[lineStart + 2] === 0xbf) position += 3
  }

  function commit(row: JsonRow): void {
    rows.add(row.list!, row.label!, row.values, row.item)
  }

  /** Whether the object that starts here has a key `items` with an array; the position is left where it was. */
  function hasItems(): boolean {
    const start = position
    let found = false
    expect(OPEN_OBJECT, 'an object, "{"')
    eachEntry(() => {
      if (key === 'items' && bytes[position] === OPEN_ARRAY) found = true
      skipValue(1)
    }, plainKey)
    position = start
    return found
  }

  function readRow(): JsonRow {
    const row: JsonRow = { values: [] }
    const start = position
    readRowObject(row, false)
    complete(row, start, false)
    return row
  }

  function readList(): JsonRow[] {
    const start = position
    let list: string | undefined
    let id: string | undefined
    let items: JsonRow[] | undefined
    expect(OPEN_OBJECT, 'an object, "{"')
    const keys = new Set<string>()
    eachEntry(() => {
      const name = key
      if (keys.has(name)) throw problem({ code: 'json-key-twice', at: here(), key: name })
      keys.add(name)
      if (name === 'items') {
        items = readItems()
      } else if (isListKey(name)) {
        claimRole('list', name)
        list = readId('list', name)
      } else if (name === 'id' && options.list === undefined && !ignored.has(name)) {
        id = readId('list', name)
      } else {
        skipValue(1)
        seenKeys.add(name)
      }
    }, plainKey)
    if (items === undefined)
      throw problem({
        code: 'json-malformed',
        at: placeOf(start),
        expected: 'a key "items" with an array, as on the first line',
        found: 'none',
      })
    list ??= id
    if (list === undefined)
      throw problem({
        code: 'json-key-missing',
        at: placeOf(start),
        role: 'list',
        tried: options.list === undefined ? [...defaultNames.list, 'id'] : [options.list],
      })
    for (const item of items) item.list = list
    return items
  }

  function isListKey(name: string): boolean {
    if (ignored.has(name)) return false
    return options.list === undefined ? defaultNames.list.includes(name.toLowerCase()) : name === options.list
  }

  function readItems(): JsonRow[] {
    const items: JsonRow[] = []
    eachElement(() => {
      const row: JsonRow = { values: [] }
      const start = position
      readRowObject(row, true)
      complete(row, start, true)
      items.push(row)
    })
    return items
  }

  function complete(row: JsonRow, start: number, inList: boolean): void {
    if (row.list === undefined && !inList) throw keyMissing('list', start)
    if (row.label === undefined) throw keyMissing('label', start)
    const expectsItem = rows.hasItems()
    if (expectsItem !== undefined && expectsItem !== (row.item !== undefined))
      throw problem({ code: 'items-only-sometimes', at: placeOf(start), column: roleKeys.item ?? 'item' })
    for (let column = row.values.length; column < names.length; column++) row.values[column] = Number.NaN
  }

  function keyMissing(role: ColumnRole, start: number): RankwrightError {
    const name = options[role] ?? roleKeys[role]
    return problem({ code: 'json-key-missing', at: placeOf(start), role, tried: name === undefined ? defaultNames[role] : [name] })
  }

  function readRowObject(row: JsonRow, inList: boolean): void {
    for (let column = 0; column < names.length; column++) row.values[column] = Number.NaN
    rowNumber++
    given.clear()
    rowKeys.restart()
    featureKeys.restart()
    expect(OPEN_OBJECT, 'an object, "{"')
    eachEntry(() => {
      if (typeof use === 'number') readNamedFeature(row, use)
      else if (use === 'ignored') skipValue(1)
      else {
        if (given.has(key)) throw problem({ code: 'json-key-twice', at: here(), key })
        given.add(key)
        if (use === 'features') readFeatures(row)
        else if (use === 'label') row.label = readLabel(key)
        else if (use === 'item') row.item = readId('item', key)
        else if (inList)
          throw problem({ code: 'json-malformed', at: here(), expected: 'the list id beside "items"', found: 'it inside an item' })
        else row.list = readId('list', key)
      }
    }, rowKey)
  }

  function readNamedFeature(row: JsonRow, column: number): void {
    if (givenIn[column] === rowNumber) throw problem({ code: 'json-key-twice', at: here(), key })
    givenIn[column] = rowNumber
    row.values[column] = readFeature(key)
  }

  function readFeatures(row: JsonRow): void {
    if (bytes[position] === OPEN_OBJECT) {
      position++
      eachEntry(() => {
        if (typeof use === 'number') readNamedFeature(row, use)
        else skipValue(2)
      }, featureKey)
    } else if (bytes[position] === OPEN_ARRAY) {
      const start = position
      const known = arrayColumns
      const values: number[] = []
      eachElement(() => values.push(readFeature(String(values.length + 1))))
      if (known !== undefined && known.length !== values.length)
        throw problem({ code: 'json-features-of-other-length', at: placeOf(start), found: values.length, expected: known.length })
      arrayColumns ??= numberedNames(values.length).map(featureUse)
      arrayColumns.forEach((column, place) => {
        if (typeof column !== 'number') return
        if (givenIn[column] === rowNumber) throw problem({ code: 'json-key-twice', at: placeOf(start), key: names[column] })
        givenIn[column] = rowNumber
        row.values[column] = values[place]
      })
    } else throw malformed('an object or an array of features')
  }

  /** What a key of a row is for; remembers it. */
  function useOf(name: string): Use {
    const known = uses.get(name)
    if (known !== undefined) return known
    let found: Use | undefined
    if (ignored.has(name)) found = 'ignored'
    for (const role of ['list', 'label', 'item'] as const) {
      const asked = options[role] === name
      if (asked && found !== undefined)
        throw problem({
          code: 'column-with-two-uses',
          at: here(),
          column: name,
          uses: [found === 'ignored' ? 'ignore' : String(found), role],
        })
      if (asked) found = role
    }
    for (const role of ['list', 'label', 'item'] as const) {
      if (found !== undefined || options[role] !== undefined || !defaultNames[role].includes(name.toLowerCase())) continue
      found = role
    }
    if (found !== undefined && found !== 'ignored') {
      claimRole(found as ColumnRole, name)
      if (wanted?.has(name)) throw problem({ code: 'column-with-two-uses', at: here(), column: name, uses: [String(found), 'features'] })
    }
    if (found === 'ignored') seenKeys.add(name)
    found ??= name === 'features' && !wanted?.has(name) ? 'features' : featureUse(name)
    uses.set(name, found)
    return found
  }

  function claimRole(role: ColumnRole, name: string): void {
    const before = roleKeys[role]
    if (before !== undefined && before !== name) throw problem({ code: 'role-with-many-columns', at: here(), role, found: [before, name] })
    roleKeys[role] = name
  }

  /** The column of a feature of that name, made when it is new; ignored when it was not asked for. */
  function featureUse(name: string): number | 'ignored' {
    const known = columns.get(name)
    if (known !== undefined) return known
    seenKeys.add(name)
    const left = ignored.has(name) || (wanted !== undefined && !wanted.has(name))
    const column = left ? 'ignored' : names.push(name) - 1
    columns.set(name, column)
    return column
  }

  // Values

  function readFeature(name: string): number {
    const byte = bytes[position]
    if (byte === MINUS || (byte >= ZERO && byte <= 57)) {
      const start = position
      const value = readNumber()
      const rounded = Math.fround(value)
      if (rounded === Infinity || rounded === -Infinity)
        throw problem({ code: 'cell-beyond-float32', at: placeOf(start), column: name, found: sourceText(start) })
      if (rounded === 0 && value !== 0)
        notes.push({ area: 'table', code: 'cell-becomes-zero', at: placeOf(start), column: name, found: sourceText(start) })
      return rounded
    }
    if (word('null')) return Number.NaN
    if (word('true')) return 1
    if (word('false')) return 0
    const at = here()
    if (byte === QUOTE) throw problem({ code: 'cell-not-a-number', at, column: name, found: readString() })
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY)
      throw problem({ code: 'column-not-numeric', at, column: name, type: byte === OPEN_OBJECT ? 'object' : 'array' })
    throw malformed('a number, true, false, or null for a missing value')
  }

  function readLabel(name: string): number {
    const start = position
    const byte = bytes[position]
    if (byte === MINUS || (byte >= ZERO && byte <= 57)) {
      const value = readNumber()
      if (Number.isFinite(value)) return value
    } else skipValue(1)
    const found = sourceText(start)
    throw problem({
      code: 'cell-not-a-label',
      at: placeOf(start),
      column: name,
      found: found === 'null' ? '' : found.replace(/^"(.*)"$/s, '$1'),
    })
  }

  /** A text as it is, or a number as it is written. */
  function readId(role: ColumnRole, name: string): string {
    const start = position
    const byte = bytes[position]
    if (byte === QUOTE) return readString()
    if (byte === MINUS || (byte >= ZERO && byte <= 57)) {
      readNumber()
      return sourceText(start)
    }
    skipValue(1)
    const found = sourceText(start)
    if (found === 'null') throw problem({ code: 'cell-without-id', at: placeOf(start), column: name, role })
    throw problem({ code: 'cell-not-an-id', at: placeOf(start), column: name, role, found })
  }

  function readNumber(): number {
    const start = position
    const negative = bytes[position] === MINUS
    if (negative) position++
    const first = position
    let mantissa = 0
    let byte = bytes[position]
    while (byte >= ZERO && byte <= 57) {
      mantissa = mantissa * 10 + (byte - ZERO)
      byte = bytes[++position]
    }
    let digits = position - first
    if (digits === 0) throw malformed('a digit')
    if (digits > 1 && bytes[first] === ZERO) {
      position = first
      throw malformed('a number without a leading 0')
    }
    let decimals = 0
    if (byte === POINT) {
      const point = position
      byte = bytes[++position]
      while (byte >= ZERO && byte <= 57) {
        mantissa = mantissa * 10 + (byte - ZERO)
        byte = bytes[++position]
      }
      decimals = position - point - 1
      if (decimals === 0) throw malformed('a digit')
      digits += decimals
    }
    const exponential = byte === 101 || byte === 69
    if (exponential) {
      byte = bytes[++position]
      if (byte === MINUS || byte === 43) byte = bytes[++position]
      if (!(byte >= ZERO && byte <= 57)) throw malformed('a digit')
      while (byte >= ZERO && byte <= 57) byte = bytes[++position]
    }
    if (exponential || digits > 15) return Number(sourceText(start))
    const value = decimals === 0 ? mantissa : mantissa / powerOfTen(decimals)
    return negative ? -value : value
  }

  function readString(): string {
    const start = position
    position++
    let escaped = false
    for (;;) {
      const byte = bytes[position]
      if (position >= lineEnd) throw malformed('a closing quote')
      if (byte === QUOTE) break
      if (byte < 32) throw byte === 0 ? problem({ code: 'nul-byte', at: here() }) : malformed('no control character in a text')
      if (byte === BACKSLASH) {
        escaped = true
        position++
      }
      position++
    }
    position++
    const text = escaped ? decodeUtf8(bytes, start, position) : decodeUtf8(bytes, start + 1, position - 1)
    if (text === undefined) throw problem({ code: 'not-utf-8', at: placeOf(start) })
    return escaped ? unescaped(text, start) : text
  }

  function unescaped(text: string, start: number): string {
    try {
      const read = JSON.parse(text) as string
      if (!/\p{Surrogate}/u.test(read)) return read // half a character, which no file could hold
    } catch {}
    position = start
    throw malformed('a text with sound escapes')
  }

  /** Passes over any value, checking that it is one. */
  function skipValue(depth: number): void {
    if (depth > DEPTH_LIMIT) throw malformed(`values nested less than ${DEPTH_LIMIT} deep`)
    const byte = bytes[position]
    if (byte === QUOTE) readString()
    else if (byte === OPEN_OBJECT) {
      position++
      eachEntry(() => skipValue(depth + 1), plainKey)
    } else if (byte === OPEN_ARRAY) eachElement(() => skipValue(depth + 1))
    else if (byte === MINUS || (byte >= ZERO && byte <= 57)) readNumber()
    else if (!word('null') && !word('true') && !word('false')) throw malformed('a value')
  }

  // Structure

  /** Runs `read` at the value of each entry, with `key` and `use` set by `readKey`; starts behind the brace. */
  function eachEntry(read: () => void, readKey: () => void): void {
    skipSpace()
    if (bytes[position] === CLOSE_OBJECT && position < lineEnd) {
      position++
      return
    }
    for (;;) {
      if (bytes[position] !== QUOTE || position >= lineEnd) throw malformed('a key in quotes')
      readKey()
      skipSpace()
      expect(COLON, '":"')
      skipSpace()
      if (position >= lineEnd) throw malformed('a value')
      read()
      skipSpace()
      if (bytes[position] === CLOSE_OBJECT && position < lineEnd) break
      expect(COMMA, '"," or "}"')
      skipSpace()
    }
    position++
  }

  function eachElement(read: () => void): void {
    position++
    skipSpace()
    if (bytes[position] === CLOSE_ARRAY && position < lineEnd) {
      position++
      return
    }
    for (;;) {
      if (position >= lineEnd) throw malformed('a value')
      read()
      skipSpace()
      if (bytes[position] === CLOSE_ARRAY && position < lineEnd) break
      expect(COMMA, '"," or "]"')
      skipSpace()
    }
    position++
  }

  function plainKey(): void {
    key = readString()
  }

  function rowKey(): void {
    knownKey(rowKeys, useOf)
  }

  function featureKey(): void {
    knownKey(featureKeys, featureUse)
  }

  /** Sets `key` and `use`, without decoding the key when it is the one expected here. */
  function knownKey(expected: ExpectedKeys, lookUp: (name: string) => Use): void {
    const found = expected.at(bytes, position, lineEnd)
    if (found !== undefined) {
      position += found.bytes.length
      key = found.key
      use = found.use
      return
    }
    const start = position
    key = readString()
    use = lookUp(key)
    expected.learn({ bytes: bytes.slice(start, position), key, use })
  }

  function word(text: string): boolean {
    if (position + text.length > lineEnd) return false
    for (let i = 0; i < text.length; i++) if (bytes[position + i] !== text.charCodeAt(i)) return false
    position += text.length
    return true
  }

  function skipSpace(): void {
    while (position < lineEnd) {
      const byte = bytes[position]
      if (byte !== 32 && byte !== 9 && byte !== 13) break
      position++
    }
  }

  function expect(byte: number, expected: string): void {
    if (position >= lineEnd || bytes[position] !== byte) throw malformed(expected)
    position++
  }

  function sourceText(start: number): string {
    return decodeUtf8(bytes, start, position) ?? '?'
  }

  function malformed(expected: string): RankwrightError {
    position = Math.min(position, lineEnd)
    if (position < lineEnd && bytes[position] === 0) return problem({ code: 'nul-byte', at: here() })
    let end = position + 1
    while (end < lineEnd && (bytes[end] & 0xc0) === 0x80) end++
    const found = position >= lineEnd ? 'the end of the line' : `"${decodeUtf8(bytes, position, end) ?? '?'}"`
    return problem({ code: 'json-malformed', at: here(), expected, found })
  }

  function here(): TablePlace {
    return placeOf(position)
  }

  function placeOf(place: number): TablePlace {
    return { file, line, column: place - lineStart + 1 }
  }
}

interface ExpectedKey {
  readonly bytes: Uint8Array
  readonly key: string
  readonly use: Use
}

type ExpectedKeys = ReturnType<typeof expectedKeys>

/** Keys mostly come in the same order in every object: the one that stood at the same place before is tried first. */
function expectedKeys() {
  const keys: ExpectedKey[] = []
  let cursor = 0
  return {
    restart(): void {
      cursor = 0
    },
    /** The key expected next when exactly its bytes stand here. */
    at(bytes: Uint8Array, position: number, end: number): ExpectedKey | undefined {
      const expected = keys[cursor]
      if (expected === undefined || position + expected.bytes.length > end) return undefined
      for (let i = 0; i < expected.bytes.length; i++) if (bytes[position + i] !== expected.bytes[i]) return undefined
      cursor++
      return expected
    },
    learn(key: ExpectedKey): void {
      keys[cursor++] = key
    },
  }
}

/**
 * Rows whose number of columns may grow. They go straight to the collector; only when a column appears late are the rows
 * before it kept aside, to be laid out anew with no value in that column.
 */
function growingRows() {
  let collector = rowCollector()
  let width = -1
  let count = 0
  let withItems: boolean | undefined
  let aside: { readonly list: string; readonly label: number; readonly item?: string; readonly values: Float32Array }[] | undefined

  return {
    count: () => count,
    /** Whether rows have item ids; undefined before the first row. */
    hasItems: () => withItems,
    expect(rows: number): void {
      if (aside === undefined) collector.expect(rows)
    },
    add(list: string, label: number, values: readonly number[], item: string | undefined): void {
      if (aside === undefined && width >= 0 && values.length > width) {
        aside = [...fileRows(collector.finish({ width }))]
        collector = rowCollector()
      }
      if (aside === undefined) collector.addDense(list, label, values, item)
      else aside.push({ list, label, values: Float32Array.from(values), ...(item !== undefined && { item }) })
      width = values.length
      withItems = item !== undefined
      count++
    },
    finish(featureNames: readonly string[]): RankingLists {
      if (aside !== undefined) {
        const values = new Float32Array(featureNames.length)
        collector.expect(count)
        for (const row of aside) {
          values.fill(Number.NaN).set(row.values)
          collector.addDense(row.list, row.label, values, row.item)
        }
      }
      return collector.finish({ featureNames: [...featureNames], width: featureNames.length })
    },
  }
}

function problem(found: TableProblem): RankwrightError {
  return new RankwrightError({ area: 'table', ...found } satisfies Problem)
}
