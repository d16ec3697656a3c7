import { filesThere } from '../filesThere.ts'
import { sparkAddress } from './connect/sparkAddress.ts'

/** The files of this machine that are read where Spark works: a Node to send along, and those that sources name, which executors may see under the same paths. */
export async function sparkFiles(url: string, sources: readonly string[]): Promise<readonly string[]> {
  const { node } = sparkAddress(url)
  return [...(node === undefined ? [] : [node]), ...(await filesThere(sources.flatMap(pathsNamedIn).map(pathHere)))]
}

/** The source itself, or what stands in back quotes in it: ``parquet.`path` `` and queries have paths there. */
function pathsNamedIn(source: string): readonly string[] {
  if (!source.includes('`')) return [source]
  return [...source.matchAll(/`((?:[^`]|``)+)`/g)].map(([, path]) => path.replace(/``/g, '`'))
}

/** A path of Spark as this machine has it. */
export function pathHere(path: string): string {
  return path.replace(/^file:(?:\/\/)?(?=\/)/, '')
}
