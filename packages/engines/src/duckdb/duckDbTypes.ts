import type { TypeKinds } from '../tables/typedColumns.ts'

/** Types as DuckDB writes them. */
export const duckDbTypes: TypeKinds = {
  engine: 'duckdb',
  isNumber: (type) => /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|FLOAT|DOUBLE|BOOLEAN|DECIMAL\(\d+,\d+\))$/.test(type),
  isFlag: (type) => type === 'BOOLEAN',
  isFloat: (type) => /^(?:FLOAT|DOUBLE)$/.test(type),
  isVector(type) {
    const [, entry] = /^(.+)\[\d*\]$/.exec(type) ?? []
    return entry !== undefined && entry !== 'BOOLEAN' && duckDbTypes.isNumber(entry)
  },
  isNested: (type) => /[[\]]|^(?:STRUCT|MAP|UNION|BLOB|BIT)\b/.test(type),
}
