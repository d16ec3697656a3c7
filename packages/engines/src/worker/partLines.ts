/**
 * Parts of packed lists as lines of text. A part is one or more lines, one after the other, of five fields:
 *
 *   part · piece · pieces · facts · bytes
 *
 * `part` is the number of the part, from 0. Its bytes, a section of a packed file, are cut into `pieces`, and `piece` counts them from 0. `facts` is
 * a line of JSON that says what the section holds; it may be empty but in the first piece. `bytes` is base64. A problem is a line of the part −1 with no pieces, whose facts are base64 of
 * bytes of `wire.ts`.
 */
import { bytes as bytesShape, count, oneOf, requireArguments, type Shape } from '@rankwright/core/arguments'
import { problemRow } from './answerRows.ts'
import { CONTROL_A, TAB } from './fields.ts'
import { factsShape, type PartFacts } from './partFacts.ts'

export const separatorShape: Shape = oneOf(TAB, CONTROL_A)

/** Bytes in a line, before base64: lines stay small enough for everybody, and for Java, which moves no array above 512 kB. */
const PIECE_BYTES = 3 << 15

/** The lines of a part, without their ends. */
export function partLines(part: number, facts: PartFacts, bytes: Uint8Array, separator: string = TAB): Generator<string> {
  requireArguments({ part, facts, bytes, separator }, { part: count(), facts: factsShape, bytes: bytesShape, separator: separatorShape })
  return linesOfPart(part, facts, bytes, separator)
}

function* linesOfPart(part: number, facts: PartFacts, bytes: Uint8Array, separator: string): Generator<string> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces = Math.max(1, Math.ceil(all.length / PIECE_BYTES))
  for (let piece = 0; piece < pieces; piece++) {
    const own = all.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)
    yield [part, piece, pieces, piece === 0 ? JSON.stringify(facts) : '', own.toString('base64')].join(separator)
  }
}

/** A line in place of those of parts that could not be packed. */
export function problemLine(problem: unknown, separator: string): string {
  return [NO_PART, 0, 0, problemRow(NO_PART, problem).payload, ''].join(separator)
}

export const NO_PART = -1
