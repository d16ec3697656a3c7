/** A matrix of similarities as NumPy keeps it, and the file of its ids. Neither has a mark of ours, but each vouches for the other. */
import { readFileSync, statSync } from 'node:fs'
import { type FoundFile, foundFile } from './foundFile.ts'

export interface MatrixPair {
  readonly matrix: string
  readonly ids: string
}

/** Whether both files are there, the matrix is square, of 32-bit floats and whole, and there are as many ids as it has rows. */
export function isMatrixPair({ matrix, ids }: MatrixPair): boolean {
  if (![matrix, ids].every((path) => statSync(path, { throwIfNoEntry: false })?.isFile())) return false
  const size = sizeOf(foundFile(matrix))
  return size !== undefined && linesOf(ids) === size
}

/** https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html; undefined for what we do not write. */
function sizeOf({ path, block, whole }: FoundFile): number | undefined {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length)
  const length = bytes.length < 10 ? 0 : 10 + bytes.readUInt16LE(8)
  const head = bytes.toString('latin1', 10, length)
  const found = /^\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\), \} *\n$/.exec(head)
  if (!bytes.toString('latin1', 0, 8).startsWith('\x93NUMPY\x01\x00') || found === null || found[1] !== found[2]) return undefined
  const expected = length + 4 * Number(found[1]) ** 2
  const there = whole ? block.length : /\.gz$/i.test(path) ? expected : statSync(path).size
  return there === expected ? Number(found[1]) : undefined
}

/** Ids are few and short: the file is read whole. */
function linesOf(path: string): number {
  const { block, whole } = foundFile(path)
  const bytes = whole ? block : readFileSync(path)
  if (bytes.at(-1) !== 10 || bytes.includes(0)) return -1
  let lines = 0
  for (const byte of bytes) if (byte === 10) lines++
  return lines
}
