import { joined } from '../../numeric/allocate.ts'

/** Several arrays with a number for each row, from parts that hold the numbers of some rows each, in the order of the rows. */
export function rowsOfParts(parts: readonly (readonly Float64Array[])[]): readonly Float64Array[] {
  return parts[0].map((_, index) =>
    joined(
      Float64Array,
      parts.map((part) => part[index]),
    ),
  )
}
