/**
 * Makes features of the rows of a table where they are, and packs them: rows come as in `tableRows.ts`, and what goes out are the lines of `partLines`. A problem is a line
 * with no pieces, whose facts are base64 of bytes of `wire.ts`.
 */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { cellsEncoded, encodedPart, type PartEncoding, tablePart } from '@rankwright/core/data'
import { laidOut } from '../packed/laidOut.ts'
import { packedSection } from '../packed/listPacker.ts'
import type { PackedAbout } from '../packed/packedFormat.ts'
import { type LineWork, noLines, workOnLines } from './lineWork.ts'
import type { PartFacts } from './partFacts.ts'
import { leaveFile, partFileName } from './partFiles.ts'
import { partLines, problemLine } from './partLines.ts'
import { planOf } from './plan.ts'
import { type ReadPart, TableRowReader, type TableRowsPlan } from './tableRows.ts'

/** As an operation of the worker. */
export const ENCODE_ROWS = 'encodeRows'

export interface EncodingPlan extends TableRowsPlan {
  readonly encoding: PartEncoding
  /** Of the features that are made. */
  readonly about: PackedAbout
}

/** The lines of packed parts, which are left in the folder as files, too. */
export function encodeRows(input: AsyncIterable<Uint8Array>, bytes: Uint8Array, folder?: string): AsyncGenerator<string> {
  const open = (): LineWork => {
    const plan = planOf<EncodingPlan>(bytes)
    const reader = new TableRowReader(plan, cellsEncoded(plan.reading, plan.encoding))
    const packed = (read: ReadPart | undefined, separator: string) =>
      read === undefined ? noLines : packedLines(plan, read, folder, separator)
    return { add: (line, separator) => packed(reader.add(line), separator), end: (separator) => packed(reader.end(), separator) }
  }
  return workOnLines(input, open, problemLine)
}

function* packedLines(
  { reading, before, encoding, about }: EncodingPlan,
  { part, lists: read, texts, trained }: ReadPart,
  folder: string | undefined,
  separator: string,
): Generator<string> {
  const { lists, unread } = encodedPart(reading, tablePart(reading, read, texts, before[part].rows), encoding, trained)
  const { bytes, ...counts } = packedSection([{ lists: laidOut(lists, about.layout), from: 0, to: lists.listIds.length }])
  let [nonZeros, infinite] = [0, 0]
  for (const value of lists.features.values) if (value !== 0) nonZeros++
  for (const value of read.features.values) if (value === Infinity || value === -Infinity) infinite++
  const facts: PartFacts = {
    ...about,
    ...counts,
    crc: crc32(bytes),
    before: before[part],
    cells: { nonZeros, infinite },
    ...(unread.length > 0 && { unread }),
  }
  if (folder !== undefined) leaveFile(join(folder, partFileName(part, facts)), bytes)
  yield* partLines(part, facts, bytes, separator)
}
