export { type ParquetTable, parquetTable } from './parquetTable.ts'
export { idsAreWritable, type ParquetOptions, parquetLists, readParquet } from './readParquet.ts'
export { writeParquet } from './writeParquet.ts'
