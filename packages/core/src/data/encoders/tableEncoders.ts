/** How the rows of a table become features: fitted on the training rows, kept in the model, applied to every row that it scores. */

import type { DocumentReader } from '../../documents/documentReader.ts'
import type { Parts } from './encoderKind.ts'
import { type ColumnEncoder, encoderKinds, kindOfEncoder } from './encoderKinds.ts'
import { type EncoderOptions, encoderOptions } from './encoderOptions.ts'
import { type MatchEncoder, matchFromDocument, matchNames, matchToDocument } from './matchEncoder.ts'
import { vectorParts } from './vectorParts.ts'

export interface TableEncoders {
  /** The columns that hold the list, the label and the item; the list may be the query that texts are compared with. */
  readonly list: string
  readonly label?: string
  readonly item?: string
  /** Words that stand for a missing value, besides the usual ones; in lower case. */
  readonly missingWords: readonly string[]
  /** In the order of their features. */
  readonly columns: readonly ColumnEncoder[]
  readonly matches: readonly MatchEncoder[]
  /** How they were fitted, as far as it was given: encoders that are fitted anew are fitted alike. */
  readonly fitting?: EncoderOptions
}

/** The names of all features, each once. */
export function encodedNames({ columns, matches }: TableEncoders): readonly string[] {
  const names = [...columns.flatMap((encoder) => kindOfEncoder(encoder).names(encoder)), ...matches.flatMap(matchNames)]
  const seen = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let copy = 2; seen.has(free); copy++) free = `${name} (${copy})`
    seen.add(free)
    return free
  })
}

export function encodersToDocument({ columns, matches, ...roles }: TableEncoders): Parts {
  return {
    ...roles,
    columns: columns.map((encoder) => ({
      kind: encoder.kind,
      column: encoder.column,
      ...kindOfEncoder(encoder).toDocument(encoder),
    })),
    matches: matches.map(matchToDocument),
  }
}

export function encodersFromDocument(value: unknown, where: string, read: DocumentReader): TableEncoders {
  const parts = read.object(value, where, ['list', 'label?', 'item?', 'missingWords', 'columns', 'matches', 'fitting?'])
  const name = (role: 'label' | 'item') => (parts[role] === undefined ? {} : { [role]: read.text(parts[role], `${where}.${role}`) })
  const columns = read.items(parts['columns'], `${where}.columns`).map((each, at) => columnFrom(each, `${where}.columns[${at}]`, read))
  const twice = columns.find(({ column }, at) => columns.findIndex((other) => other.column === column) < at)
  if (twice !== undefined) read.fail(`${where}.columns`, `two encoders are for the column ${JSON.stringify(twice.column.slice(0, 40))}`)
  const matches = read
    .items(parts['matches'], `${where}.matches`)
    .map((each, at) => matchFromDocument(each, `${where}.matches[${at}]`, read))
  const list = read.text(parts['list'], `${where}.list`)
  const names = columns.map(({ column }) => column)
  const known = new Set([list, ...names])
  for (const { kind, query, column } of matches) {
    const unknown = [query, column].find((each) => !known.has(each) && !(kind === 'cosine' && vectorParts(names, each).length > 0))
    if (unknown !== undefined) read.fail(`${where}.matches`, `there is no encoder for the column ${JSON.stringify(unknown.slice(0, 40))}`)
  }
  return {
    list,
    ...name('label'),
    ...name('item'),
    missingWords: read.texts(parts['missingWords'], `${where}.missingWords`),
    columns,
    matches,
    ...(parts['fitting'] !== undefined && { fitting: fittingFrom(parts['fitting'], `${where}.fitting`, read) }),
  }
}

function fittingFrom(value: unknown, where: string, read: DocumentReader): EncoderOptions {
  const parts = read.object(
    value,
    where,
    Object.keys(encoderOptions).map((name) => `${name}?`),
  )
  const found = Object.entries(encoderOptions).flatMap(([name, option]) => {
    if (parts[name] === undefined) return []
    const at = `${where}.${name}`
    return [[name, option.kind === 'choice' ? read.choice(parts[name], at, option.of) : read.count(parts[name], at, option)]]
  })
  return Object.fromEntries(found)
}

function columnFrom(value: unknown, where: string, read: DocumentReader): ColumnEncoder {
  const parts = read.object(value, where)
  const kind = read.choice(parts['kind'], `${where}.kind`, Object.keys(encoderKinds) as ColumnEncoder['kind'][])
  const column = read.text(parts['column'], `${where}.column`)
  return encoderKinds[kind].fromDocument(column, value, where, read)
}
