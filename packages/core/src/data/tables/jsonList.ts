import { keyedList } from '../lists/listByList.ts'
import type { JsonColumns } from './jsonColumns.ts'
import type { JsonLine } from './jsonLine.ts'
import type { JsonRow, JsonRowReader } from './jsonRow.ts'
import { readId } from './jsonValues.ts'
import { defaultNames, type TableColumnOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** Whether the object that starts here has a key `items` with an array. The position is left where it was. */
export function hasItems(json: JsonLine): boolean {
  const start = json.position
  let key = ''
  let found = false
  json.object(
    () => {
      key = json.text()
    },
    () => {
      if (key === 'items' && json.kind === 'array') found = true
      json.skip()
    },
  )
  json.position = start
  return found
}

/** Reads an object that is a list, `{"id": …, "items": […]}`: its rows, each with the id of the list. */
export function readJsonList(json: JsonLine, rows: JsonRowReader, columns: JsonColumns, options: TableColumnOptions): JsonRow[] {
  const at = json.here
  let key = ''
  const keys = new Set<string>()
  let list: string | undefined
  let id: string | undefined
  let stream: string | undefined
  let time: string | undefined
  let items: JsonRow[] | undefined
  const readKey = () => {
    key = json.text()
  }
  json.object(readKey, () => {
    const name = key
    if (keys.has(name)) throw tableError({ code: 'json-key-twice', at: json.here, key: name })
    keys.add(name)
    if (name === 'items') {
      const found: JsonRow[] = []
      json.array(() => found.push(rows.read(true)))
      items = found
    } else if (columns.isListKey(name)) {
      columns.claimRole('list', name)
      list = readId(json, 'list', name)
    } else if (name === options.key) {
      stream = readId(json, 'key', name)
    } else if (name === options.orderBy) {
      time = readId(json, 'orderBy', name)
    } else if (columns.isPlainListId(name)) {
      id = readId(json, 'list', name)
    } else {
      json.skip()
      columns.passOver(name)
    }
  })
  if (items === undefined)
    throw tableError({ code: 'json-malformed', at, expected: 'a key "items" with an array, as on the first line', found: 'none' })
  list ??= id
  if (list === undefined) {
    const tried = options.list === undefined ? [...defaultNames.list, 'id'] : [options.list]
    throw tableError({ code: 'json-key-missing', at, role: 'list', tried })
  }
  if (options.key !== undefined && stream === undefined) throw columns.keyMissing('key', at)
  if (options.orderBy !== undefined && time === undefined) throw columns.keyMissing('orderBy', at)
  const own = stream === undefined ? list : keyedList(stream, list)
  for (const item of items) item.list = time === undefined ? own : keyedList(time, own)
  return items
}
