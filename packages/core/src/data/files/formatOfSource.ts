import { oneOf, optional, requireArguments } from '../../arguments/shapes.ts'
import { ourDocument } from '../../documents/ourDocument.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { ByteSource } from '../sources/byteSource.ts'
import { byteSource } from '../sources/sourceShapes.ts'
import { lenientText } from '../text/utf8.ts'
import { type FileFormat, fileFormats, formatOfContent, formatOfName } from './fileFormat.ts'

/** The format as `formatSeen` finds it, or an error that asks for it. */
export async function formatOfSource(source: ByteSource, given: FileFormat | undefined): Promise<FileFormat> {
  const seen = await formatSeen(source, given)
  if (seen !== undefined) return seen
  const head = await source.head(() => true)
  const found = ourDocument(lenientText(head.subarray(0, 200)))
  if (found !== undefined)
    throw new RankwrightError({ area: 'data', code: 'ours-not-data', at: { file: source.name }, found, expected: 'a file of lists' })
  const at = { file: source.name, line: 1, column: 1 }
  if (head.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at })
  if (/^\s*\[/.test(lenientText(head.subarray(0, 200)))) throw new RankwrightError({ area: 'data', code: 'json-array', at })
  throw new RankwrightError({ area: 'data', code: 'unknown-format', at, formats: fileFormats })
}

/**
 * The one rule for the format of an input: what was given, else what the name says, else what the first line looks like. Names of LETOR files,
 * such as `.txt`, are those of many others: they count where the first line says nothing.
 */
export async function formatSeen(source: ByteSource, given?: FileFormat): Promise<FileFormat | undefined> {
  requireArguments({ source, given }, { source: byteSource, given: optional(oneOf(...fileFormats)) })
  const named = given ?? formatOfName(source.name)
  if (named !== undefined && (given !== undefined || named !== 'letor')) return named
  const head = await source
    .head((bytes) => formatOfContent(bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1)) !== undefined)
    .catch((error) => {
      if (named === undefined) throw error
      return new Uint8Array(0) // whoever reads on meets the fault, and tells where
    })
  const isOurs = ourDocument(lenientText(head.subarray(0, 200))) !== undefined
  return isOurs ? named : (formatOfContent(head) ?? named)
}

const lineFeed = 10
