import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Ontology, type OntologyReaderOptions, RankwrightError, wordNetParser } from '@rankwright/core'
import { openSource, type SourceOptions } from '../files/byteSource.ts'

/** The noun files of a dict folder (`.gz` is understood), or one data file with the index beside it, should there be one. */
export async function readWordNet(path: string, isFolder: boolean, options: OntologyReaderOptions & SourceOptions): Promise<Ontology> {
  const data = isFolder ? present(join(path, 'data.noun')) : path
  if (data === undefined) throw new RankwrightError({ area: 'ontology', code: 'no-wordnet-files', at: { file: path } })
  const indexName = basename(data)
    .replace(/\.gz$/i, '')
    .replace(/^data\./, 'index.')
  const index = /^index\./.test(indexName) ? present(join(dirname(data), indexName)) : undefined
  const parser = wordNetParser({ data, index: index ?? indexName }, options)
  for await (const chunk of (await openSource(data, options)).bytes()) parser.pushData(chunk)
  if (index !== undefined) for await (const chunk of (await openSource(index, options)).bytes()) parser.pushIndex(chunk)
  return parser.finish()
}

function present(path: string): string | undefined {
  return [path, `${path}.gz`].find((each) => existsSync(each))
}
