import type { Problem, RankwrightError } from '@rankwright/core'
import { expect } from 'vitest'

export interface ChunkParser<Result> {
  push(chunk: Uint8Array): void
  finish(): Result
}

/** What a parser makes of a text that comes in chunks of this many bytes. */
export function parsedInChunks<Result>(parser: ChunkParser<Result>, text: string | Uint8Array, chunk: number = Infinity): Result {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  for (let start = 0; start < bytes.length; start += chunk) parser.push(bytes.slice(start, start + chunk))
  return parser.finish()
}

/** The problem of a text, which must be the same wherever the text is cut. */
export function problemOfText(newParser: () => ChunkParser<unknown>, text: string | Uint8Array): Problem {
  const [whole, ...others] = [Infinity, 1, 3, 7].map((chunk) => thrownProblem(() => parsedInChunks(newParser(), text, chunk)))
  for (const other of others) expect(other).toEqual(whole)
  return whole
}

function thrownProblem(parse: () => unknown): Problem {
  try {
    parse()
  } catch (error) {
    // Tests of core throw the class of its sources, which is not the class of its build that is known here.
    if (error instanceof Error && error.name === 'RankwrightError') return (error as RankwrightError).problems[0]
    throw error
  }
  throw new Error('nothing was thrown')
}
