import type { ColumnRole } from '../../problems/tableProblem.ts'
import { numberedFeature } from '../lists/featureNumbers.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import { type CellColumn, cellAt } from '../lists/tableCells.ts'
import { defaultNames } from './tableColumns.ts'
import { tableError } from './tableError.ts'

/** What a column of a written table holds: an id, the label, the feature at a place, or cells as they were read. */
export type WrittenColumn =
  | { readonly name: string; readonly holds: 'list' | 'label' | 'item' }
  | { readonly name: string; readonly holds: 'number'; readonly feature: number }
  | {
      readonly name: string
      readonly holds: 'text'
      readonly cells: CellColumn
      /** How a number is written that is no text, among the texts of the column. */
      readonly numberText: (text: string) => string
      /** What stands in a row of the lists. */
      readonly textAt: (row: number) => string | undefined
    }

/** The columns of a table in the order in which they are written, and lists with the features that they name. */
export interface TableLayout {
  readonly columns: readonly WrittenColumn[]
  readonly lists: RankingLists
}

/** Lists that still have the cells that they were read from become the table that was read; others have a column for each feature. */
export function tableLayout(lists: RankingLists): TableLayout {
  requireLists('lists', lists)
  return lists.cells === undefined ? featureLayout(lists) : cellLayout(lists)
}

/** `qid`, `label` and `doc` or, where a feature is called so, the next default name; features without names are f1, f2, … */
function featureLayout(lists: RankingLists): TableLayout {
  const { featureNames, width, itemIds } = lists
  const features = featureNames ?? Array.from({ length: width }, (_, column) => numberedFeature(column + 1))
  const taken = new Set(features)
  if (taken.size < features.length) throw unwritable('two features have the same name')
  if (taken.has('')) throw unwritable('a feature has an empty name')
  const free = (role: ColumnRole) => {
    const name = defaultNames[role].find((candidate) => !taken.has(candidate))
    if (name === undefined)
      throw unwritable(`features are called ${defaultNames[role].join(', ')}, and no name is left for the ${role} column`)
    return name
  }
  const item = free('item')
  const columns: WrittenColumn[] = [
    { name: free('list'), holds: 'list' },
    { name: free('label'), holds: 'label' },
    ...(itemIds === undefined ? [] : [{ name: item, holds: 'item' as const }]),
    ...features.map((name, feature) => ({ name, holds: 'number' as const, feature })),
  ]
  return { columns, lists }
}

/** As the table stood in its file. */
function cellLayout(lists: RankingLists): TableLayout {
  const cells = lists.cells!
  const { names, list, label, item, texts, numbers, features } = cells
  const columns = names.map((name): WrittenColumn => {
    if (name === list) return { name, holds: 'list' }
    if (name === label) return { name, holds: 'label' }
    if (name === item) return { name, holds: 'item' }
    const text = texts.find((column) => column.name === name)
    if (text === undefined) return { name, holds: 'number', feature: numbers.indexOf(name) }
    const encoder = lists.encoders?.columns.find(({ column }) => column === name)
    // Where texts have a decimal comma, one with a point would be read as another number.
    const hasComma = encoder?.kind === 'number' && encoder.decimals === 'comma'
    const numberText = (cell: string) => (hasComma ? cell.replace('.', ',') : cell)
    const textAt = (row: number) => {
      const cell = cellAt(text, row)
      return text.isNumber?.[row] === 1 && cell !== undefined ? numberText(cell) : cell
    }
    return { name, holds: 'text', cells: text, numberText, textAt }
  })
  return { columns, lists: { ...lists, features, width: numbers.length, featureNames: numbers } }
}

function unwritable(reason: string) {
  return tableError({ code: 'feature-names-unwritable', reason })
}
