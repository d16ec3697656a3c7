import type { Model, RankingLists } from '@rankwright/core'
import { learnedFromPlaces } from '@rankwright/core/models'
import type { ReadListsOptions } from '@rankwright/node'
import type { DataOptions } from './data.ts'

/** How data is read for a model that ranks it: the label column may be there or not, with or without labels. */
export function modelColumns<Options extends DataOptions>(
  model: Model,
  options: Options,
): { readonly options: Options; readonly reading: ReadListsOptions } {
  const labels = model.kind === 'stream' ? { openLabels: true } : { unlabelled: true }
  return { options: withOwnColumns(model, options), reading: { ...labels, ...tableReading(model) } }
}

/** How data is read that a model is measured on: places are read as rankings print them where the model has learned from places. */
export function judgedColumns<Options extends DataOptions>(
  model: Model,
  options: Options,
): { readonly options: Options; readonly reading: ReadListsOptions } {
  return {
    options: withOwnColumns(model, options),
    reading: { ranks: learnedFromPlaces(model), ...tableReading(model), ...sideReading(model) },
  }
}

/** Tables are read with the encoders of the model. One without encoders uses plain numbers alone. */
export function tableReading(model: Model): Pick<ReadListsOptions, 'encoders' | 'encode' | 'grades' | 'sideColumns' | 'missingWords'> {
  const common = { ...('grades' in model && model.grades !== undefined && { grades: model.grades }), ...namedReading(model) }
  if ('encoders' in model && model.encoders !== undefined) return { encoders: model.encoders, ...common }
  const missingWords = model.kind === 'stream' ? model.reading?.missingWords : undefined
  return { encode: false, ...common, ...(missingWords && { missingWords }) }
}

/** How validation lists are read for lists that were read from a table with these options. */
export function readingAlike(
  { encoders, grades, sideColumns }: Pick<RankingLists, 'encoders' | 'grades' | 'sideColumns'>,
  { weight: _, position: __, ...table }: ReadListsOptions,
): ReadListsOptions {
  return {
    ...(encoders === undefined ? { ...table, encode: false } : { encoders }),
    ...(grades && { grades }),
    ...(sideColumns && { sideColumns }),
  }
}

/** The list, the label and the item are in the columns that were named when the model was trained, where they are there. */
export function namedReading(model: Model): Pick<ReadListsOptions, 'sideColumns'> {
  const { weight: _, position: __, ...named } = sideReading(model).sideColumns ?? {}
  return Object.keys(named).length === 0 ? {} : { sideColumns: named }
}

/** Weights of lists and places are read where the model was trained with them, and its other columns by their names. */
function sideReading(model: Model): Pick<ReadListsOptions, 'sideColumns'> {
  return 'sideColumns' in model && model.sideColumns !== undefined ? { sideColumns: model.sideColumns } : {}
}

/** The state of a stream knows the columns of its series: those that are not given are taken from it. */
function withOwnColumns<Options extends DataOptions>(model: Model, options: Options): Options {
  if (model.kind !== 'stream') return options
  const { list, label, item, features, ignore } = model.reading ?? {}
  const kept = Object.entries({ list, label, item, features, ignore }).filter(([name]) => options[name as keyof DataOptions] === undefined)
  return { ...options, ...Object.fromEntries(kept) }
}
