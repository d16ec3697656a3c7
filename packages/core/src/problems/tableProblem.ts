import { namedOption } from './namedOption.ts'
import { type Place, place } from './place.ts'

/** A position in a table: a place in a text file, or a row (from 1) of a file without lines. */
export interface TablePlace extends Place {
  readonly row?: number
}

/** What a column of a table is for. */
export type ColumnRole = 'list' | 'label' | 'item' | 'key' | 'orderBy'

/** The start of a cell, enough to recognise it: problems are kept and sent, and a cell may be very long. */
export function excerpt(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** Problems of a table: CSV, TSV, JSON lines or Parquet. */
export type TableProblem =
  | { readonly code: 'table-empty'; readonly at: TablePlace }
  | { readonly code: 'table-without-rows'; readonly at: TablePlace }
  | { readonly code: 'table-without-header'; readonly at: TablePlace; readonly columns: number }
  | {
      readonly code: 'unknown-column'
      readonly at: TablePlace
      readonly option: string
      /** The file that names the column, under the key `option`, if no option did. */
      readonly inFile?: string
      readonly found: string
      readonly columns: readonly string[]
    }
  | {
      readonly code: 'role-without-column'
      readonly at: TablePlace
      readonly role: ColumnRole
      readonly tried: readonly string[]
      /** The column that it was in when the model was trained, where the model knows. */
      readonly ofModel?: string
      readonly columns: readonly string[]
    }
  | { readonly code: 'role-with-many-columns'; readonly at: TablePlace; readonly role: ColumnRole; readonly found: readonly string[] }
  | { readonly code: 'column-with-two-uses'; readonly at: TablePlace; readonly column: string; readonly uses: readonly [string, string] }
  | { readonly code: 'column-named-twice'; readonly at: TablePlace; readonly column: string; readonly positions: readonly [number, number] }
  | { readonly code: 'column-without-name'; readonly at: TablePlace; readonly position: number }
  | { readonly code: 'row-of-wrong-length'; readonly at: TablePlace; readonly found: number; readonly expected: number }
  | { readonly code: 'rows-too-empty'; readonly at: TablePlace; readonly rows: number; readonly columns: number }
  | { readonly code: 'row-too-long'; readonly at: TablePlace; readonly limit: number }
  | { readonly code: 'cell-not-a-number'; readonly at: TablePlace; readonly column: string; readonly found: string }
  | { readonly code: 'cell-beyond-float32'; readonly at: TablePlace; readonly column: string; readonly found: string }
  | { readonly code: 'cell-becomes-zero'; readonly at: TablePlace; readonly column: string; readonly found: string }
  | { readonly code: 'column-not-numeric'; readonly at: TablePlace; readonly column: string; readonly type: string }
  /** `place`: where a label is a place in a ranking. */
  | { readonly code: 'cell-not-a-label'; readonly at: TablePlace; readonly column: string; readonly found: string; readonly place?: true }
  /** Where columns have types, as in a database. */
  | { readonly code: 'labels-of-other-type'; readonly at: TablePlace; readonly column: string; readonly type: string }
  | { readonly code: 'cell-not-a-place'; readonly at: TablePlace; readonly column: string; readonly found: string }
  | { readonly code: 'cell-not-a-weight'; readonly at: TablePlace; readonly column: string; readonly found: string }
  /** A role was given, and no cell can be read so. */
  | {
      readonly code: 'role-reads-nothing'
      readonly at: TablePlace
      readonly column: string
      readonly role: string
      readonly found: string
    }
  /** A note: columns without a name are left out. */
  | { readonly code: 'columns-without-names'; readonly at: TablePlace; readonly positions: readonly number[] }
  /** A note: cells that do not fit the role of their column count as missing. */
  | {
      readonly code: 'cells-unread'
      readonly at: TablePlace
      readonly column: string
      readonly role: string
      readonly count: number
      /** So many cells of the column have a value. */
      readonly cells: number
      readonly found: string
      /** The decimal mark with which they would be numbers. */
      readonly decimals?: 'point' | 'comma'
      /** The column is read as a model says. */
      readonly ofModel?: boolean
    }
  | {
      readonly code: 'numbers-in-other-mark'
      readonly at: TablePlace
      readonly column: string
      readonly count: number
      readonly cells: number
      /** The decimal mark of the table. */
      readonly decimals: 'point' | 'comma'
      readonly found: string
    }
  /** A note: the columns of a CSV are separated by something else than commas, as its header shows. */
  | { readonly code: 'other-separator'; readonly at: TablePlace; readonly found: 'tabs' | 'semicolons' | 'vertical bars' }
  /** A note: no date of a column shows whether the day or the month stands first. */
  | { readonly code: 'date-order-open'; readonly at: TablePlace; readonly column: string; readonly found: string }
  /** A note: columns of other files that this one lacks. */
  | { readonly code: 'columns-of-other-files'; readonly at: TablePlace; readonly missing: readonly string[] }
  | {
      readonly code: 'role-in-another-column'
      readonly at: TablePlace
      readonly role: ColumnRole
      readonly found: string
      readonly first: string
      readonly file: string
    }
  | { readonly code: 'column-of-two-kinds'; readonly at: TablePlace; readonly column: string; readonly file: string }
  | { readonly code: 'schema-broken'; readonly at: TablePlace; readonly reason: string }
  | { readonly code: 'match-not-a-pair'; readonly at: TablePlace; readonly found: string }
  | { readonly code: 'match-without-text'; readonly at: TablePlace; readonly column: string; readonly columns: readonly string[] }
  | {
      readonly code: 'columns-of-model-missing'
      readonly at: TablePlace
      readonly missing: readonly string[]
      readonly columns: readonly string[]
    }
  | { readonly code: 'weight-of-model-missing'; readonly at: TablePlace; readonly column: string; readonly columns: readonly string[] }
  /** A note: the lists of a model had weights, and these have none. */
  | { readonly code: 'lists-without-weights'; readonly at: TablePlace; readonly column: string }
  | { readonly code: 'cell-without-id'; readonly at: TablePlace; readonly column: string; readonly role: ColumnRole }
  | { readonly code: 'cell-not-an-id'; readonly at: TablePlace; readonly column: string; readonly role: ColumnRole; readonly found: string }
  | { readonly code: 'quote-never-closed'; readonly at: TablePlace }
  | { readonly code: 'quote-inside-cell'; readonly at: TablePlace }
  | { readonly code: 'text-after-quote'; readonly at: TablePlace; readonly found: string }
  | { readonly code: 'carriage-return-inside-cell'; readonly at: TablePlace }
  | { readonly code: 'nul-byte'; readonly at: TablePlace }
  | { readonly code: 'not-utf-8'; readonly at: TablePlace }
  | { readonly code: 'json-malformed'; readonly at: TablePlace; readonly expected: string; readonly found: string }
  | { readonly code: 'json-not-an-object'; readonly at: TablePlace; readonly column: string; readonly found: string }
  | { readonly code: 'json-key-twice'; readonly at: TablePlace; readonly key: string }
  | { readonly code: 'json-key-missing'; readonly at: TablePlace; readonly role: ColumnRole; readonly tried: readonly string[] }
  | { readonly code: 'json-features-of-other-length'; readonly at: TablePlace; readonly found: number; readonly expected: number }
  | { readonly code: 'items-only-sometimes'; readonly at: TablePlace; readonly column: string }
  | { readonly code: 'parquet-unreadable'; readonly at: TablePlace; readonly reason: string }
  | { readonly code: 'duckdb-missing'; readonly at: TablePlace; readonly reason: string; readonly found: string }
  | { readonly code: 'feature-names-unwritable'; readonly reason: string }

export function explainTableProblem(problem: TableProblem): string {
  switch (problem.code) {
    case 'table-empty':
      return `${placeInTable(problem.at)}: the file is empty. Give a table with a header line and rows.`
    case 'table-without-rows':
      return `${placeInTable(problem.at)}: there are no rows. Give at least one row below the header.`
    case 'table-without-header':
      return `${placeInTable(problem.at)}: the first line is all numbers, so the columns have no names. Add a header line, or name columns by their number from 1 to ${problem.columns}, as in ${namedOption({ list: problem.columns, label: 1 })}.`
    case 'unknown-column':
      return `${placeInTable(problem.at)}: ${problem.inFile === undefined ? namedOption(problem.option) : `${quoted(problem.option)} in ${shown(problem.inFile)}`} names a column "${shown(problem.found)}" that is not there. ${columnsThere(problem.columns)}${otherHeader(problem.columns)}`
    case 'role-without-column':
      return `${placeInTable(problem.at)}: no column is called ${problem.ofModel === undefined ? '' : `${quoted(problem.ofModel)}, as when the model was trained, or `}${alternatives(problem.tried)}. Say which column holds the ${roleMeaning[problem.role]} with ${namedOption(problem.role)}. ${columnsThere(problem.columns)}${otherHeader(problem.columns)}`
    case 'role-with-many-columns':
      return `${placeInTable(problem.at)}: ${problem.found.map(quoted).join(' and ')} could each be the column of the ${roleMeaning[problem.role]}. Choose one with ${namedOption(problem.role)}${
        problem.role === 'item' ? `, or leave one out with ${namedOption('ignore')}` : ''
      }.`
    case 'column-with-two-uses':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} is given both as ${namedOption(problem.uses[0])} and as ${namedOption(problem.uses[1])}. Use it once.`
    case 'column-named-twice':
      return `${placeInTable(problem.at)}: columns ${problem.positions[0]} and ${problem.positions[1]} are both called ${quoted(problem.column)}. Rename one of them.`
    case 'column-without-name':
      return `${placeInTable(problem.at)}: column ${problem.position} has no name. Name it in the header, or leave it out with ${namedOption({ ignore: problem.position })}.`
    case 'row-of-wrong-length':
      return `${placeInTable(problem.at)}: the row has ${counted(problem.found, 'cell')}, but the table has ${counted(problem.expected, 'column')}. Give every row one cell per column, and quote cells that hold the separator.`
    case 'rows-too-empty':
      return `${placeInTable(problem.at)}: the ${problem.rows} rows so far name ${problem.columns} different columns, and few of them each. Choose columns with ${namedOption('features')}, or give features that are 0 where they are absent as LETOR text.`
    case 'row-too-long':
      return `${placeInTable(problem.at)}: the row is longer than ${problem.limit} bytes. Look for a quote that is never closed, or a missing line end.`
    case 'cell-not-a-number':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} holds "${shown(problem.found)}", not a number. Correct it, or leave it empty if the value is missing. Or name it in ${namedOption('missingWords')}, name the column in ${namedOption('category')} or ${namedOption('text')}, or leave it out with ${namedOption({ ignore: shown(problem.column) })}.`
    case 'cell-beyond-float32':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} holds ${shown(problem.found)}, which is outside the range of a 32-bit float (3.4e38). Rescale the column, or leave it out with ${namedOption({ ignore: shown(problem.column) })}.`
    case 'cell-becomes-zero':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} holds ${shown(problem.found)}, too small for a 32-bit float; it was read as 0. Rescale the column if the difference matters.`
    case 'column-not-numeric':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} holds ${problem.type} values, ${problem.type === 'binary' ? 'which are no text in UTF-8' : 'not numbers'}. ${
        problem.type === 'binary'
          ? `Leave the column out with ${namedOption({ ignore: shown(problem.column) })}, or write its values as text or numbers.`
          : problem.type === 'nested'
            ? `Give each part a column of its own, or write JSON lines, whose objects and arrays of texts are read; or leave the column out with ${namedOption({ ignore: shown(problem.column) })}.`
            : `Leave the column out with ${namedOption({ ignore: shown(problem.column) })}, or use it as the item name with ${namedOption({ item: shown(problem.column) })}.`
      }`
    case 'cell-not-a-label':
      return `${placeInTable(problem.at)}: the label in column ${quoted(problem.column)} is ${problem.found === '' ? 'missing' : `"${shown(problem.found)}"`}, ${
        problem.place
          ? `not a rank. Give every row a rank such as 3, =45 or 201-250, or use ${namedOption({ target: 'utility' })} if greater numbers are better.${problem.found === '' ? ` With ${namedOption('predict')}, series without ranks are ranked.` : ''}`
          : `not a finite number. Give every row a grade such as 0 or 2.${wording.test(problem.found) && !otherWriting.test(problem.found) ? ' Words, letters, stars and fractions are not read: write numbers for them, greater ones for better rows.' : ''}${otherWriting.test(problem.found) ? ' Where all labels are words such as yes and no, have percent signs or a decimal comma, they are read, too.' : ''}${printedPlace.test(problem.found) ? ' Places in a ranking, 1 for the best, are read by "rankwright stream", which learns from them.' : ''}`
      }`
    case 'labels-of-other-type':
      return `${placeInTable(problem.at)}: the labels in column ${quoted(problem.column)} are of type ${shown(problem.type)}, not numbers. Give every row a grade such as 0 or 2, or turn the labels into numbers in a query.`
    case 'cell-not-a-place':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} holds "${shown(problem.found)}", not the place at which an item was shown. Write 1 for the first, 2 for the next …, and leave the cell empty where it is not known.`
    case 'cell-not-a-weight':
      return `${placeInTable(problem.at)}: the weight in column ${quoted(problem.column)} is ${problem.found === '' ? 'missing' : `"${shown(problem.found)}"`}. Give every row the weight of its list, a number of at least 0.`
    case 'cells-unread':
      return unreadText(problem)
    case 'numbers-in-other-mark':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} is written with a decimal ${problem.decimals}, as in "${shown(problem.found)}", and the model was trained on numbers with a decimal ${problem.decimals === 'comma' ? 'point' : 'comma'}: ${problem.count} of ${counted(problem.cells, 'cell')} cannot be read. Write its numbers as in the table that the model was trained on, or give them as numbers in JSON lines or Parquet, which are taken as they are.`
    case 'role-reads-nothing':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} holds "${shown(problem.found)}", and none of its cells is a ${problem.role}, which it was said to be. Use it as ${namedOption({ category: shown(problem.column) })} or ${namedOption({ text: shown(problem.column) })}, or leave it out with ${namedOption({ ignore: shown(problem.column) })}.`
    case 'columns-without-names':
      return `${placeInTable(problem.at)}: ${problem.positions.length === 1 ? `column ${problem.positions[0]} has no name and is` : `columns ${problem.positions.slice(0, COLUMNS_SHOWN).join(', ')} have no names and are`} left out. Name ${problem.positions.length === 1 ? 'it' : 'them'} in the first line to use ${problem.positions.length === 1 ? 'it' : 'them'}.`
    case 'other-separator':
      return `${placeInTable(problem.at)}: the columns are separated by ${problem.found}, as this line shows: it has no comma. Put a line "sep=," before it if that is wrong.`
    case 'date-order-open':
      return `${placeInTable(problem.at)}: the dates of column ${quoted(problem.column)}, such as "${shown(problem.found)}", are read with the month first; no day is above 12, so nothing says whether that is right. Say so with ${namedOption({ dateOrder: 'month-first' })}, or give ${namedOption({ dateOrder: 'day-first' })} if it is not.`
    case 'columns-of-other-files':
      return `${placeInTable(problem.at)}: there is no ${problem.missing.length === 1 ? 'column' : 'columns'} ${problem.missing.slice(0, COLUMNS_SHOWN).map(quoted).join(', ')}${problem.missing.length > COLUMNS_SHOWN ? ` and ${problem.missing.length - COLUMNS_SHOWN} more` : ''}, which other files have. The values count as missing in the rows of this file.`
    case 'role-in-another-column':
      return `${placeInTable(problem.at)}: the ${roleMeaning[problem.role]} is in column ${quoted(problem.found)}, and in ${problem.file} it is in column ${quoted(problem.first)}. Use one name in all files, or say which column it is with ${namedOption(problem.role)}.`
    case 'column-of-two-kinds':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} holds numbers, and in ${problem.file} it does not. Say what it is, as in ${namedOption({ category: shown(problem.column) })} or ${namedOption({ text: shown(problem.column) })}, or leave it out with ${namedOption({ ignore: shown(problem.column) })}.`
    case 'schema-broken':
      return `${placeInTable(problem.at)}: this is no schema of a table: ${problem.reason}. Write one with ${namedOption('schema', 'inspect')}, and change the roles in it.`
    case 'match-not-a-pair':
      return `${placeInTable(problem.at)}: ${namedOption('match')} is given "${shown(problem.found)}". Give two columns, as in query~title, or none.`
    case 'match-without-text':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} has no words to compare: it is not read as text. Say so with ${namedOption({ text: shown(problem.column) })}. ${columnsThere(problem.columns)}`
    case 'columns-of-model-missing':
      return `${placeInTable(problem.at)}: the model uses the ${problem.missing.length === 1 ? 'column' : 'columns'} ${problem.missing.slice(0, COLUMNS_SHOWN).map(quoted).join(', ')}, which the table lacks. Add ${problem.missing.length === 1 ? 'it' : 'them'}, empty where the value is not known, or train a model without. ${columnsThere(problem.columns)}`
    case 'weight-of-model-missing':
      return `${placeInTable(problem.at)}: the lists of the model had weights from a column ${quoted(problem.column)}, which the table lacks. Name the column that holds them with ${namedOption('weight')}, add one, or train a new model without weights. ${columnsThere(problem.columns)}`
    case 'lists-without-weights':
      return `${placeInTable(problem.at)}: the model was trained with weights of lists from a column ${quoted(problem.column)}, which the table lacks. All lists count the same here.`
    case 'cell-without-id':
      return `${placeInTable(problem.at)}: column ${quoted(problem.column)} is empty, so the row has no ${roleMeaning[problem.role]}. ${
        problem.role === 'item'
          ? `Fill it, or leave the column out with ${namedOption({ ignore: shown(problem.column) })}.`
          : 'Fill it; every row belongs to a list.'
      }`
    case 'cell-not-an-id':
      return `${placeInTable(problem.at)}: the ${roleMeaning[problem.role]} in column ${quoted(problem.column)} is ${shown(problem.found)}. Give a text or a number.`
    case 'quote-never-closed':
      return `${placeInTable(problem.at)}: the quote opened here is never closed. Close it, and write a quote inside a quoted cell twice.`
    case 'quote-inside-cell':
      return `${placeInTable(problem.at)}: there is a quote inside an unquoted cell. Quote the whole cell and write the quote twice.`
    case 'text-after-quote':
      return `${placeInTable(problem.at)}: "${shown(problem.found)}" follows the closing quote. End the cell there, or write a quote inside a quoted cell twice.`
    case 'carriage-return-inside-cell':
      return `${placeInTable(problem.at)}: there is a carriage return inside an unquoted cell. End lines with a line feed, with or without a carriage return before it.`
    case 'nul-byte':
      return `${placeInTable(problem.at)}: there is a NUL byte, so this is not a text table. Check the file, or give its format with ${namedOption('format')}.`
    case 'not-utf-8':
      return `${placeInTable(problem.at)}: the text is not UTF-8. Save the file as UTF-8, or give its encoding, such as ${namedOption({ encoding: 'windows-1252' })} for most files of Windows.`
    case 'json-malformed':
      return `${placeInTable(problem.at)}: expected ${problem.expected}, found ${shown(problem.found)}. Give one JSON object per line.`
    case 'json-not-an-object':
      return `${placeInTable(problem.at)}: the key ${quoted(problem.column)} holds ${shown(problem.found)}, and an object in other rows. Give an object or null in every row, or leave it out with ${namedOption({ ignore: shown(problem.column) })}.`
    case 'json-key-twice':
      return `${placeInTable(problem.at)}: the key ${quoted(problem.key)} appears twice in one object. Keep one of them.`
    case 'json-key-missing':
      return `${placeInTable(problem.at)}: the object has no key ${alternatives(problem.tried)}. Add it, or say which key holds the ${roleMeaning[problem.role]} with ${namedOption(problem.role)}.`
    case 'json-features-of-other-length':
      return `${placeInTable(problem.at)}: this row has ${counted(problem.found, 'feature')} in its array, earlier rows have ${problem.expected}. Give every row as many, or name them: "features": {"price": 1}.`
    case 'items-only-sometimes':
      return `${placeInTable(problem.at)}: some rows have the item key ${quoted(problem.column)} and this one differs. Give every row one, or leave it out with ${namedOption({ ignore: shown(problem.column) })}.`
    case 'parquet-unreadable':
      return `${placeInTable(problem.at)}: this Parquet file cannot be read: ${problem.reason}. Check that it is complete and not compressed a second time.`
    case 'duckdb-missing':
      return `${placeInTable(problem.at)}: this Parquet file is read by DuckDB, because ${problem.reason}, and DuckDB cannot be loaded here (${problem.found}). Install it with: npm install @duckdb/node-api`
    case 'feature-names-unwritable':
      return `These lists cannot be written as a table: ${problem.reason}. Give every feature its own name.`
  }
}

