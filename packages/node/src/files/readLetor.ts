import { access } from 'node:fs/promises'
import { letorParser, parseGroupSizes, parseRowWeights } from '@rankwright/core'
import { readBytes } from './byteSource.ts'
import type { ByteSource, FormatReader } from './formatReader.ts'

export const readLetor: FormatReader = async (source, options, onProblem) => {
  const groups = await sidecar(source, 'query')
  const weights = await sidecar(source, 'weight')
  const parser = letorParser(source.name, {
    size: source.size,
    onProblem,
    onNote: options.onNote,
    // Looked at when a row names no list, and not before: other files may have such a name.
    groups: groups && {
      file: groups.file,
      get sizes() {
        return (groups.numbers ??= parseGroupSizes(groups.file, groups.bytes))
      },
    },
    weights: weights && { file: weights.file, values: parseRowWeights(weights.file, weights.bytes) },
  })
  for await (const chunk of source.bytes()) parser.push(chunk)
  return parser.finish()
}

/** LightGBM's files beside `F` or `F.gz`: `F.query` and `F.weight`. */
async function sidecar(
  source: ByteSource,
  extension: 'query' | 'weight',
): Promise<{ file: string; bytes: Uint8Array; numbers?: Float64Array } | undefined> {
  if (source.name === '-') return undefined
  const file = `${source.name.replace(/\.gz$/i, '')}.${extension}`
  const there = await access(file).then(
    () => true,
    () => false,
  )
  return there ? { file, bytes: await readBytes(file) } : undefined
}
