import type { TypeKinds } from '../../tables/typedColumns.ts'

/** Types as Spark writes them. */
export const sparkTypes: TypeKinds = {
  engine: 'spark',
  isNumber: (type) => /^(?:tinyint|smallint|int|bigint|float|double|boolean|decimal\(\d+,\d+\))$/.test(type),
  isFlag: (type) => type === 'boolean',
  isFloat: (type) => type === 'float' || type === 'double',
  isVector(type) {
    const [, entry] = /^array<([^<>]+)>$/.exec(type) ?? []
    return entry !== undefined && entry !== 'boolean' && sparkTypes.isNumber(entry)
  },
  isNested: (type) => /^(?:array<|struct<|map<|binary|variant|interval)/.test(type),
}
