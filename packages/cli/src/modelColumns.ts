import type { Model } from '@rankwright/core'
import type { ReadListsOptions } from '@rankwright/node'
import type { DataOptions } from './data.ts'

/**
 * How data is read for a model that ranks it. The state of a stream knows the columns of its series: those that are not given are taken from
 * it, and its label column may be there or not, with or without labels.
 */
export function modelColumns<Options extends DataOptions>(
  model: Model,
  options: Options,
): { readonly options: Options; readonly reading: Pick<ReadListsOptions, 'unlabelled' | 'openLabels'> } {
  if (model.kind !== 'stream') return { options, reading: { unlabelled: true } }
  const { list, label, item, features, ignore } = model.reading ?? {}
  const kept = Object.entries({ list, label, item, features, ignore }).filter(([name]) => options[name as keyof DataOptions] === undefined)
  return { options: { ...options, ...Object.fromEntries(kept) }, reading: { openLabels: true } }
}
