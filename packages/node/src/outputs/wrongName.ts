import { requireArguments } from '@rankwright/core/arguments'
import { kindRow, type OutputContent } from './outputKinds.ts'
import { filePath, outputContent } from './outputShapes.ts'

/** Why a file of this name would be taken for something else than what it holds; undefined where the name fits. */
export function whyWrongName(path: string, holds: OutputContent): string | undefined {
  requireArguments({ path, holds }, { path: filePath, holds: outputContent })
  const row = kindRow(holds)
  if (row === undefined || path === '-' || path.startsWith('/dev/')) return undefined
  const { called, endings, notEndings = [] } = row
  const name = path.toLowerCase().replace(/\.gz$/, '')
  const wrong = notEndings.find((ending) => name.endsWith(ending))
  if (wrong !== undefined) return `${called} is JSON, and a name that ends with ${wrong} says something else; give one that ends with .json`
  if (endings === undefined || endings.some((ending) => name.endsWith(ending))) return undefined
  return `${called} needs a name that ends with ${endings.join(', ').replace(/, ([^,]*)$/, ' or $1')}`
}
