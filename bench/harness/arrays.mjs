import { writeFileSync } from 'node:fs'

/** Writes the bytes of a typed array (little-endian on every machine this runs on) and gives the path back. */
export function writeArray(path, array) {
  writeFileSync(path, new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  return path
}
