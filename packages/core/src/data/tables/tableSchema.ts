/** What the columns of a table are for, in a file that people can change: `inspect` writes it, `train` reads it. */

import { arrayOf, fields, oneOf, optionalParts, requireArguments, text, texts } from '../../arguments/shapes.ts'
import { placeOfFault, placeOfKey, placeOfPart, repeatedKey, type TextPlace } from '../../documents/jsonPlaces.ts'
import { type DescribedColumn, type TableRole, tableRoles } from '../encoders/describedColumn.ts'
import { encoderOptions } from '../encoders/encoderOptions.ts'
import { columnsWithRole, type RawTableOptions, rawTableShapes } from './rawTable.ts'
import type { TableColumnOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

const format = 'rankwright-schema'

/** The part of the options of a reader that says what columns are for. */
export type SchemaOptions = Pick<TableColumnOptions, 'list' | 'label' | 'item' | 'ignore'> &
  Pick<RawTableOptions, 'number' | 'category' | 'text' | 'date' | 'vector' | 'position' | 'weight' | 'missingWords' | 'match' | 'dateOrder'>

const columnShape = fields({ name: text, role: oneOf(...tableRoles), reason: text })

/** The text of a schema: one line for each column. */
export function schemaText(columns: readonly DescribedColumn[], { missingWords, match, dateOrder }: RawTableOptions = {}): string {
  requireArguments({ columns }, { columns: arrayOf(columnShape) })
  const lines = columns.map(({ name, role, reason }) => `  ${JSON.stringify({ name, role, reason })}`)
  const others = Object.entries({ missingWords, match, dateOrder }).filter(([, value]) => value !== undefined)
  const rest = others.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`).join('')
  return `{\n"format": "${format}",\n"version": 1,\n${rest}"columns": [\n${lines.join(',\n')}\n]\n}\n`
}

/** The options that a schema stands for. `file` is how messages call it. */
export function schemaOptions(source: string, file: string): SchemaOptions {
  requireArguments({ source, file }, { source: text, file: text })
  const fail: Fail = (reason, part) => {
    const place = typeof part === 'string' ? placeOfPart(source, part) : part
    throw tableError({ code: 'schema-broken', at: { file, ...place }, reason })
  }
  const document = parsed(source, fail)
  if (document['format'] !== format) fail(`it lacks "format": "${format}"`, 'format')
  if (document['version'] !== 1) fail(`its version is ${JSON.stringify(document['version'])}, and 1 is known`, 'version')
  const unknown = Object.keys(document).find((key) => !['format', 'version', 'columns', 'missingWords', 'match', 'dateOrder'].includes(key))
  if (unknown !== undefined) fail(`it has an unknown key "${unknown}"`, placeOfKey(source, '', unknown))
  const { columns } = document
  if (!Array.isArray(columns)) return fail('"columns" is no array', 'columns')
  const roles = columns.map((column: unknown, place) => roleIn(column, place, fail))
  const twice = roles.findIndex(({ name }, place) => roles.findIndex((other) => other.name === name) < place)
  if (twice >= 0) fail(`it has the column "${roles[twice].name}" twice`, `columns[${twice}]`)
  return {
    ...optionsOf(roles, fail),
    ...wordsIn(document, 'missingWords', fail),
    ...wordsIn(document, 'match', fail),
    ...choiceIn(document, 'dateOrder', fail),
  }
}

/** A schema with what is given besides: a column that is named there has the role that it has there, and the others keep theirs. */
export function withGivenRoles(schema: SchemaOptions, given: SchemaOptions): SchemaOptions {
  requireArguments({ schema, given }, { schema: anyOptions, given: anyOptions })
  const { list, label, item, position, weight, ignore, missingWords, match, dateOrder } = given
  const named = new Set([...columnsWithRole(given), ...(ignore ?? []), list, label, item])
  const one = (role: 'list' | 'label' | 'item' | 'position' | 'weight') => (named.has(schema[role]) ? undefined : schema[role])
  const several = (role: 'number' | 'category' | 'text' | 'date' | 'vector' | 'ignore') => {
    const all = [...(schema[role] ?? []).filter((name) => !named.has(name)), ...(given[role] ?? [])]
    return all.length === 0 ? undefined : all
  }
  const all: SchemaOptions = {
    list: list ?? one('list'),
    label: label ?? one('label'),
    item: item ?? one('item'),
    position: position ?? one('position'),
    weight: weight ?? one('weight'),
    number: several('number'),
    category: several('category'),
    text: several('text'),
    date: several('date'),
    vector: several('vector'),
    ignore: several('ignore'),
    missingWords: missingWords ?? schema.missingWords,
    match: match ?? schema.match,
    dateOrder: dateOrder ?? schema.dateOrder,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const anyOptions = fields(
  optionalParts({ list: text, label: text, item: text, ignore: texts, ...rawTableShapes }),
  'an object with options',
)

interface NamedRole {
  readonly name: string
  readonly role: TableRole
}

/** Throws what is wrong, with the part of the document that it is about, or where the parser stopped. */
type Fail = (reason: string, part: string | TextPlace) => never

function parsed(source: string, fail: Fail): Readonly<Record<string, unknown>> {
  let document: unknown
  try {
    document = JSON.parse(source)
  } catch {
    fail('it is not JSON', placeOfFault(source))
  }
  const again = repeatedKey(source)
  if (again !== undefined) fail(`it has the key "${again.key}" twice`, again.place)
  return isRecord(document) ? document : fail('it is no JSON object', '')
}

function roleIn(column: unknown, place: number, fail: Fail): NamedRole {
  if (!isRecord(column)) return fail(`columns[${place}] is no object`, `columns[${place}]`)
  const { name, role } = column
  const known = tableRoles.find((each) => each === role)
  if (typeof name !== 'string') return fail(`columns[${place}] has no name`, `columns[${place}].name`)
  if (known !== undefined) return { name, role: known }
  return fail(`the role of the column "${name}" is none of ${tableRoles.join(', ')}`, `columns[${place}].role`)
}

function optionsOf(roles: readonly NamedRole[], fail: Fail): SchemaOptions {
  const named = (role: TableRole) => roles.filter((column) => column.role === role).map(({ name }) => name)
  const single = (role: 'list' | 'label' | 'item' | 'position' | 'weight') => {
    const names = named(role)
    if (names.length > 1)
      fail(`${names.length} columns have the role ${role}`, `columns[${roles.findIndex(({ name }) => name === names[1])}].role`)
    return names.length === 0 ? {} : { [role]: names[0] }
  }
  const several = (role: 'number' | 'category' | 'text' | 'date' | 'vector') => (named(role).length === 0 ? {} : { [role]: named(role) })
  return {
    ...single('list'),
    ...single('label'),
    ...single('item'),
    ...single('position'),
    ...single('weight'),
    ...several('number'),
    ...several('category'),
    ...several('text'),
    ...several('date'),
    ...several('vector'),
    ...(named('ignored').length > 0 && { ignore: named('ignored') }),
  }
}

function wordsIn(document: Readonly<Record<string, unknown>>, key: 'missingWords' | 'match', fail: Fail): SchemaOptions {
  const words = document[key]
  if (words === undefined) return {}
  const known = Array.isArray(words) && words.every((word) => typeof word === 'string')
  return known ? { [key]: words } : fail(`"${key}" is no array of texts`, key)
}

function choiceIn(document: Readonly<Record<string, unknown>>, key: 'dateOrder', fail: Fail): SchemaOptions {
  const found = document[key]
  if (found === undefined) return {}
  const known = encoderOptions[key].of.find((choice) => choice === found)
  return known === undefined ? fail(`"${key}" is none of ${encoderOptions[key].of.join(', ')}`, key) : { [key]: known }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
