export { type ParquetOptions, writeParquet } from '@rankwright/parquet'
export { type ReadFileOptions, readLists, readListsWithProblems } from './readLists.ts'
export { readSeries } from './readSeries.ts'