/** `=45` or `201-250`: no number, and what rankings print. */
/** Of labels that are read where all are written so. */
const otherWriting = /^(?:yes|no|true|false|y|n|ja|nein|wahr|falsch|oui|non|[\d.,]+\s*%|[+-]?\d+,\d+)$/i
const wording = /[\p{L}★☆⭐/]/u
const printedPlace = /^(=\s*\d+|=?\s*\d+\s*[-–]\s*\d+)$/

const roleMeaning: Readonly<Record<ColumnRole, string>> = {
  list: 'list id',
  label: 'label',
  item: 'item id',
  key: 'key of the stream',
  orderBy: 'time of the series',
}

/** `table.csv:3:1`, or `table.parquet: row 3`. */
export function placeInTable(at: TablePlace): string {
  return at.row === undefined ? place(at) : `${place(at)}: row ${at.row}`
}

/** A note. */
function unreadText({ at, column, role, count, cells, found, decimals, ofModel }: Extract<TableProblem, { code: 'cells-unread' }>): string {
  const [are, numbers] = count === 1 ? ['is', 'counts'] : ['are', 'count']
  const what = `${placeInTable(at)}: ${cells === count ? '' : `${count} of `}${counted(cells, 'cell')} of column ${quoted(column)} ${are} no ${role}, such as "${shown(found)}", and ${numbers} as missing.`
  const mark =
    decimals === undefined
      ? ''
      : ` Some are written with a decimal ${decimals}, and the column with a decimal ${decimals === 'comma' ? 'point' : 'comma'}.`
  if (ofModel) return `${what}${mark} The model was trained with this column as ${role}.`
  return `${what}${mark} Use the column otherwise with ${namedOption({ category: shown(column) })} or ${namedOption({ text: shown(column) })} if that is wrong.`
}

