export { idWriter } from './idText.ts'
export { type ParquetTable, parquetTable } from './parquetTable.ts'
export { idsAreWritable, type ParquetOptions, parquetLists, readParquet } from './readParquet.ts'
export { parquetPieces, writeParquet } from './writeParquet.ts'
