import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formatOfName } from '@rankwright/core/data'
import { dataFiles } from '@rankwright/node'

/** The data files of this machine that paths, folders and patterns stand for, as far as there are some: whoever reads them says what is wrong. */
export async function filesThere(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    try {
      const files = existsSync(path) && statSync(path).isDirectory() ? dataIn(path) : await dataFiles([path])
      found.push(...files.filter((file) => existsSync(file)))
    } catch {
      // Nothing has such a name, or it cannot be looked into.
    }
  }
  return found
}

/** The data files in a folder, also those of folders in it, which Spark reads. */
function dataIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && formatOfName(entry.name) !== undefined)
    .map(({ parentPath, name }) => join(parentPath, name))
}
