/**
 * Keys of the rows in a sketch, such that two lists share most of these rows exactly if they have a key in common: three rows of four, two of
 * three or of two. So lists that share most rows are found in a sorted array of keys, however often single rows occur.
 */
import { mixed, SKETCH_WORDS } from '../data/lists/listSketch.ts'

/** The row words of the sketch that starts here, ascending, each once. */
export function sketchedRows(sketches: Int32Array, at: number): number[] {
  const words: number[] = []
  for (let place = at + 2; place < at + SKETCH_WORDS; place++) {
    const word = sketches[place] >>> 0
    if (word !== words[words.length - 1]) words.push(word)
  }
  return words
}

/** The keys that a known list is found by: for each way to have most of its sketched rows. */
export function keysOfMostRows(sketches: Int32Array, at: number): number[] {
  const rows = sketchedRows(sketches, at)
  return rows.length > 3 ? triples(rows) : pairs(rows)
}

/** The keys of the known lists that have most of their sketched rows in this sketch. */
export function probesOfMostRows(sketches: Int32Array, at: number): number[] {
  const rows = sketchedRows(sketches, at)
  return [...triples(rows), ...pairs(rows)]
}

function triples(rows: readonly number[]): number[] {
  return rows.flatMap((a, i) => rows.slice(i + 1).flatMap((b, j) => rows.slice(i + j + 2).map((c) => keyOf(a, b, c))))
}

function pairs(rows: readonly number[]): number[] {
  return rows.flatMap((a, i) => rows.slice(i + 1).map((b) => keyOf(a, b, 1)))
}

/** 53 bits of three words. */
function keyOf(a: number, b: number, c: number): number {
  const first = mixed((mixed((a + Math.imul(b, 0x9e3779b1)) | 0) + c) | 0)
  const second = mixed((mixed((c ^ Math.imul(a, 0x85ebca6b)) | 0) + b) | 0)
  return (first >>> 0) * 2 ** 21 + (second >>> 11)
}
