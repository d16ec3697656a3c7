import { RankwrightError } from '../problems/problem.ts'

export type NumericArray = Float32Array | Float64Array | Uint8Array | Uint32Array | Int32Array
export type NumericArrayType<Kind extends NumericArray> = { new (length: number): Kind; readonly BYTES_PER_ELEMENT: number }

/** A new array of zeros. If there is no memory for it, throws the problem that the input is too large. */
export function allocate<Kind extends NumericArray>(Type: NumericArrayType<Kind>, length: number): Kind {
  try {
    return new Type(length)
  } catch {
    throw new RankwrightError({ area: 'data', code: 'too-large', bytes: length * Type.BYTES_PER_ELEMENT })
  }
}

/** A new array of this length that starts with the first `used` entries of `array`. */
export function grown<Kind extends NumericArray>(Type: NumericArrayType<Kind>, array: Kind, used: number, length: number): Kind {
  const longer = allocate(Type, length)
  longer.set(array.subarray(0, used))
  return longer
}

/** The pieces one after the other, as one new array. */
export function joined<Kind extends NumericArray>(Type: NumericArrayType<Kind>, pieces: readonly Kind[]): Kind {
  const all = allocate(
    Type,
    pieces.reduce((length, piece) => length + piece.length, 0),
  )
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
