/**
 * What workers answer: one row for each part, of seven fields.
 *
 *   part · kind · lists · rows · crc · version · payload
 *
 * `kind` is `answer`, with what the blocks of the part contribute as payload; `problem`; or `not-here` for a part whose file the worker has not. `part` is −1
 * where a problem is of no part. The payload is base64 of bytes of `wire.ts`.
 */
import { type Problem, RankwrightError } from '@rankwright/core'
import { arrayOf, count, either, fields, number, oneOf, requireArguments, text } from '@rankwright/core/arguments'
import { type OperationName, operationNames, type PartOf } from '@rankwright/core/runtime'
import type { PartSize } from '../parts/packedParts.ts'
import { version as ownVersion } from '../version.ts'
import { separatorOf } from './fields.ts'
import { wireBytes, wireValue } from './wire.ts'

export interface AnswerRow {
  readonly part: number
  readonly kind: string
  readonly lists: number
  readonly rows: number
  /** Of the bytes that were answered for. */
  readonly crc: number
  readonly version: string
  readonly payload: string
}

/** The names of the fields, in order. */
export const answerFields = ['part', 'kind', 'lists', 'rows', 'crc', 'version', 'payload'] as const satisfies readonly (keyof AnswerRow)[]

export function answerRow(part: number, { lists, rows, crc = 0 }: PartSize, blocks: readonly unknown[]): AnswerRow {
  return { part, kind: 'answer', lists, rows, crc, version: ownVersion, payload: base64(blocks) }
}

export function problemRow(part: number, error: unknown): AnswerRow {
  const problems: readonly Problem[] =
    error instanceof RankwrightError
      ? error.problems
      : [{ area: 'engine', code: 'worker-failed', part, reason: error instanceof Error ? error.message : String(error) }]
  return { part, kind: 'problem', lists: 0, rows: 0, crc: 0, version: ownVersion, payload: base64(problems) }
}

/** The part has to be sent with its bytes. */
export function notHereRow(part: number): AnswerRow {
  return { part, kind: NOT_HERE, lists: 0, rows: 0, crc: 0, version: ownVersion, payload: base64([]) }
}

export function isNotHere({ kind, version }: AnswerRow): boolean {
  return kind === NOT_HERE && version === ownVersion
}

const NOT_HERE = 'not-here'

/** The row of an answer that lies elsewhere, and can be checked without it. */
export function withoutAnswer(row: AnswerRow): AnswerRow {
  return row.kind === 'answer' ? { ...row, payload: base64([]) } : row
}

export function answerLine(row: AnswerRow, separator: string): string {
  return answerFields.map((field) => row[field]).join(separator)
}

/** The row of a line that a worker printed. */
export function answerRowFrom(line: string): AnswerRow {
  requireArguments({ line }, { line: text })
  const found = line.split(separatorOf(line))
  if (found.length !== answerFields.length) throw brokenAnswer(`a row has ${found.length} fields, not ${answerFields.length}`)
  const [part, kind, lists, rows, crc, version, payload] = found
  return { part: Number(part), kind, lists: Number(lists), rows: Number(rows), crc: Number(crc), version, payload }
}

const rowsShape = arrayOf(
  fields({ part: number({ whole: true }), kind: text, lists: count(), rows: count(), crc: count(), version: text, payload: text }),
  'rows of workers',
)
const sizesShape = arrayOf(fields({ lists: count(), rows: count() }), 'sizes of parts')

/**
 * What the blocks of all parts contribute, in their order, from the rows of workers in any order. Every part must have answered exactly once, for
 * as many lists and rows as it was packed with (and with its checksum, where that is known), and by a worker of this version; a problem that a worker reports is thrown.
 */
export function answeredParts<Name extends OperationName>(
  name: Name,
  rows: readonly AnswerRow[],
  sizes: readonly PartSize[],
): PartOf<Name>[] {
  requireArguments({ name, rows, sizes }, { name: oneOf(...operationNames), rows: rowsShape, sizes: sizesShape })
  const answers = new Map<number, unknown[]>()
  for (const row of rows) {
    if (row.version !== ownVersion) throw problem({ code: 'worker-version', found: row.version, expected: ownVersion })
    if (row.kind === 'problem') throw reportedProblem(row.payload)
    if (isNotHere(row)) continue // counted as missing
    if (row.kind !== 'answer') throw brokenAnswer(`a row is of the kind "${row.kind}"`)
    const { part, lists } = row
    if (part < 0 || part >= sizes.length) throw problem({ code: 'part-unknown', part, total: sizes.length })
    if (answers.has(part)) throw problem({ code: 'part-answered-twice', part })
    const expected = sizes[part]
    if (lists !== expected.lists || row.rows !== expected.rows)
      throw problem({
        code: 'part-changed',
        part,
        found: { lists, rows: row.rows },
        expected: { lists: expected.lists, rows: expected.rows },
      })
    if (expected.crc !== undefined && row.crc !== expected.crc) throw problem({ code: 'part-has-other-values', part })
    const blocks = payloadOf(row)
    if (!Array.isArray(blocks)) throw brokenAnswer(`part ${part} has no answers of blocks`)
    answers.set(part, blocks)
  }
  const missing = Array.from(sizes.keys()).filter((part) => !answers.has(part))
  if (missing.length > 0) throw problem({ code: 'parts-missing', missing, total: sizes.length })
  return Array.from(sizes.keys()).flatMap((part) => answers.get(part) as PartOf<Name>[])
}

const problemsShape = arrayOf(fields({ area: text, code: text }), 'problems')
const some = either('at least one problem', (given) => Array.isArray(given) && given.length > 0)

/** What a worker has written as the payload of a problem. */
export function reportedProblem(payload: string): RankwrightError {
  const problems = payloadOf({ payload })
  some('problems', problems)
  problemsShape('problems', problems)
  return new RankwrightError(...(problems as [Problem, ...Problem[]]))
}

function payloadOf({ payload }: Pick<AnswerRow, 'payload'>): unknown {
  return wireValue(Buffer.from(payload, 'base64'), 'The answer of a worker')
}

/** Bytes of `wire.ts`, for a field of a line. */
export function base64(value: unknown): string {
  const bytes = wireBytes(value)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

function brokenAnswer(reason: string): RankwrightError {
  return problem({ code: 'message-broken', what: 'The answer of a worker', reason })
}

type Own<Any> = Any extends { readonly area: 'engine' } ? Omit<Any, 'area'> : never

function problem(own: Own<Problem>): RankwrightError {
  return new RankwrightError({ area: 'engine', ...own } as Problem)
}
