import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { isRecord } from '../../arguments/requireKind.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { RowStore } from '../lists/rowStore.ts'
import { haveItems, itemOf, listOf, type ObjectColumns, type RowObject, valueIn } from './objectColumns.ts'
import { ObjectEncoder, plainNumber } from './objectEncoder.ts'
import { tableError } from './tableError.ts'

/**
 * Lists of objects with the features of a model: by its encoders, else the columns of these names as plain numbers. Names that are numbers of LETOR text
 * have to be there: features that are absent in it are 0, and not missing.
 */
export function objectLists(
  objects: readonly RowObject[],
  how: TableEncoders | readonly string[],
  columns: ObjectColumns,
  numbered = false,
): RankingLists {
  const store = new RowStore()
  const withItems = haveItems(objects, columns)
  const encoder = 'columns' in how ? new ObjectEncoder(how) : undefined
  const names = 'columns' in how ? [] : how
  const featureNames = encoder?.names ?? names
  store.expect(objects.length, featureNames.length)
  const values = new Float32Array(names.length)
  for (let row = 0; row < objects.length; row++) {
    const object = objects[row]
    if (!isRecord(object)) refuseArgument(`objects[${row}]`, object, 'an object with a value for each column')
    const list = listOf(object, row, columns)
    const item = withItems ? itemOf(object, row, columns.item!) : undefined
    if (encoder === undefined) {
      for (const [place, name] of names.entries()) values[place] = plainValue(valueIn(object, name), name, row, numbered)
      store.addDense(store.listNumber(list), 0, values, item)
    } else {
      const { count, columns: places, values: found } = encoder.encode(object, list, row)
      store.add(store.listNumber(list), 0, count, places, found, count === 0 ? 0 : places[count - 1] + 1, item)
    }
  }
  return store.finish({ featureNames, width: featureNames.length })
}

function plainValue(value: unknown, column: string, row: number, numbered: boolean): number {
  if (value === undefined && numbered)
    throw tableError({ code: 'columns-of-model-missing', at: { file: `objects[${row}]` }, missing: [column], columns: [] })
  return plainNumber(value, column, row) ?? Number.NaN
}
