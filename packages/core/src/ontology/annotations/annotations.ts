import { madeBy } from '../../arguments/shapes.ts'

/** Objects (genes, proteins, diseases) and the terms that describe them. An object is known by its number, in the order of the file. */
export interface Annotations {
  /** How messages name it. */
  readonly file: string
  readonly ids: readonly string[]
  /** The symbol of a gene, the name of a disease; empty where the file has none. */
  readonly names: readonly string[]
  /** The terms of an object are `terms[offsets[object]] .. terms[offsets[object + 1] - 1]`, each once; every object has one. */
  readonly offsets: Uint32Array
  readonly terms: Uint32Array
  readonly leftOut: LeftOutRows
}

/** Rows that do not count, by the first reason that applies. */
export interface LeftOutRows {
  /** The object does NOT have the term, or never (frequency 0). */
  readonly negated: number
  /** Not of the evidence that was asked for. */
  readonly evidence: number
  /** Of another aspect. */
  readonly aspect: number
  /** Less frequent than asked for. */
  readonly frequency: number
  /** With a term that the ontology does not know. */
  readonly unknown: number
}

export const annotationsShape = madeBy('parseAnnotations', 'ids', 'names', 'offsets', 'terms')

/** The terms of one object. */
export function termsOfObject({ offsets, terms }: Annotations, object: number): Uint32Array {
  return terms.subarray(offsets[object], offsets[object + 1])
}
