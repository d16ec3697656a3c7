import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import type { ByteSource, SourceOptions } from '@rankwright/core/data'
import { type OntologyReaderOptions, wordNetParser } from '@rankwright/core/ontology'
import { openSource } from '../files/openSource.ts'

/** The noun files of a dict folder; `.gz` is understood. */
export async function gatherWordNetFolder(folder: string, options: OntologyReaderOptions & SourceOptions): Promise<void> {
  const data = present(join(folder, 'data.noun'))
  if (data === undefined) throw new RankwrightError({ area: 'ontology', code: 'no-wordnet-files', at: { file: folder } })
  const source = await openSource(data, options)
  try {
    await gatherWordNet(source, data, options)
  } finally {
    await source.close()
  }
}

/** A data file, with the index beside it where there is one. `path` is where the data file lies, if it is a file. */
export async function gatherWordNet(
  data: ByteSource,
  path: string | undefined,
  options: OntologyReaderOptions & SourceOptions,
): Promise<void> {
  const indexName = basename(data.name)
    .replace(/\.gz$/i, '')
    .replace(/^data\./, 'index.')
  const index = path !== undefined && /^index\./.test(indexName) ? present(join(dirname(path), indexName)) : undefined
  const parser = wordNetParser({ data: data.name, index: index ?? indexName }, options)
  for await (const chunk of data.bytes()) parser.pushData(chunk)
  if (index !== undefined) await pushIndex(index, parser, options)
  parser.end()
}

async function pushIndex(path: string, parser: ReturnType<typeof wordNetParser>, options: SourceOptions): Promise<void> {
  const source = await openSource(path, options)
  try {
    for await (const chunk of source.bytes()) parser.pushIndex(chunk)
  } finally {
    await source.close()
  }
}

function present(path: string): string | undefined {
  return [path, `${path}.gz`].find((each) => existsSync(each))
}
