import { requireArguments, text } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { type ByteSource, wholeOf } from './byteSource.ts'
import { byteSource } from './sourceShapes.ts'

/** The text of an input that should hold a JSON document of a format of ours, and the name that messages call it by. */
export async function documentText(source: ByteSource, format: string): Promise<{ readonly name: string; readonly text: string }> {
  requireArguments({ source, format }, { source: byteSource, format: text })
  const { name } = source
  const bytes = await wholeOf(source)
  const found = decodeUtf8(bytes, 0, bytes.length)
  if (found !== undefined) return { name, text: found.replace(/^\ufeff/, '') }
  throw new RankwrightError({ area: 'model', code: 'not-a-model', at: { file: name }, format, reason: 'it is not UTF-8 text' })
}
