export { packLists } from './packed/packLists.ts'
export { type HoldPackedOptions, holdPacked, type PackedLists } from './packedLists.ts'
