import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const base = process.env['RANKWRIGHT_DATA'] ?? join(root, '..', 'shared', 'data')

/** The folder of one real data set, or undefined on a machine that does not have it. */
function realDataFolder(name: string): string | undefined {
  const folder = join(base, name)
  return existsSync(folder) ? folder : undefined
}

/**
 * A suite that runs on real data where it lies beside the checkout and is skipped, with the reason in its name, where it does not. It may need
 * further data sets: their folders follow the first.
 */
export function describeWithRealData(name: string, suite: (folder: string, ...further: string[]) => void, ...further: string[]): void {
  const names = [name, ...further]
  const folders = names.flatMap((each) => realDataFolder(each) ?? [])
  const missing = names.filter((each) => realDataFolder(each) === undefined)
  const run = ([first = '', ...others]: readonly string[]) => suite(first, ...others)
  if (missing.length > 0)
    describe.skip(`${name} (skipped: no data set ${missing.join(', ')}; set RANKWRIGHT_DATA to the folder that holds it)`, () =>
      run(names.map(() => '')))
  else describe(name, () => run(folders))
}
