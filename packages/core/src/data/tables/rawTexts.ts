import { grown } from '../../numeric/allocate.ts'
import { eachText } from '../cells/packedTexts.ts'
import { TextRoom } from '../cells/textRoom.ts'
import { trimmedCell } from '../cells/trimmedCell.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'
import { saysMissing } from '../text/missingWords.ts'
import { TextCodes } from './textCodes.ts'

interface RawColumnOptions {
  readonly room?: TextRoom
  readonly copied?: boolean | undefined
}

/** The cells of a column that is not plain numbers, as they come. */
export class RawColumn {
  readonly name: string
  rows = 0
  private codes: Uint32Array = new Uint32Array(1024)
  /** See `CellColumn.isNumber`; made for the first number. */
  private isNumber: Uint8Array | undefined
  private texts: TextCodes
  private readonly missingWords: ReadonlySet<string>
  private readonly copied: boolean

  /** Its texts stand in `room`, which other columns may share. `copied`: white space around them stays, for those who write them again. */
  constructor(name: string, missingWords: ReadonlySet<string>, { room = new TextRoom(), copied = false }: RawColumnOptions = {}) {
    this.name = name
    this.missingWords = missingWords
    this.copied = copied
    this.texts = new TextCodes(room)
  }

  /** `isNumber`: the cell is a number by its type, and `cell` is how it is written. */
  add(cell: string | undefined, isNumber = false): void {
    const text = cell === undefined ? undefined : trimmedCell(cell)
    if (this.rows === this.codes.length) this.reserve(2 * this.rows)
    if (isNumber) this.numbers()[this.rows] = 1
    const isThere = text !== undefined && !isMissing(text, this.missingWords)
    this.codes[this.rows++] = isThere ? this.texts.codeOf(this.copied ? cell! : text) : noValue
  }

  /** Adds the cells of another column of the same kind, or so many cells without a value. */
  append(other: RawColumn | number): void {
    const added = typeof other === 'number' ? other : other.rows
    const rows = this.rows + added
    if (rows > this.codes.length) this.reserve(Math.max(rows, 2 * this.rows))
    if (typeof other === 'number') this.codes.fill(noValue, this.rows, rows)
    else {
      const codes = Uint32Array.from(eachText(other.texts.values), (text) =>
        isMissing(trimmedCell(text), this.missingWords) ? noValue : this.texts.codeOf(text),
      )
      for (let row = 0; row < added; row++) this.codes[this.rows + row] = other.codes[row] === noValue ? noValue : codes[other.codes[row]]
      if (other.isNumber !== undefined) this.numbers().set(other.isNumber.subarray(0, added), this.rows)
    }
    this.rows = rows
  }

  /** All cells; `sourceRows` says which row of the file each row of the lists is. To be called once: the arrays are given away. */
  finish(sourceRows: Uint32Array | undefined): CellColumn {
    const { name, codes, rows, isNumber } = this
    const inOrder = <Values extends Uint8Array | Uint32Array>(
      Values: { from(rows: Uint32Array, value: (row: number) => number): Values },
      values: Values,
    ) => (sourceRows === undefined ? (values.subarray(0, rows) as Values) : Values.from(sourceRows, (row) => values[row]))
    const values = this.texts.values.finish()
    this.texts = new TextCodes() // what finds the codes is of no more use
    return { name, values, codes: inOrder(Uint32Array, codes), ...(isNumber && { isNumber: inOrder(Uint8Array, isNumber) }) }
  }

  private numbers(): Uint8Array {
    return (this.isNumber ??= new Uint8Array(this.codes.length))
  }

  private reserve(rows: number): void {
    this.codes = grown(Uint32Array, this.codes, this.rows, rows)
    if (this.isNumber !== undefined) this.isNumber = grown(Uint8Array, this.isNumber, this.rows, rows)
  }
}

/** Whether a cell says that its value is missing: by the usual words, or by words that were given. */
export function isMissing(text: string, given: ReadonlySet<string>): boolean {
  return saysMissing(text) || (given.size > 0 && given.has(text.toLowerCase()))
}

/** The words that were given, or those that a model knows, in lower case. */
export function missingWordsOf({
  missingWords,
  encoders,
}: {
  readonly missingWords?: readonly string[] | undefined
  readonly encoders?: { readonly missingWords: readonly string[] } | undefined
}): ReadonlySet<string> {
  return new Set((encoders?.missingWords ?? missingWords ?? []).map((word) => trimmedCell(word).toLowerCase()))
}
