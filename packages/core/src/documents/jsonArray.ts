/**
 * Numeric arrays in a model file: `{"dtype", "shape", "data": base64 of the little-endian bytes}`, or a plain JSON array
 * when short. Both are exact: JSON writes the shortest decimal that reads back to the same number.
 */
export type ArrayType = 'f64' | 'f32' | 'i32' | 'u8'

export interface EncodedArray {
  readonly dtype: ArrayType
  readonly shape: readonly number[]
  readonly data: string
}

/** Arrays up to this long are written as plain numbers, for people to read. */
const shortArray = 64

type ArrayOf<Type extends ArrayType> = Type extends 'f64'
  ? Float64Array
  : Type extends 'f32'
    ? Float32Array
    : Type extends 'i32'
      ? Int32Array
      : Uint8Array

const bytesOf: Readonly<Record<ArrayType, number>> = { f64: 8, f32: 4, i32: 4, u8: 1 }

export function encodeArray(dtype: ArrayType, values: ArrayLike<number>): EncodedArray | number[] {
  if (values.length <= shortArray) return Array.from(values, (value) => (value === 0 ? 0 : value))
  const width = bytesOf[dtype]
  const bytes = new Uint8Array(values.length * width)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i++) write(dtype, view, i * width, values[i] === 0 ? 0 : values[i])
  return { dtype, shape: [values.length], data: toBase64(bytes) }
}

/** The array of `length` numbers, or the reason why this is not one. */
export function decodeArray<Type extends ArrayType>(value: unknown, dtype: Type, length?: number): ArrayOf<Type> | string {
  if (Array.isArray(value)) return fromNumbers(value, dtype, length)
  if (typeof value !== 'object' || value === null) return 'expected an array of numbers'
  const { dtype: found, shape, data, ...others } = value as Record<string, unknown>
  if (Object.keys(others).length > 0) return `unknown key ${JSON.stringify(Object.keys(others)[0])}`
  if (found !== dtype) return `the dtype is ${JSON.stringify(found)}, expected "${dtype}"`
  if (!Array.isArray(shape) || shape.length !== 1 || !Number.isSafeInteger(shape[0]) || shape[0] < 0)
    return 'expected a shape of one number'
  const count: number = shape[0]
  if (length !== undefined && count !== length) return `there are ${count} numbers, expected ${length}`
  if (typeof data !== 'string') return 'expected base64 data'
  const width = bytesOf[dtype]
  const expected = 4 * Math.ceil((count * width) / 3)
  if (data.length !== expected) return `the data has ${data.length} characters, ${count} numbers have ${expected}: it was cut or changed`
  const bytes = fromBase64(data, count * width)
  if (typeof bytes === 'string') return bytes
  const view = new DataView(bytes.buffer)
  const values = emptyArray(dtype, count)
  for (let i = 0; i < count; i++) {
    values[i] = read(dtype, view, i * width)
    if (!Number.isFinite(values[i])) return `number ${i + 1} is ${values[i]}`
  }
  return values
}

function fromNumbers<Type extends ArrayType>(value: readonly unknown[], dtype: Type, length: number | undefined): ArrayOf<Type> | string {
  if (length !== undefined && value.length !== length) return `there are ${value.length} numbers, expected ${length}`
  const values = emptyArray(dtype, value.length)
  for (const [i, number] of value.entries()) {
    if (typeof number !== 'number' || !Number.isFinite(number)) return `number ${i + 1} is ${JSON.stringify(number)}`
    values[i] = number
    if (values[i] !== number) return `number ${i + 1} is ${number}, which is not exact in ${dtype}`
  }
  return values
}

function emptyArray<Type extends ArrayType>(dtype: Type, length: number): ArrayOf<Type> {
  const made =
    dtype === 'f64'
      ? new Float64Array(length)
      : dtype === 'f32'
        ? new Float32Array(length)
        : dtype === 'i32'
          ? new Int32Array(length)
          : new Uint8Array(length)
  return made as ArrayOf<Type>
}

function write(dtype: ArrayType, view: DataView, at: number, value: number): void {
  switch (dtype) {
    case 'f64':
      view.setFloat64(at, value, true)
      break
    case 'f32':
      view.setFloat32(at, value, true)
      break
    case 'i32':
      view.setInt32(at, value, true)
      break
    case 'u8':
      view.setUint8(at, value)
  }
}

function read(dtype: ArrayType, view: DataView, at: number): number {
  switch (dtype) {
    case 'f64':
      return view.getFloat64(at, true)
    case 'f32':
      return view.getFloat32(at, true)
    case 'i32':
      return view.getInt32(at, true)
    case 'u8':
      return view.getUint8(at)
  }
}

/** RFC 4648, with padding. Implemented here because no single built-in function exists on all platforms. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sextets = new Int8Array(128).fill(-1)
for (let i = 0; i < 64; i++) sextets[letters.charCodeAt(i)] = i
const codeOf = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))

function toBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(4 * Math.ceil(bytes.length / 3))
  for (let i = 0, to = 0; i < bytes.length; i += 3) {
    const triple = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    codes[to++] = codeOf[triple >> 18]
    codes[to++] = codeOf[(triple >> 12) & 63]
    codes[to++] = codeOf[(triple >> 6) & 63]
    codes[to++] = codeOf[triple & 63]
  }
  const padding = codes.length - Math.ceil((4 * bytes.length) / 3)
  codes.fill(61, codes.length - padding)
  const parts: string[] = []
  for (let from = 0; from < codes.length; from += 8192) parts.push(String.fromCharCode(...codes.subarray(from, from + 8192)))
  return parts.join('')
}

function fromBase64(text: string, length: number): Uint8Array<ArrayBuffer> | string {
  const bytes = new Uint8Array(length)
  const padding = text.length * 0.75 - length
  for (let i = 0, to = 0; i < text.length; i += 4) {
    let triple = 0
    for (let k = 0; k < 4; k++) {
      const code = text.charCodeAt(i + k)
      const padded = i + k >= text.length - padding
      const sextet = padded ? (code === 61 ? 0 : -1) : code < 128 ? sextets[code] : -1
      if (sextet < 0) return `character ${i + k + 1} of the data is not base64`
      triple = (triple << 6) | sextet
    }
    if (to < length) bytes[to++] = triple >> 16
    if (to < length) bytes[to++] = (triple >> 8) & 255
    if (to < length) bytes[to++] = triple & 255
  }
  return bytes
}
