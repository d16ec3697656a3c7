/**
 * Rows of LETOR text, parsed where the text is. Lines come with where they stand, of three fields; the text is base64.
 *
 *   file · place · text
 *
 * Without a width, one line goes out: how many features the rows have, and how many rows there are.
 *
 *   features · rows · file · place · problem
 *
 * The first line that cannot be read is told with its place, and what is wrong as base64 of bytes of `wire.ts`. With a width, rows go out: ids and items as base64, an
 * empty one for none, and all values between commas.
 *
 *   file · place · list · item · label · values
 */
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { numberText, parseLetor } from '@rankwright/core/data'
import { problemRow } from './answerRows.ts'
import { leadingFields, separatorOf, TAB } from './fields.ts'
import { linesOf } from './lineCutter.ts'

/** As an operation of the worker. */
export const LETOR_ROWS = 'letorRows'

/** Lines that are parsed together. */
const TOGETHER = 2000
/** Blank lines, and comments alone. */
const NO_ROW = /^[ \t]*(?:#.*)?\r?$/s

interface PlacedLine {
  readonly file: string
  readonly place: string
  readonly text: string
}

export async function* letorRows(input: AsyncIterable<Uint8Array>, width: number | undefined): AsyncGenerator<string> {
  const found = { features: 0, rows: 0, file: '', place: '', problem: '' }
  let separator = TAB
  let lines: PlacedLine[] = []
  function* parsed(): Generator<string> {
    if (lines.length === 0 || found.problem !== '') return
    try {
      const lists = parsedLines(lines)
      found.features = Math.max(found.features, lists.width)
      found.rows += lists.labels.length
      if (width !== undefined) yield rowsText(lists, lines, width, separator)
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error
      Object.assign(found, error.line, { problem: problemRow(-1, error.cause).payload })
    }
    lines = []
  }
  for await (const line of linesOf(input)) {
    separator = separatorOf(line)
    const leading = leadingFields(line, 2)
    if (leading === undefined) throw new Error('a line has fewer than the three fields file, place, text')
    const text = Buffer.from(line.toString('latin1', leading.rest), 'base64').toString('utf8')
    if (NO_ROW.test(text)) continue
    lines.push({ file: leading.fields[0], place: leading.fields[1], text })
    if (lines.length === TOGETHER) yield* parsed()
  }
  yield* parsed()
  if (width === undefined) yield [found.features, found.rows, found.file, found.place, found.problem].join(separator)
  else if (found.problem !== '') throw new Error('the text was changed after its features were counted')
}

/** A line that cannot be read. */
class LineProblem extends Error {
  readonly line: Pick<PlacedLine, 'file' | 'place'>

  constructor(cause: RankwrightError, { file, place }: PlacedLine) {
    super(cause.message, { cause })
    this.line = { file, place }
  }
}

function parsedLines(lines: readonly PlacedLine[]): RankingLists {
  try {
    return parseLetor(lines.map(({ text }) => text).join('\n'))
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const [problem] = error.problems
    const line = 'at' in problem && typeof problem.at === 'object' && 'line' in problem.at ? (problem.at.line ?? 1) : 1
    throw new LineProblem(error, lines[line - 1])
  }
}

function rowsText(lists: RankingLists, lines: readonly PlacedLine[], width: number, separator: string): string {
  const { offsets, labels, listIds, itemIds, sourceRows } = lists
  const rows: string[] = []
  for (const [list, id] of listIds.entries()) {
    const name = Buffer.from(id).toString('base64')
    for (let row = offsets[list]; row < offsets[list + 1]; row++) {
      const { file, place } = lines[sourceRows?.[row] ?? row]
      const item = itemIds === undefined ? '' : Buffer.from(itemIds[row]).toString('base64')
      rows.push([file, place, name, item, numberText(labels[row]), valuesText(lists, row, width)].join(separator))
    }
  }
  return rows.join('\n')
}

function valuesText({ features, width: own }: RankingLists, row: number, width: number): string {
  const values = new Float64Array(width)
  if (features.kind === 'dense') values.set(features.values.subarray(row * own, (row + 1) * own))
  else for (let at = features.rowStarts[row]; at < features.rowStarts[row + 1]; at++) values[features.columns[at]] = features.values[at]
  return Array.from(values, numberText).join(',')
}
