import type { TypeKinds } from '../tables/typedColumns.ts'

/** Types as DuckDB writes them. */
export const duckDbTypes: TypeKinds = {
  engine: 'duckdb',
  isNumber: (type) => /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|FLOAT|DOUBLE|BOOLEAN|DECIMAL\(\d+,\d+\))$/.test(type),
  isFloat: (type) => /^(?:FLOAT|DOUBLE)$/.test(type),
  writesFloats: () => true, // they come as numbers and are written here
  isVector(type) {
    const [, entry] = /^(.+)\[\d*\]$/.exec(type) ?? []
    return entry !== undefined && entry !== 'BOOLEAN' && duckDbTypes.isNumber(entry)
  },
  isNested: (type) => /[[\]]|^(?:STRUCT|MAP|UNION|BLOB|BIT)\b/.test(type),
}
