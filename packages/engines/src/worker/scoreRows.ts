/**
 * Scores as rows of a table, from what parts have answered to `scoredLists`. Answers come as lines of two fields, a row goes out as three.
 *
 *   part · payload   →   id · place · score
 *
 * `id` is that of the list, as base64; `place` counts its rows from 1. An answer that cannot be read ends the worker: it has been checked before.
 */
import { numberText } from '@rankwright/core/data'
import type { PartOf } from '@rankwright/core/runtime'
import { leadingFields, separatorOf } from './fields.ts'
import { linesOf } from './lineCutter.ts'
import { wireValue } from './wire.ts'

/** As an operation of the worker. */
export const SCORE_ROWS = 'scoreRows'

export async function* scoreRows(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const line of linesOf(input)) {
    const separator = separatorOf(line)
    const rest = leadingFields(line, 1)?.rest ?? 0
    const blocks = wireValue(Buffer.from(line.toString('latin1', rest), 'base64'), 'The answer of a worker') as PartOf<'scoredLists'>[]
    for (const { scores, offsets, listIds } of blocks) {
      for (const [list, id] of listIds.entries())
        yield rowsOf(Buffer.from(id).toString('base64'), scores.subarray(offsets[list], offsets[list + 1]), separator)
    }
  }
}

/** The lines of a list as one text, since a stream takes long texts faster. */
function rowsOf(id: string, scores: Float64Array, separator: string): string {
  return Array.from(scores, (score, row) => [id, row + 1, numberText(score)].join(separator)).join('\n')
}
