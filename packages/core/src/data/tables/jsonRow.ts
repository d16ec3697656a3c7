import type { Problem } from '../../problems/problem.ts'
import type { TablePlace } from '../../problems/tableProblem.ts'
import { keyedList } from '../lists/listByList.ts'
import { ExpectedKeys } from './expectedKeys.ts'
import type { JsonColumns, JsonUse, RawUse } from './jsonColumns.ts'
import type { JsonLine } from './jsonLine.ts'
import { readFeature, readId, readLabel, readText } from './jsonValues.ts'
import { missingWordsOf } from './rawTexts.ts'
import { numberedNames, type TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** What one object says about one row. */
export interface JsonRow {
  /** Where the object stands. */
  readonly at: TablePlace
  list?: string
  key?: string
  time?: string
  label?: number
  item?: string
  values: number[]
  /** The columns that are read as text. */
  texts: (string | undefined)[]
  /** Which of them are numbers by their type. */
  numbers: boolean[]
  /** The columns to keep, in their order. */
  kept: (string | undefined)[]
}

/** Reads the objects that are rows, one after another. */
export class JsonRowReader {
  /** Notes on the values read; the caller empties it. */
  readonly notes: Problem[] = []
  private readonly json: JsonLine
  private readonly columns: JsonColumns
  private readonly options: TableReaderOptions
  private readonly missingWords: ReadonlySet<string>
  private readonly rowKeys: ExpectedKeys
  private readonly featureKeys: ExpectedKeys
  /** Of objects within a row, by the key that holds them. */
  private readonly nestedKeys = new Map<string, ExpectedKeys>()
  /** Feature columns given in an array, by their position in it. */
  private arrayColumns: (number | 'ignored' | RawUse)[] | undefined
  /** The number of the current row; the last row in which each feature stood, and the other keys of the current row. */
  private rowNumber = 0
  private readonly givenIn: number[] = []
  private readonly given = new Set<string>()

  constructor(json: JsonLine, columns: JsonColumns, options: TableReaderOptions) {
    this.json = json
    this.columns = columns
    this.options = options
    this.missingWords = missingWordsOf(options)
    this.rowKeys = new ExpectedKeys(json, (name) => columns.useOf(name))
    this.featureKeys = new ExpectedKeys(json, (name) => columns.featureKeyUse(name))
  }

  /** Reads a row of its own, or an item of a list, whose id is outside the item. */
  read(inList: boolean): JsonRow {
    const { json, rowKeys } = this
    const { names } = this.columns
    const row: JsonRow = { at: json.here, values: new Array<number>(names.length).fill(Number.NaN), texts: [], numbers: [], kept: [] }
    this.rowNumber++
    this.given.clear()
    rowKeys.restart()
    this.featureKeys.restart()
    json.object(rowKeys.read, () => {
      const { key, use } = rowKeys
      this.readValue(row, key, use, inList)
    })
    this.requireKeys(row, inList)
    row.label ??= this.options.openLabels ? Number.NaN : 0
    if (row.key !== undefined && row.list !== undefined) row.list = keyedList(row.key, row.list)
    if (row.time !== undefined && row.list !== undefined) row.list = keyedList(row.time, row.list)
    for (let column = row.values.length; column < names.length; column++) row.values[column] = Number.NaN
    return row
  }

  private readValue(row: JsonRow, key: string, use: JsonUse, inList: boolean): void {
    const start = this.json.position
    if (typeof use === 'number') this.readNamedFeature(row, key, use)
    else if (use === 'ignored') this.json.skip()
    else if (typeof use === 'object') this.readRaw(row, key, use)
    else if (use === 'nested') this.readNested(row, key, inList)
    else this.readOther(row, key, use, inList)
    const kept = this.options.keep?.indexOf(key) ?? -1
    if (kept >= 0) row.kept[kept] = plainText(this.json.textFrom(start))
  }

  /** The columns of an object within a row: `price.amount`. */
  private readNested(row: JsonRow, outer: string, inList: boolean): void {
    const { json } = this
    if (json.kind === 'object') {
      let keys = this.nestedKeys.get(outer)
      if (keys === undefined) this.nestedKeys.set(outer, (keys = new ExpectedKeys(json, (name) => this.columns.useOf(`${outer}.${name}`))))
      const { read } = keys
      const own = keys
      own.restart()
      json.object(read, () => this.readValue(row, `${outer}.${own.key}`, own.use, inList))
    } else if (!json.word('null')) {
      const [at, start] = [json.here, json.position]
      json.skip()
      throw tableError({ code: 'json-not-an-object', at, column: outer, found: json.textFrom(start) })
    }
  }

  private readOther(row: JsonRow, key: string, use: string, inList: boolean): void {
    const { json } = this
    if (this.given.has(key)) throw tableError({ code: 'json-key-twice', at: json.here, key })
    this.given.add(key)
    if (use === 'features') this.readFeatures(row, inList)
    else if (use === 'label') row.label = readLabel(json, key, this.options)
    else if (use === 'item') row.item = readId(json, 'item', key)
    else if (use === 'key') row.key = readId(json, 'key', key)
    else if (use === 'orderBy') row.time = readId(json, 'orderBy', key)
    else if (!inList) row.list = readId(json, 'list', key)
    else throw tableError({ code: 'json-malformed', at: json.here, expected: 'the list id beside "items"', found: 'it inside an item' })
  }

  private requireKeys({ list, label, item, key, time, at }: JsonRow, inList: boolean): void {
    const { options, columns } = this
    if (list === undefined && !inList) throw columns.keyMissing('list', at)
    if (label === undefined && !options.unlabelled && !options.openLabels) throw columns.keyMissing('label', at)
    if (item === undefined && options.item !== undefined) throw columns.keyMissing('item', at)
    if (key === undefined && options.key !== undefined && !inList) throw columns.keyMissing('key', at)
    if (time === undefined && options.orderBy !== undefined && !inList) throw columns.keyMissing('orderBy', at)
  }

  private readRaw(row: JsonRow, name: string, { raw }: RawUse): void {
    if (this.given.has(name)) throw tableError({ code: 'json-key-twice', at: this.json.here, key: name })
    this.given.add(name)
    if (this.json.kind === 'number') row.numbers[raw] = true
    row.texts[raw] = readText(this.json, name)
  }

  private readNamedFeature(row: JsonRow, name: string, column: number): void {
    if (this.givenIn[column] === this.rowNumber) throw tableError({ code: 'json-key-twice', at: this.json.here, key: name })
    this.givenIn[column] = this.rowNumber
    row.values[column] = readFeature(this.json, name, this.notes, this.missingWords)
  }

  /** Features in an object or an array of their own. */
  private readFeatures(row: JsonRow, inList: boolean): void {
    const { json, featureKeys } = this
    if (json.kind === 'object') {
      json.object(featureKeys.read, () => {
        const { key, use } = featureKeys
        if (typeof use === 'number') this.readNamedFeature(row, key, use)
        else if (typeof use === 'object') this.readRaw(row, key, use)
        else if (use === 'nested') this.readNested(row, key, inList)
        else json.skip()
      })
    } else if (json.kind === 'array') this.readFeatureArray(row)
    else if (this.options.encoders !== undefined)
      json.skip() // a column that the model does not use
    else throw json.malformed('an object or an array of features')
  }

  private readFeatureArray(row: JsonRow): void {
    const { json, columns } = this
    const at = json.here
    const values: number[] = []
    json.array(() => values.push(readFeature(json, String(values.length + 1), this.notes, this.missingWords)))
    this.arrayColumns ??= numberedNames(values.length).map((name) => columns.featureUse(name))
    if (this.arrayColumns.length !== values.length)
      throw tableError({ code: 'json-features-of-other-length', at, found: values.length, expected: this.arrayColumns.length })
    for (const [place, column] of this.arrayColumns.entries()) {
      if (typeof column !== 'number') continue
      if (this.givenIn[column] === this.rowNumber) throw tableError({ code: 'json-key-twice', at, key: columns.names[column] })
      this.givenIn[column] = this.rowNumber
      row.values[column] = values[place]
    }
  }
}

/** A value as it is written, a text without its quotes; undefined for null. */
function plainText(written: string): string | undefined {
  if (written === 'null') return undefined
  return written[0] === '"' ? (JSON.parse(written) as string) : written
}
