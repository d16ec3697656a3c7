import { RankwrightError, type TreesModel } from '@rankwright/core'
import { featureNamesOf } from '@rankwright/core/models'
import { goesLeft, greatestFloat32, prepareTrees } from '@rankwright/core/numeric'
import { literal, type SqlCondition, type SqlDialect, type SqlExpression, sqlColumn, sqlNumber, sqlSum } from './sqlExpression.ts'

/** Most splits on the way to a leaf: DuckDB takes expressions of up to 1000 levels. */
const MOST_DEPTH = 200

/** The base, and one CASE for each tree. */
export function treesSql(model: TreesModel, dialect: SqlDialect): SqlExpression {
  const { base, starts, columns, left, right, leaves } = model
  const names = featureNamesOf(model).map((name) => sqlColumn(name, dialect))
  const prepared = prepareTrees(model)
  const node = (tree: number, at: number, depth: number): SqlExpression => {
    const first = starts[tree]
    if (at < 0) return sqlNumber(leaves[first + tree + ~at])
    if (depth >= MOST_DEPTH) {
      const what = `has a tree with more than ${MOST_DEPTH} splits on the way to a leaf`
      throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: 'SQL', what, targets: ['js', 'onnx'] })
    }
    const split = first + at
    const column = columns[split]
    const [one, two] = [node(tree, left[split], depth + 1), node(tree, right[split], depth + 1)]
    const sql = conditionSql(model, split, prepared.setOf[split], names[column])
    const condition: SqlCondition = { sql, holds: (row) => goesLeft(prepared, split, row[column]) }
    return {
      sql: `CASE WHEN ${condition.sql} THEN ${one.sql} ELSE ${two.sql} END`,
      value: (row) => (condition.holds(row) ? one : two).value(row),
    }
  }
  const trees = Array.from({ length: starts.length - 1 }, (_, tree) => node(tree, starts[tree] === starts[tree + 1] ? -1 : 0, 0))
  return sqlSum([sqlNumber(base), ...trees])
}

/** When a row goes left. */
function conditionSql({ thresholds, missingLeft, setStarts, sets }: TreesModel, split: number, set: number, x: string): string {
  const missing = `${x} IS NULL OR isnan(${x})`
  const withMissing = (known: string) => (missingLeft[split] === 1 ? `(${known} OR ${missing})` : known)
  if (set >= 0) {
    const categories = Array.from(sets.subarray(setStarts[set], setStarts[set + 1])).flatMap((word, at) =>
      Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) => ((word >>> bit) & 1 ? [32 * at + bit] : [])),
    )
    if (categories.length === 0) return withMissing('FALSE')
    const among = `floor(${x}) IN (${categories.map(literal).join(', ')})`
    const known = categories[0] === 0 ? `(${among} OR (${x} > -1e0 AND ${x} < 0e0))` : among
    return withMissing(`(NOT isnan(${x}) AND ${known})`)
  }
  if (thresholds[split] !== greatestFloat32) return withMissing(`${x} <= ${literal(thresholds[split])}`)
  return missingLeft[split] === 1 ? 'TRUE' : `NOT (${missing})` // every number is on the left
}
