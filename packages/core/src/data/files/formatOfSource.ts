import { ourDocument } from '../../documents/ourDocument.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ByteSource } from '../sources/byteSource.ts'
import { lenientText } from '../text/utf8.ts'
import { type FileFormat, fileFormats, formatOfContent, formatOfName } from './fileFormat.ts'

/** The format that was given, else what the name says, else what the first line looks like, else an error that asks for it. */
export async function formatOfSource(source: ByteSource, given: FileFormat | undefined): Promise<FileFormat> {
  const named = given ?? formatOfName(source.name)
  if (named !== undefined) return named
  const head = await source.head((bytes) => formatOfContent(bytes.subarray(0, bytes.lastIndexOf(10) + 1)) !== undefined)
  const found = ourDocument(lenientText(head.subarray(0, 200)))
  if (found !== undefined)
    throw new RankwrightError({ area: 'data', code: 'ours-not-data', at: { file: source.name }, found, expected: 'a file of lists' })
  const seen = formatOfContent(head)
  if (seen !== undefined) return seen
  const at = { file: source.name, line: 1, column: 1 }
  if (head.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at })
  throw new RankwrightError({ area: 'data', code: 'unknown-format', at, formats: fileFormats })
}
