/** The values of a JSON row: features, labels and ids. */

import type { Problem } from '../../problems/problem.ts'
import { type ColumnRole, excerpt } from '../../problems/tableProblem.ts'
import { textsTogether } from '../cells/textsTogether.ts'
import { trimmedCell } from '../cells/trimmedCell.ts'
import { decimal, featureValue } from '../text/tableNumber.ts'
import type { JsonLine } from './jsonLine.ts'
import { labelIn } from './labelWriting.ts'
import { isMissing } from './rawTexts.ts'
import type { TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** A number, also in a text, true or false (1 or 0), or null for a missing value, as a 32-bit float. Values that become 0 are added to `notes`. */
export function readFeature(json: JsonLine, name: string, notes: Problem[], missingWords: ReadonlySet<string>): number {
  const start = json.position
  switch (json.kind) {
    case 'number': {
      const value = json.number()
      const rounded = Math.fround(value)
      const isInfinite = rounded === Infinity || rounded === -Infinity
      if (!isInfinite && (rounded !== 0 || value === 0)) return rounded
      const found = { at: json.placeOf(start), column: name, found: excerpt(json.textFrom(start)) }
      if (isInfinite) throw tableError({ code: 'cell-beyond-float32', ...found })
      notes.push({ area: 'table', code: 'cell-becomes-zero', ...found })
      return rounded
    }
    case 'text': {
      const text = trimmedCell(json.text())
      const value = isMissing(text, missingWords) ? Number.NaN : featureValue(text)
      const found = { at: json.placeOf(start), column: name, found: excerpt(text) }
      if (value === undefined) throw tableError({ code: 'cell-not-a-number', ...found })
      const rounded = Math.fround(value)
      if (rounded === Infinity || rounded === -Infinity) throw tableError({ code: 'cell-beyond-float32', ...found })
      return rounded
    }
    case 'object':
    case 'array':
      throw tableError({ code: 'column-not-numeric', at: json.here, column: name, type: json.kind })
    case 'other':
      if (json.word('null')) return Number.NaN
      if (json.word('true')) return 1
      if (json.word('false')) return 0
      throw json.malformed('a number, true, false, or null for a missing value')
  }
}

/** A value as text: as it is written, but for texts without their quotes, also in an array; undefined for null. */
export function readText(json: JsonLine, name: string): string | undefined {
  const start = json.position
  if (json.kind === 'text') return json.text()
  if (json.kind === 'object') throw tableError({ code: 'column-not-numeric', at: json.here, column: name, type: json.kind })
  const isArray = json.kind === 'array'
  json.skip()
  const written = json.textFrom(start)
  if (isArray && /^\[\s*["\]]/.test(written)) return textsTogether(JSON.parse(written)) ?? written
  return written === 'null' ? undefined : written
}

/** A finite number, also in a text, a label as the others of its column are written, or a text that `labelOf` understands. */
export function readLabel(json: JsonLine, name: string, { labelOf, openLabels = false, plan }: TableReaderOptions): number {
  const start = json.position
  const writing = labelOf === undefined ? plan?.labels?.get(name) : undefined
  if (json.kind === 'number') {
    const value = json.number()
    if (Number.isFinite(value)) return value
  } else if (json.kind === 'text' && labelOf !== undefined) {
    const value = labelOf(json.text())
    if (value !== undefined && (Number.isFinite(value) || (openLabels && Number.isNaN(value)))) return value
  } else json.skip()
  const written = json.textFrom(start)
  if (written === 'null' && openLabels) return Number.NaN
  const text = written.replace(/^"(.*)"$/s, '$1')
  const isText = text !== written && labelOf === undefined
  const value = writing !== undefined ? labelIn(text.trim(), writing) : isText ? decimal(text.trim()) : undefined
  if (value !== undefined && Number.isFinite(value)) return value
  const found = written === 'null' ? '' : excerpt(text)
  throw tableError({ code: 'cell-not-a-label', at: json.placeOf(start), column: name, found, ...(labelOf && { place: true }) })
}

/** A text as it is, or a number as it is written. */
export function readId(json: JsonLine, role: ColumnRole, name: string): string {
  const start = json.position
  if (json.kind === 'text') return json.text()
  const isNumber = json.kind === 'number'
  json.skip()
  const written = json.textFrom(start)
  if (isNumber) return written
  if (written === 'null') throw tableError({ code: 'cell-without-id', at: json.placeOf(start), column: name, role })
  throw tableError({ code: 'cell-not-an-id', at: json.placeOf(start), column: name, role, found: excerpt(written) })
}
