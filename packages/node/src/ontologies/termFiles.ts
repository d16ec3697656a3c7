import {
  type ExpertNeighbours,
  type GivenRate,
  type Hierarchy,
  parseAnnotations,
  parseNeighbours,
  parsePairs,
  parseRates,
  parseTermCounts,
  parseTermVectors,
  type TermCounts,
  type TermFinder,
  type TermNames,
  type TermPair,
  type TermVectors,
} from '@rankwright/core'
import { readBytes } from '../files/byteSource.ts'

/** Pairs of terms to compare, with ratings where the file has them. */
export async function readPairs(path: string): Promise<TermPair[]> {
  return parsePairs(path, await readBytes(path))
}

/** What experts hold closest to terms: `term,neighbour;neighbour;…`. */
export async function readNeighbours(path: string): Promise<ExpertNeighbours[]> {
  return parseNeighbours(path, await readBytes(path))
}

/** Numbers of terms, as from a text model: `term,number,number,…`. */
export async function readTermVectors(path: string, terms: TermNames): Promise<TermVectors> {
  return parseTermVectors(path, await readBytes(path), terms)
}

/** Rates of branches: `branch,rate`. */
export async function readRates(path: string): Promise<GivenRate[]> {
  return parseRates(path, await readBytes(path))
}

/** Occurrences of terms in a corpus: `term,count`, or an information content file of WordNet::Similarity. */
export async function readTermCounts(path: string, hierarchy: Hierarchy): Promise<TermCounts> {
  return parseTermCounts(path, await readBytes(path), hierarchy)
}

/** Objects and their terms: `object,term;term;…`, or GAF. */
export async function readAnnotations(path: string, hierarchy: Hierarchy): Promise<TermCounts> {
  return parseAnnotations(path, await readBytes(path), hierarchy)
}

/** Terms, one a line: the first cell of it. */
export async function readTerms(path: string, finder: TermFinder): Promise<Uint32Array> {
  const lines = Buffer.from(await readBytes(path))
    .toString('utf8')
    .split(/\r?\n/)
  return Uint32Array.from(
    lines.flatMap((text, index) => {
      const term = text.split(/[\t,]/)[0].trim()
      return term === '' || term.startsWith('#') ? [] : finder.find(term, { file: path, line: index + 1, column: 1 })
    }),
  )
}
