import { type DecimalMark, type NumberForm, readNumber } from '../text/formattedNumber.ts'
import { decimal } from '../text/tableNumber.ts'

/** How labels are written that are not plain numbers. */
export interface LabelWriting {
  readonly decimals: DecimalMark
  /** Follows the reason why the column is the label. */
  readonly reason: string
}

/**
 * How the labels of a column are written: the same in all its cells, so that a slip of the pen among plain numbers stays an error. Undefined where they are
 * plain numbers, and where a cell is none.
 */
export function labelWriting(texts: Iterable<string>): LabelWriting | undefined {
  const all = [...texts]
  if (all.length === 0 || all.every((text) => decimal(text) !== undefined)) return undefined
  for (const decimals of ['point', 'comma'] as const) {
    const forms = formsOf(all, decimals)
    if (forms === undefined) continue
    const only = forms.size === 1 ? [...forms][0] : undefined
    if (only === 'words') return { decimals, reason: 'words for true and false (yes is read as 1)' }
    if (only === 'percent') return { decimals, reason: 'percent signs (11% is read as 0.11)' }
    if (![...forms].every((form) => form === 'plain' || form === 'thousands')) continue
    return { decimals, reason: decimals === 'comma' ? 'with a decimal comma' : 'with thousands separators' }
  }
  return undefined
}

/** The forms that all numbers have; undefined where a text is none. */
function formsOf(texts: readonly string[], decimals: DecimalMark): ReadonlySet<NumberForm> | undefined {
  const forms = new Set<NumberForm>()
  for (const text of texts) {
    const number = readNumber(text, decimals)
    if (number === undefined || number.inBrackets === true || !Number.isFinite(number.value)) return undefined
    forms.add(number.form)
  }
  return forms
}

/** The label in a cell of such a column. */
export function labelIn(text: string, { decimals }: LabelWriting): number | undefined {
  return readNumber(text, decimals)?.value
}
