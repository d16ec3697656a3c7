import { ourDocument } from '@rankwright/core/data'
import { filePath } from '../outputs/outputShapes.ts'
import { openSource } from './openSource.ts'

/** Whether a file is a model, a state or statistics, and so no data. */
export async function isOurFile(path: string): Promise<boolean> {
  filePath('path', path)
  const source = await openSource(path)
  try {
    const head = await source.head((bytes) => bytes.length >= 200)
    return ourDocument(new TextDecoder().decode(head.subarray(0, 200))) !== undefined
  } finally {
    await source.close()
  }
}
