import { RankwrightError } from '@rankwright/core'
import { madeBy } from '@rankwright/core/arguments'
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
} from '@rankwright/core/ontology'
import { type FileInput, readNamed } from '../files/openSource.ts'

/** Pairs of terms to compare, with ratings where the file has them. */
export async function readPairs(input: FileInput): Promise<TermPair[]> {
  const { name, bytes } = await readNamed(input)
  return parsePairs(name, bytes)
}

/** What experts hold closest to terms: `term,neighbour;neighbour;…`. */
export async function readNeighbours(input: FileInput): Promise<ExpertNeighbours[]> {
  const { name, bytes } = await readNamed(input)
  return parseNeighbours(name, bytes)
}

/** Numbers of terms, as from a text model: `term,number,number,…`. */
export async function readTermVectors(input: FileInput, terms: TermNames): Promise<TermVectors> {
  const { name, bytes } = await readNamed(input)
  return parseTermVectors(name, bytes, terms)
}

/** Rates of branches: `branch,rate`. */
export async function readRates(input: FileInput): Promise<GivenRate[]> {
  const { name, bytes } = await readNamed(input)
  return parseRates(name, bytes)
}

/** Occurrences of terms in a corpus: `term,count`, or an information content file of WordNet::Similarity. */
export async function readTermCounts(input: FileInput, hierarchy: Hierarchy): Promise<TermCounts> {
  const { name, bytes } = await readNamed(input)
  return parseTermCounts(name, bytes, hierarchy)
}

/** Objects and their terms: `object,term;term;…`, or GAF. */
export async function readAnnotations(input: FileInput, hierarchy: Hierarchy): Promise<TermCounts> {
  const { name, bytes } = await readNamed(input)
  return parseAnnotations(name, bytes, hierarchy)
}

/** Terms, one a line: the first cell of it. */
export async function readTerms(input: FileInput, finder: TermFinder): Promise<Uint32Array> {
  madeBy('termFinder', 'find', 'search')('finder', finder)
  const { name, bytes } = await readNamed(input)
  const lines = Buffer.from(bytes).toString('utf8').split(/\r?\n/)
  const terms = lines.flatMap((text, index) => {
    const term = text.split(/[\t,]/)[0].trim()
    return term === '' || term.startsWith('#') ? [] : finder.find(term, { file: name, line: index + 1, column: 1 })
  })
  if (terms.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file: name } })
  return Uint32Array.from(terms)
}
