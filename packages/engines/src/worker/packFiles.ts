/**
 * Packs parts from Parquet files that the worker sees itself. What comes in are lines of two fields, in any order:
 *
 *   part · what
 *
 * A part is left in the folder as a file. `what` is `facts`, for one line with its facts alone, or `pieces`, for the lines of `partLines` with its bytes.
 */
import { leadingFields, separatorOf, TAB } from './fields.ts'
import { FilesPacker, type FilesPlan } from './filesPacker.ts'
import { linesOf } from './lineCutter.ts'
import { pathHere } from './parquetFile.ts'
import { problemLine } from './partLines.ts'
import { planOf } from './plan.ts'

export const PACK_FILES = 'pack-files'

/** The lines of packed parts. The input is always read to its end. */
export async function* packFiles(input: AsyncIterable<Uint8Array>, bytes: Uint8Array, folder?: string): AsyncGenerator<string> {
  let separator = TAB
  let packer: FilesPacker | undefined
  let problem: unknown
  for await (const line of linesOf(input)) {
    separator = separatorOf(line)
    if (problem !== undefined) continue
    try {
      const plan = packer?.plan ?? planOf<FilesPlan>(bytes)
      packer ??= new FilesPacker(plan, (file) => pathHere(plan.files[file]))
      const leading = leadingFields(line, 1)
      yield* packer.lines(Number(leading?.fields[0]), line.toString('latin1', leading?.rest), folder, separator)
    } catch (error) {
      problem = error
    }
  }
  packer?.close()
  if (problem !== undefined) yield problemLine(problem, separator)
}
