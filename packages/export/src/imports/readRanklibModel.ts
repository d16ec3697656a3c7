import { readRanklib } from '../ranklib.ts'
import { readRanklibTrees } from '../trees/ranklibTrees.ts'
import type { Imported } from './imported.ts'
import { importedForeign, importedSum } from './importedForeign.ts'
import type { ImportFormat } from './importFormats.ts'

/** RankLib's models of trees (LambdaMART, MART, Random Forests) and weighted sums (Linear Regression, Coordinate Ascent). */
export function readRanklibModel(text: string, file: string, from: ImportFormat = 'ranklib'): Imported {
  const content = text.trimStart()
  if (/^##\s*(LambdaMART|MART|Random Forests)\s*$/m.test(content.slice(0, content.indexOf('\n') + 1)))
    return importedForeign(readRanklibTrees(content, file), from)
  return importedSum(readRanklib(content, file), from)
}
