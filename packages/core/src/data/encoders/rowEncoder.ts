import { WordReader } from '../cells/wordReader.ts'
import { missingNumbers } from '../text/missingNumbers.ts'
import { AsciiTrigrams } from './asciiTrigrams.ts'
import type { Cell, CellWriter } from './encoderKind.ts'
import { kindOfEncoder } from './encoderKinds.ts'
import { cosineOf, matchNames, openWordMatch, type WordMatcher } from './matchEncoder.ts'
import { onceMade } from './onceMade.ts'
import { RowBuffer } from './rowBuffer.ts'
import { encodedNames, type TableEncoders } from './tableEncoders.ts'
import { vectorParts } from './vectorParts.ts'

/** Encoders that are ready for rows. The same encoders are opened once. */
export const rowEncoderOf: (encoders: TableEncoders) => RowEncoder = onceMade((encoders: TableEncoders) => new RowEncoder(encoders))

/** Turns the cells of one row after another into features. */
export class RowEncoder {
  readonly encoders: TableEncoders
  readonly names: readonly string[]
  readonly width: number
  /** The features of the row last encoded. */
  readonly row = new RowBuffer()
  /** The cells of the row to encode, in the order of `encoders.columns`. */
  readonly cells: Cell[]
  /** The list of the row, as its id. */
  list = ''
  private readonly writers: readonly CellWriter[]
  private readonly starts: readonly number[]
  private readonly matches: readonly OpenMatch[]
  /** One reader for each column, and one for the list. */
  private readonly readers: readonly ColumnWords[]

  constructor(encoders: TableEncoders) {
    this.encoders = encoders
    this.names = encodedNames(encoders)
    this.width = this.names.length
    const { columns, matches, list } = encoders
    const missing = missingNumbers(encoders.missingWords)
    this.cells = new Array<Cell>(columns.length).fill(undefined)
    this.writers = columns.map((encoder) => {
      const write = kindOfEncoder(encoder).open(encoder)
      return encoder.kind === 'number' && missing.size > 0 ? withoutNumbers(write, missing) : write
    })
    this.readers = [...columns, list].map(() => new ColumnWords())
    const starts: number[] = []
    let width = 0
    for (const encoder of columns) {
      starts.push(width)
      width += kindOfEncoder(encoder).names(encoder).length
    }
    this.starts = starts
    const names = columns.map(({ column }) => column)
    const placeOf = (name: string) => {
      const place = names.indexOf(name)
      return place < 0 ? columns.length : place // the list itself
    }
    const ascii = new AsciiTrigrams()
    this.matches = matches.map((match) => {
      const first = width
      width += matchNames(match).length
      const words = match.kind === 'words' ? openWordMatch(match, ascii) : undefined
      const parts = words === undefined ? [match.query, match.column].map((name) => vectorParts(names, name)) : []
      return { first, query: placeOf(match.query), column: placeOf(match.column), words, queryParts: parts[0] ?? [], parts: parts[1] ?? [] }
    })
  }

  /** Encodes `cells` and `list` into `row`. Columns become what `written` has for them; columns that are compared are compared by their cells in any case. */
  encode(written: readonly Cell[] = this.cells): void {
    const { row, writers, starts, readers, matches } = this
    row.count = 0
    for (let i = 0; i < writers.length; i++) writers[i](written[i], starts[i], row, readers[i].words)
    for (const { first, query, column, words, queryParts, parts } of matches) {
      if (words === undefined) {
        row.put(first, cosineOf(this.vectorAt(query, queryParts), this.vectorAt(column, parts)))
        continue
      }
      const asked = this.cellAt(query)
      const other = this.cellAt(column)
      if (typeof asked === 'string' && typeof other === 'string')
        words(readers[query].words(asked), readers[column].words(other), first, row)
    }
  }

  /** A vector in one cell, or with a cell for each of its numbers. */
  private vectorAt(place: number, parts: readonly number[]): Cell {
    if (parts.length === 0) return this.cellAt(place)
    return parts.map((part) => {
      const cell = this.cells[part]
      return typeof cell === 'number' ? cell : Number.NaN
    })
  }

  private cellAt(place: number): Cell {
    return place < this.cells.length ? this.cells[place] : this.list
  }
}

function withoutNumbers(write: CellWriter, missing: ReadonlySet<number>): CellWriter {
  return (cell, first, row, words) => write(typeof cell === 'number' && missing.has(cell) ? undefined : cell, first, row, words)
}

interface OpenMatch {
  readonly first: number
  readonly query: number
  readonly column: number
  readonly words: WordMatcher | undefined
  /** Where the numbers of vectors are that have a column for each. */
  readonly queryParts: readonly number[]
  readonly parts: readonly number[]
}

/** The words of the cells of a column; the same text is not read twice in a row. */
class ColumnWords {
  /** Made for the first text: most columns have none. */
  private reader: WordReader | undefined
  private last: string | undefined

  readonly words = (text: string): WordReader => {
    const reader = (this.reader ??= new WordReader())
    if (text !== this.last) reader.read((this.last = text))
    return reader
  }
}
