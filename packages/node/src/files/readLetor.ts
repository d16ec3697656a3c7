import { access } from 'node:fs/promises'
import { letorParser, parseGroupSizes, parseRowWeights } from '@rankwright/core'
import { readBytes } from './byteSource.ts'
import type { ByteSource, FormatReader } from './formatReader.ts'

export const readLetor: FormatReader = async (source, options, onProblem) => {
  const groupsFile = await sidecar(source, 'query')
  const weightsFile = await sidecar(source, 'weight')
  const parser = letorParser(source.name, {
    size: source.size,
    onProblem,
    onNote: options.onNote,
    groups: groupsFile === undefined ? undefined : { file: groupsFile, sizes: parseGroupSizes(groupsFile, await readBytes(groupsFile)) },
    weights:
      weightsFile === undefined ? undefined : { file: weightsFile, values: parseRowWeights(weightsFile, await readBytes(weightsFile)) },
  })
  for await (const chunk of source.bytes()) parser.push(chunk)
  return parser.finish()
}

/** LightGBM's files beside `F` or `F.gz`: `F.query` and `F.weight`. */
async function sidecar(source: ByteSource, extension: 'query' | 'weight'): Promise<string | undefined> {
  if (source.name === '-') return undefined
  const path = `${source.name.replace(/\.gz$/i, '')}.${extension}`
  return access(path).then(
    () => path,
    () => undefined,
  )
}
