import type { TypeKinds } from '../../tables/typedColumns.ts'

/** Types as Spark writes them. */
export const sparkTypes: TypeKinds = {
  engine: 'spark',
  isNumber: (type) => /^(?:tinyint|smallint|int|bigint|float|double|boolean|decimal\(\d+,\d+\))$/.test(type),
  isFloat: (type) => type === 'float' || type === 'double',
  // Java of some versions writes more digits than it needs, which read back to the same double, but make another one of a float.
  writesFloats: (type, readAgain) => type === 'double' && readAgain,
  isVector(type) {
    const [, entry] = /^array<([^<>]+)>$/.exec(type) ?? []
    return entry !== undefined && entry !== 'boolean' && sparkTypes.isNumber(entry)
  },
  isNested: (type) => /^(?:array<|struct<|map<|binary|variant|interval)/.test(type),
}
