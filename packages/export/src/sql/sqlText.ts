/** A model as an expression of SQL, for DuckDB and Spark. */
import type { LinearModel, TreesModel } from '@rankwright/core'
import { linearSql } from './linearSql.ts'
import type { SqlDialect, SqlExpression } from './sqlExpression.ts'
import { treesSql } from './treesSql.ts'

export interface SqlModel {
  readonly content: string
  readonly expression: SqlExpression
}

export function sqlText(model: LinearModel | TreesModel, dialect: SqlDialect): SqlModel {
  const expression = model.kind === 'linear' ? linearSql(model, dialect) : treesSql(model, dialect)
  const remarks = [
    `A ranking model of the method ${JSON.stringify(model.method)}, written by rankwright. An expression of ${dialect === 'spark' ? 'Spark SQL' : 'DuckDB'};`,
    'put it into a query: SELECT *, <expression> AS score FROM items. Greater ranks higher. Missing values are NULL or NaN.',
  ]
  return { content: `${remarks.map((remark) => `-- ${remark}`).join('\n')}\n${expression.sql}\n`, expression }
}
