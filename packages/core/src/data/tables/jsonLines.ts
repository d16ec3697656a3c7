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
import type { Problem } from '../../problems/problem.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { type ColumnRole, excerpt, type TablePlace, type TableProblem } from '../../problems/tableProblem.ts'
import { fileRows } from '../lists/fileRows.ts'
import { keyedList } from '../lists/listByList.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { rowCollector } from '../lists/rowCollector.ts'
import { JsonLine } from './jsonLine.ts'
import { columnRoles, defaultNames, numberedNames, type TableParser, type TableReaderOptions } from './tableColumns.ts'

const LF = 10

/** A line of more bytes than this is an accident. */
const LINE_LIMIT = 1 << 28

type Use = ColumnRole | 'ignored' | 'features' | number // a number is a feature's column

/** What one object says about one row. */
interface JsonRow {
  /** Where the object stands. */
  readonly at: TablePlace
  list?: string
  key?: string
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
  let consumed = 0
  const json = new JsonLine(file)
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
  let rows = growingRows()
  let listAtHand: string | undefined
  let rowsBefore = 0 // of lists that were handed over
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
    if (rowsBefore + rows.count() === 0 && onProblem === undefined) throw problem({ code: 'table-without-rows', at: { file, line } })
    const known = [...new Set([...uses.keys(), ...seenKeys])]
    for (const option of ['ignore', 'features'] as const) {
      for (const name of options[option] ?? [])
        if (!seenKeys.has(name)) throw problem({ code: 'unknown-column', at: { file }, option, found: name, columns: known })
    }
    handOver()
    return rows.finish(names)
  }

  /** Where lists are wanted one by one, gives away the one that is complete. */
  function handOver(): void {
    if (options.onList === undefined || rows.count() === 0) return
    const complete = rows
    rows = growingRows()
    listAtHand = undefined
    rowsBefore += complete.count()
    options.onList(complete.finish(names))
  }

  function scan(final: boolean): void {
    bytes[length] = LF // ends every number
    let start = 0
    for (;;) {
      const found = bytes.subarray(0, length).indexOf(LF, searched)
      if (found < 0 && !(final && start < length)) break
      const end = found < 0 ? length : found
      readLine(start, end)
      searched = start = Math.min(end + 1, length)
    }
    bytes.copyWithin(0, start, length)
    length -= start
    searched = length
    consumed += start
    if (size !== undefined && consumed > 0) rows.expect(Math.ceil((rows.count() * size) / consumed))
    if (length > LINE_LIMIT) throw problem({ code: 'row-too-long', at: { file, line: line + 1 }, limit: LINE_LIMIT })
  }

  function readLine(start: number, end: number): void {
    line++
    json.open(bytes, line === 1 ? afterMark(start, end) : start, end, line)
    if (json.ended) return
    notes.length = 0
    try {
      oneListPerLine ??= hasItems()
      const found = oneListPerLine ? readList() : [readRow(false)]
      if (!json.ended) throw json.malformed('the end of the line')
      let withItems = rows.hasItems()
      for (const { at, item } of found) {
        withItems ??= item !== undefined
        if (withItems !== (item !== undefined))
          throw problem({ code: 'items-only-sometimes', at, column: roleKeys.item ?? options.item ?? 'item' })
      }
      for (const row of found) {
        if (options.onList !== undefined && row.list !== listAtHand) handOver()
        listAtHand = row.list
        rows.add(row.list!, row.label!, row.values, row.item)
      }
      if (oneListPerLine) handOver()
      for (const note of notes) onNote?.(note)
    } catch (error) {
      if (onProblem === undefined || !(error instanceof RankwrightError)) throw error
      error.problems.forEach(onProblem)
    }
  }

  /** Where the text of the first line starts: after the byte order mark of UTF-8, if there is one. */
  function afterMark(start: number, end: number): number {
    const [first, second, third] = bytes.subarray(start, end)
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
      throw problem({ code: 'table-in-utf-16', at: { file, line: 1, column: 1 } })
    return first === 0xef && second === 0xbb && third === 0xbf ? start + 3 : start
  }

  /** Whether the object that starts here has a key `items` with an array; the position is left where it was. */
  function hasItems(): boolean {
    const start = json.position
    let found = false
    json.object(plainKey, () => {
      if (key === 'items' && json.kind === 'array') found = true
      json.skip()
    })
    json.position = start
    return found
  }

  function readList(): JsonRow[] {
    const at = here()
    let list: string | undefined
    let id: string | undefined
    let stream: string | undefined
    let items: JsonRow[] | undefined
    const keys = new Set<string>()
    json.object(plainKey, () => {
      const name = key
      if (keys.has(name)) throw problem({ code: 'json-key-twice', at: here(), key: name })
      keys.add(name)
      if (name === 'items') {
        const found: JsonRow[] = []
        json.array(() => found.push(readRow(true)))
        items = found
      } else if (isListKey(name)) {
        claimRole('list', name)
        list = readId('list', name)
      } else if (name === options.key) {
        stream = readId('key', name)
      } else if (name === 'id' && options.list === undefined && !ignored.has(name)) {
        id = readId('list', name)
      } else {
        json.skip()
        seenKeys.add(name)
      }
    })
    if (items === undefined)
      throw problem({ code: 'json-malformed', at, expected: 'a key "items" with an array, as on the first line', found: 'none' })
    list ??= id
    if (list === undefined) {
      const tried = options.list === undefined ? [...defaultNames.list, 'id'] : [options.list]
      throw problem({ code: 'json-key-missing', at, role: 'list', tried })
    }
    if (options.key !== undefined && stream === undefined) throw keyMissing('key', at)
    for (const item of items) item.list = stream === undefined ? list : keyedList(stream, list)
    return items
  }

  function isListKey(name: string): boolean {
    if (ignored.has(name)) return false
    return options.list === undefined ? defaultNames.list.includes(name.toLowerCase()) : name === options.list
  }

  /** A row of its own, or an item of a list, whose id stands elsewhere. */
  function readRow(inList: boolean): JsonRow {
    const row: JsonRow = { at: here(), values: new Array<number>(names.length).fill(Number.NaN) }
    rowNumber++
    given.clear()
    rowKeys.restart()
    featureKeys.restart()
    json.object(rowKey, () => {
      if (typeof use === 'number') readNamedFeature(row, use)
      else if (use === 'ignored') json.skip()
      else {
        if (given.has(key)) throw problem({ code: 'json-key-twice', at: here(), key })
        given.add(key)
        if (use === 'features') readFeatures(row)
        else if (use === 'label') row.label = readLabel(key)
        else if (use === 'item') row.item = readId('item', key)
        else if (use === 'key') row.key = readId('key', key)
        else if (inList)
          throw problem({ code: 'json-malformed', at: here(), expected: 'the list id beside "items"', found: 'it inside an item' })
        else row.list = readId('list', key)
      }
    })
    if (row.list === undefined && !inList) throw keyMissing('list', row.at)
    if (row.label === undefined && !options.unlabelled) throw keyMissing('label', row.at)
    row.label ??= 0
    if (row.item === undefined && options.item !== undefined) throw keyMissing('item', row.at)
    if (row.key === undefined && options.key !== undefined && !inList) throw keyMissing('key', row.at)
    if (row.key !== undefined && row.list !== undefined) row.list = keyedList(row.key, row.list)
    for (let column = row.values.length; column < names.length; column++) row.values[column] = Number.NaN
    return row
  }

  function keyMissing(role: ColumnRole, at: TablePlace): RankwrightError {
    const name = options[role] ?? roleKeys[role]
    return problem({ code: 'json-key-missing', at, role, tried: name === undefined ? defaultNames[role] : [name] })
  }

  function readNamedFeature(row: JsonRow, column: number): void {
    if (givenIn[column] === rowNumber) throw problem({ code: 'json-key-twice', at: here(), key })
    givenIn[column] = rowNumber
    row.values[column] = readFeature(key)
  }

  function readFeatures(row: JsonRow): void {
    if (json.kind === 'object') {
      json.object(featureKey, () => {
        if (typeof use === 'number') readNamedFeature(row, use)
        else json.skip()
      })
    } else if (json.kind === 'array') readFeatureArray(row)
    else throw json.malformed('an object or an array of features')
  }

  function readFeatureArray(row: JsonRow): void {
    const at = here()
    const values: number[] = []
    json.array(() => values.push(readFeature(String(values.length + 1))))
    if (arrayColumns !== undefined && arrayColumns.length !== values.length)
      throw problem({ code: 'json-features-of-other-length', at, found: values.length, expected: arrayColumns.length })
    arrayColumns ??= numberedNames(values.length).map(featureUse)
    for (const [place, column] of arrayColumns.entries()) {
      if (typeof column !== 'number') continue
      if (givenIn[column] === rowNumber) throw problem({ code: 'json-key-twice', at, key: names[column] })
      givenIn[column] = rowNumber
      row.values[column] = values[place]
    }
  }

  /** What a key of a row is for; remembers it. */
  function useOf(name: string): Use {
    const known = uses.get(name)
    if (known !== undefined) return known
    let found: Use | undefined
    if (ignored.has(name)) found = 'ignored'
    for (const role of columnRoles) {
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
    for (const role of columnRoles) {
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

  function readFeature(name: string): number {
    const start = json.position
    switch (json.kind) {
      case 'number': {
        const value = json.number()
        const rounded = Math.fround(value)
        if (rounded === Infinity || rounded === -Infinity)
          throw problem({ code: 'cell-beyond-float32', at: json.placeOf(start), column: name, found: excerpt(json.textFrom(start)) })
        if (rounded === 0 && value !== 0)
          notes.push({
            area: 'table',
            code: 'cell-becomes-zero',
            at: json.placeOf(start),
            column: name,
            found: excerpt(json.textFrom(start)),
          })
        return rounded
      }
      case 'text':
        throw problem({ code: 'cell-not-a-number', at: json.placeOf(start), column: name, found: excerpt(json.text()) })
      case 'object':
      case 'array':
        throw problem({ code: 'column-not-numeric', at: here(), column: name, type: json.kind })
      case 'other':
        if (json.word('null')) return Number.NaN
        if (json.word('true')) return 1
        if (json.word('false')) return 0
        throw json.malformed('a number, true, false, or null for a missing value')
    }
  }

  function readLabel(name: string): number {
    const start = json.position
    if (json.kind === 'number') {
      const value = json.number()
      if (Number.isFinite(value)) return value
    } else if (json.kind === 'text' && options.labelOf !== undefined) {
      const value = options.labelOf(json.text())
      if (value !== undefined && Number.isFinite(value)) return value
    } else json.skip()
    const written = json.textFrom(start)
    const found = written === 'null' ? '' : excerpt(written.replace(/^"(.*)"$/s, '$1'))
    throw problem({ code: 'cell-not-a-label', at: json.placeOf(start), column: name, found, ...(options.labelOf && { place: true }) })
  }

  /** A text as it is, or a number as it is written. */
  function readId(role: ColumnRole, name: string): string {
    const start = json.position
    if (json.kind === 'text') return json.text()
    const isNumber = json.kind === 'number'
    json.skip()
    const written = json.textFrom(start)
    if (isNumber) return written
    if (written === 'null') throw problem({ code: 'cell-without-id', at: json.placeOf(start), column: name, role })
    throw problem({ code: 'cell-not-an-id', at: json.placeOf(start), column: name, role, found: excerpt(written) })
  }

  function plainKey(): void {
    key = json.text()
  }

  function rowKey(): void {
    knownKey(rowKeys, useOf)
  }

  function featureKey(): void {
    knownKey(featureKeys, featureUse)
  }

  /** Sets `key` and `use`, without decoding the key when it is the one expected here. */
  function knownKey(expected: ExpectedKeys, lookUp: (name: string) => Use): void {
    const next = expected.next()
    if (next !== undefined && json.same(next.bytes)) {
      key = next.key
      use = next.use
      return
    }
    const start = json.position
    key = json.text()
    use = lookUp(key)
    expected.learn({ bytes: bytes.slice(start, json.position), key, use })
  }

  function here(): TablePlace {
    return json.placeOf(json.position)
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
  let place = -1
  return {
    restart(): void {
      place = -1
    },
    /** What stood at this place before, if anything did. */
    next(): ExpectedKey | undefined {
      return keys[++place]
    },
    learn(key: ExpectedKey): void {
      keys[place] = key
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
