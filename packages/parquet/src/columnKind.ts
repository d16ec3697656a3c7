import type { SchemaTree, TimeUnit } from 'hyparquet'

/** What the values of a column are, as far as ids, labels and features are concerned. */
export type ColumnKind =
  | { readonly kind: 'text' | 'uuid' | 'truth' | 'date' | 'half' | 'nothing' | 'vector' | 'texts' }
  | { readonly kind: 'integer'; readonly unsigned: boolean }
  | { readonly kind: 'float'; readonly single: boolean }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  /** `utc`: of a moment, told in UTC; others are told as the clock shows them somewhere. */
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly utc?: true }
  | { readonly kind: 'time'; readonly unit: TimeUnit }
  | { readonly kind: 'other' | 'nested'; readonly name: string }

/** `vector`: a list of numbers; `texts`: a list of texts. */
export function columnKind({ element, children }: SchemaTree): ColumnKind {
  const { type, converted_type: conversion, logical_type: logical, repetition_type: repetition } = element
  const part = partOfList(element, children)
  if (part !== undefined) return { kind: part }
  if (children.length > 0 || repetition === 'REPEATED' || type === undefined) return { kind: 'nested', name: 'nested' }
  const other: ColumnKind = { kind: 'other', name: logical?.type ?? conversion ?? type }
  switch (logical?.type ?? conversion) {
    case 'STRING':
    case 'UTF8':
    case 'ENUM':
    case 'JSON':
      return type === 'BYTE_ARRAY' ? { kind: 'text' } : other
    case 'UUID':
      return { kind: 'uuid' }
    case 'NULL':
      return { kind: 'nothing' }
    case 'FLOAT16':
      return { kind: 'half' }
    case 'DATE':
      return { kind: 'date' }
    case 'DECIMAL':
      return { kind: 'decimal', ...decimalPlaces(element) }
    case 'TIMESTAMP':
      if (logical?.type !== 'TIMESTAMP') return other
      return { kind: 'timestamp', unit: logical.unit, ...(logical.isAdjustedToUTC && { utc: true as const }) }
    case 'TIMESTAMP_MILLIS':
      return { kind: 'timestamp', unit: 'MILLIS' }
    case 'TIMESTAMP_MICROS':
      return { kind: 'timestamp', unit: 'MICROS' }
    case 'TIME':
      return logical?.type === 'TIME' ? { kind: 'time', unit: logical.unit } : other
    case 'TIME_MILLIS':
      return { kind: 'time', unit: 'MILLIS' }
    case 'TIME_MICROS':
      return { kind: 'time', unit: 'MICROS' }
    case 'INTEGER':
      return { kind: 'integer', unsigned: logical?.type === 'INTEGER' && !logical.isSigned }
    case 'INT_8':
    case 'INT_16':
    case 'INT_32':
    case 'INT_64':
      return { kind: 'integer', unsigned: false }
    case 'UINT_8':
    case 'UINT_16':
    case 'UINT_32':
    case 'UINT_64':
      return { kind: 'integer', unsigned: true }
    case undefined:
      return plainKind(type) ?? other
    default:
      return other
  }
}

/** What a list as the format asks for it holds: a group that is repeated, with one element, a number or a text. */
function partOfList(
  { converted_type: conversion, logical_type: logical }: SchemaTree['element'],
  children: readonly SchemaTree[],
): 'vector' | 'texts' | undefined {
  const [repeated, ...others] = children
  if ((logical?.type ?? conversion) !== 'LIST' || repeated?.element.repetition_type !== 'REPEATED' || others.length > 0) return undefined
  const [part, ...more] = repeated.children
  if (part === undefined || more.length > 0) return undefined
  const { kind } = columnKind(part)
  if (kind === 'text') return 'texts'
  return ['integer', 'float', 'half', 'decimal'].includes(kind) ? 'vector' : undefined
}

/** Whether the column is a group of fields, neither a list nor a map. */
export function isStruct({ element, children }: SchemaTree): boolean {
  const { converted_type: conversion, logical_type: logical, repetition_type: repetition } = element
  return children.length > 0 && repetition !== 'REPEATED' && logical?.type === undefined && conversion === undefined
}

/** Whether the values are lists that become the text of one cell. */
export function isList({ kind }: ColumnKind): boolean {
  return kind === 'vector' || kind === 'texts'
}

function decimalPlaces({ logical_type: logical, precision, scale }: SchemaTree['element']): { precision: number; scale: number } {
  const places = logical?.type === 'DECIMAL' ? logical : { precision, scale }
  return { precision: places.precision ?? 38, scale: places.scale ?? 0 }
}

function plainKind(type: NonNullable<SchemaTree['element']['type']>): ColumnKind | undefined {
  switch (type) {
    case 'BOOLEAN':
      return { kind: 'truth' }
    case 'INT32':
    case 'INT64':
      return { kind: 'integer', unsigned: false }
    case 'FLOAT':
    case 'DOUBLE':
      return { kind: 'float', single: type === 'FLOAT' }
    case 'BYTE_ARRAY':
      return { kind: 'text' }
    case 'INT96':
      return { kind: 'timestamp', unit: 'NANOS' }
    case 'FIXED_LEN_BYTE_ARRAY':
      return undefined
  }
}

/** Whether the values are numbers, as features are. */
export function isNumeric({ kind }: ColumnKind): boolean {
  return ['integer', 'float', 'half', 'decimal', 'truth', 'nothing'].includes(kind)
}

/** The name that messages call a kind by. */
export function kindName(column: ColumnKind): string {
  if (isList(column)) return 'nested'
  return 'name' in column ? column.name : column.kind
}
