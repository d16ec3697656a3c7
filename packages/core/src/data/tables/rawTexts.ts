import { grown } from '../../numeric/allocate.ts'
import { saysMissing } from '../text/missingWords.ts'

/** Stands for a cell without a value. */
export const noValue = 0xffffffff

/** The cells of a column that is not plain numbers, in file order: each different text once. */
export class RawColumn {
  readonly name: string
  readonly values: string[] = []
  codes: Uint32Array = new Uint32Array(1024)
  rows = 0
  private readonly places = new Map<string, number>()
  private readonly missingWords: ReadonlySet<string>

  constructor(name: string, missingWords: ReadonlySet<string>) {
    this.name = name
    this.missingWords = missingWords
  }

  add(text: string | undefined): void {
    if (this.rows === this.codes.length) this.codes = grown(Uint32Array, this.codes, this.rows, 2 * this.rows)
    this.codes[this.rows++] = text === undefined || isMissing(text, this.missingWords) ? noValue : this.codeOf(text)
  }

  /** The text in a row, or undefined where it is missing. */
  at(row: number): string | undefined {
    const code = this.codes[row]
    return code === noValue ? undefined : this.values[code]
  }

  private codeOf(text: string): number {
    const known = this.places.get(text)
    if (known !== undefined) return known
    this.places.set(text, this.values.length)
    return this.values.push(text) - 1
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
  return new Set((encoders?.missingWords ?? missingWords ?? []).map((word) => word.toLowerCase()))
}
