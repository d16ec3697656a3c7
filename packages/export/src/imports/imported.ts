import type { LinearModel, TreesModel } from '@rankwright/core'
import { importedMethod } from '@rankwright/core/models'
import { trainedElsewhere } from '../trainedElsewhere.ts'
import type { ImportFormat } from './importFormats.ts'
import type { TreeLayer } from './treeLayer.ts'

/** A model of another program as one of ours. */
export interface Imported {
  /** The software that it comes from. */
  readonly from: ImportFormat
  readonly model: TreesModel | LinearModel
  /** What to know about it, in sentences; empty if scores are those of the other program to the last bit. */
  readonly notes: readonly string[]
}

interface SumOfTrees {
  readonly features: readonly string[] | number
  readonly layer: TreeLayer
  readonly base?: number
  readonly sums?: 'float32'
  readonly notes?: readonly string[]
}

export function importedTrees(from: ImportFormat, { features, layer, base = 0, sums, notes = [] }: SumOfTrees): Imported {
  const common = { kind: 'trees', method: importedMethod(from), options: {}, features } as const
  return { from, model: { ...common, base, ...(sums && { sums }), ...layer.arrays(), training: trainedElsewhere }, notes }
}
