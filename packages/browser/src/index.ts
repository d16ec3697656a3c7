export { type ReadListsOptions, readLists } from './readLists.ts'
export { writeParquet } from './writeParquet.ts'
