import { type FileFormat, formatSeen, type SourceOptions } from '@rankwright/core/data'
import { isStandardInput } from '../outputs/openFile.ts'
import { openSource } from './openSource.ts'

/** The format in which `readLists` reads a file, or undefined: of standard input nothing is known before it is read. */
export async function formatOfFile(path: string, options: Pick<SourceOptions, 'encoding'> = {}): Promise<FileFormat | undefined> {
  if (isStandardInput(path)) return undefined
  const source = await openSource(path, options)
  try {
    return await formatSeen(source)
  } finally {
    await source.close()
  }
}
