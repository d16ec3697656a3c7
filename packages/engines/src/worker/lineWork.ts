import { separatorOf, TAB } from './fields.ts'
import { linesTogether } from './lineCutter.ts'

/** Takes the lines of an input one by one, and gives those that go out. */
export interface LineWork {
  add(line: Buffer, separator: string): Iterable<string>
  /** Of what has not gone out when all lines have come. */
  end(separator: string): Iterable<string>
}

/** Nothing goes out yet. */
export const noLines: readonly string[] = []

/**
 * Goes through the lines of an input with work that the first line opens. The input is always read to its end, since whoever writes it waits for that; after a problem no
 * line is worked on, and the last that goes out is the one that `told` makes of it.
 */
export async function* workOnLines(
  input: AsyncIterable<Uint8Array>,
  open: () => LineWork,
  told: (problem: unknown, separator: string) => string,
): AsyncGenerator<string> {
  let separator: string | undefined
  let work: LineWork | undefined
  let problem: unknown
  for await (const lines of linesTogether(input))
    for (const line of lines) {
      separator ??= separatorOf(line)
      if (problem !== undefined) continue
      try {
        work ??= open()
        yield* work.add(line, separator)
      } catch (error) {
        problem = error
      }
    }
  try {
    if (problem === undefined && work !== undefined) yield* work.end(separator ?? TAB)
  } catch (error) {
    problem = error
  }
  if (problem !== undefined) yield told(problem, separator ?? TAB)
}
