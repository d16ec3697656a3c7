import { RankwrightError } from '../../problems/problem.ts'

export type NumericArray = Float32Array | Float64Array | Uint32Array
export type NumericArrayType<Kind extends NumericArray> = { new (length: number): Kind; readonly BYTES_PER_ELEMENT: number }

/** A new array of zeros; the input is too large when there cannot be one. */
export function allocate<Kind extends NumericArray>(Type: NumericArrayType<Kind>, length: number): Kind {
  try {
    return new Type(length)
  } catch {
    throw new RankwrightError({ area: 'data', code: 'too-large', bytes: length * Type.BYTES_PER_ELEMENT })
  }
}