function quoted(name: string): string {
  return `"${shown(name)}"`
}

function alternatives(names: readonly string[]): string {
  return names.length < 2 ? quoted(names[0] ?? '') : `${names.slice(0, -1).map(quoted).join(', ')} or ${quoted(names[names.length - 1])}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const COLUMNS_SHOWN = 20

function columnsThere(columns: readonly string[]): string {
  const names = columns.filter((name) => name !== '')
  const more = names.length - COLUMNS_SHOWN
  const nameless = columns.length - names.length
  const others = [...(more > 0 ? [`${more} more`] : []), ...(nameless > 0 ? [`${nameless} without a name`] : [])]
  return `The columns are: ${[names.slice(0, COLUMNS_SHOWN).map(shown).join(', '), ...others].join(' and ')}.`
}

/** Advice on a first line that is one long name, or does not have the names. */
function otherHeader(columns: readonly string[]): string {
  const [first = ''] = columns
  if (/^sep=/i.test(first) && columns.slice(1).every((name) => name === ''))
    return ' The first line tells Excel the separator: write a comma, a tab, a semicolon or a vertical bar there.'
  if (columns.some((name) => /[\t␉]/.test(name))) return ` The header has tabs. Read the file with ${namedOption({ format: 'tsv' })}.`
  if (columns.length === 1 && /[,;|]/.test(first)) return ' Separate columns by commas in CSV and by tabs in TSV.'
  const names = columns.filter((name) => name !== '')
  const isTitle = first.startsWith('#') || columns.length === 1 || 2 * names.length < columns.length
  return isTitle ? ' If the names of the columns stand in a later line, remove the lines before it.' : ''
}

/** What was found, short and printable. */
function shown(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a terminal
  return short.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
