/**
 * Pieces of an SQL expression, each with what it gives for a row: what we write can then be worked out here too. Numbers have exponents, because
 * both DuckDB and Spark take those for double precision. Both order NaN above all numbers, and a comparison with NULL is not true.
 */

export const sqlDialects = ['duckdb', 'spark'] as const
export type SqlDialect = (typeof sqlDialects)[number]

export interface SqlExpression {
  readonly sql: string
  /** Of a row of float32 values; NaN stands for NULL and NaN. */
  value(row: Float32Array): number
}

export interface SqlCondition {
  readonly sql: string
  holds(row: Float32Array): boolean
}

export function sqlNumber(value: number): SqlExpression {
  return { sql: literal(value), value: () => value }
}

export function literal(value: number): string {
  return (Object.is(value, -0) ? 0 : value).toExponential().replace('e+', 'e')
}

/** A column as a number of single precision. Quotes in names are doubled. */
export function sqlColumn(name: string, dialect: SqlDialect): string {
  const quote = dialect === 'spark' ? '`' : '"'
  return `CAST(${quote}${name.replaceAll(quote, quote + quote)}${quote} AS FLOAT)`
}

/** How many terms stand in one sum: DuckDB takes expressions of up to 1000 levels. */
const MOST_TERMS = 400

/** The terms added in their order; if there are very many, in groups. */
export function sqlSum(terms: readonly SqlExpression[]): SqlExpression {
  if (terms.length === 1) return terms[0]
  if (terms.length > MOST_TERMS) {
    const groups = Array.from({ length: Math.ceil(terms.length / MOST_TERMS) }, (_, at) =>
      sqlSum(terms.slice(at * MOST_TERMS, (at + 1) * MOST_TERMS)),
    )
    return sqlSum(groups)
  }
  return {
    sql: `(${terms.map(({ sql }) => sql).join('\n  + ')})`,
    value: (row) => terms.slice(1).reduce((sum, term) => sum + term.value(row), terms[0].value(row)),
  }
}
