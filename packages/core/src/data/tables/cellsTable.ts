import type { RankingLists } from '../lists/rankingLists.ts'
import { cellAt } from '../lists/tableCells.ts'
import { joinedTables } from './joinedTables.ts'
import type { RawTable } from './rawTable.ts'
import { RawColumn } from './rawTexts.ts'

/** The table that lists were read from and still have the cells of, with the labels that they have now. */
export function cellsTable(lists: RankingLists): RawTable {
  const { file, names, list, label, item, texts, numbers, features } = lists.cells!
  const { cells: _, ...rest } = lists
  const isFeature = new Set([...numbers, ...texts.map(({ name }) => name)])
  return {
    file,
    lists: { ...rest, features, width: numbers.length, featureNames: numbers },
    raw: texts,
    order: names.filter((name) => isFeature.has(name)),
    list,
    ...(label !== undefined && { label }),
    ...(item !== undefined && { item }),
  }
}

/** The tables of several such lists below each other. */
export function joinedCellsTable(all: readonly RankingLists[]): RawTable {
  const parts = all.map((lists) => {
    const table = cellsTable(lists)
    const raw = table.raw.map((cells) => {
      const column = new RawColumn(cells.name, new Set())
      for (let row = 0; row < cells.codes.length; row++) column.add(cellAt(cells, row), cells.isNumber?.[row] === 1)
      return column
    })
    return { table: { ...table, raw }, names: lists.cells!.names }
  })
  const { table } = joinedTables(parts, 'apart', {})
  return { ...table, file: all[0].cells!.file, raw: table.raw.map((column) => column.finish(table.lists.sourceRows)) }
}
