/** Databases of DuckDB. An entry of its own: its types are those of `@duckdb/node-api`, which only those install who need it. */
export {
  type DuckDbNeed,
  type DuckDbSession,
  firstLine as duckDbReason,
  literal as sqlText,
  openDuckDb,
  utcText,
} from '../duckdb/duckDb.ts'
