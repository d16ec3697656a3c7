import { requireArray, requireOptions } from '../arguments/requireKind.ts'
import { fields, flag, optionalParts, text } from '../arguments/shapes.ts'
import { objectColumns, type RowObject, requireColumns } from '../data/tables/objectColumns.ts'
import { objectLists } from '../data/tables/objectLists.ts'
import { featureNamesOf } from '../models/common/modelFacts.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { ownName } from '../options/ownNames.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { type RankedItems, rank, rankOptions } from './rank.ts'

export interface ObjectOptions extends OptionsOf<typeof rankOptions> {
  /**
   * The column that names the list of each object or, if no object has such a column, the list that all of them belong to: what was searched
   * for. Left out, the column is the one of the table that the model was trained on (of a table of plain numbers, if its name was given), and
   * objects without it are one list.
   */
  readonly list?: string
  /** The column that names the item; left out, the one of the table that the model was trained on, as with `list`. */
  readonly item?: string
  /** Refuses objects of which none has some column of the model. Left out, its values are missing, as in a file that has the column without values. */
  readonly strict?: boolean
}

const takesOptions = fields(optionalParts({ list: text, item: text, strict: flag }), 'an object with options')

/**
 * Ranks plain objects: rows of a table as a service or a page has them. They are read with the encoders of the model, and the result is what `rank`
 * gives for the same rows of a file, bit for bit. `row` is the place of the object.
 */
export function rankObjects(
  model: Model,
  objects: readonly RowObject[],
  options: ObjectOptions = {},
  runtime: Runtime = plainRuntime,
): RankedItems[] {
  requireArray('objects', objects, 'an array of objects')
  takesOptions('options', options)
  const known = requireListModel(model)
  const { encoders } = known
  const { list, item, strict, ...asked } = options
  const isUnknown = Object.keys(asked).some((name) => ownName(rankOptions, name) === undefined)
  if (isUnknown) requireOptions('options', options, ['list', 'item', 'strict', ...Object.keys(rankOptions)])
  const columns = objectColumns(objects, encoders ?? known.sideColumns, { list, item })
  const names = encoders?.columns.map(({ column }) => column) ?? featureNamesOf(known)
  requireColumns(objects, names, strict)
  const numbered = encoders === undefined && typeof known.features === 'number'
  return rank(known, objectLists(objects, encoders ?? names, columns, numbered), asked, runtime)
}
