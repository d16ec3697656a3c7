import { RankwrightError } from '@rankwright/core'
import { madeBy } from '@rankwright/core/arguments'
import type { SourceOptions } from '@rankwright/core/data'
import {
  type AnnotationOptions,
  type Annotations,
  type ExpertNeighbours,
  type GivenRate,
  type Hierarchy,
  objectFinder,
  parseAnnotations,
  parseClicks,
  parseNeighbours,
  parsePairs,
  parseRates,
  parseTermCounts,
  type TermClicks,
  type TermCounts,
  type TermFinder,
  type TermNames,
  type TermPair,
  type TermTableOptions,
  type TermVectors,
  termVectorsFrom,
} from '@rankwright/core/ontology'
import { type FileInput, openSource, readNamed } from '../files/openSource.ts'
import { formatReaders } from '../files/readLists.ts'

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

/** What was clicked beside terms: `term,shown,clicks,views[,place]`. */
export async function readClicks(input: FileInput): Promise<TermClicks[]> {
  const { name, bytes } = await readNamed(input)
  return parseClicks(name, bytes)
}

/** How the columns of a table of terms are read, and the text of its file. */
export interface TermFileOptions extends TermTableOptions, Pick<SourceOptions, 'encoding'> {}

/** Numbers of terms, as from a text model: `term,number,number,…`; or a table of any format whose first column is the term. */
export async function readTermVectors(input: FileInput, terms: TermNames, options: TermFileOptions = {}): Promise<TermVectors> {
  const { encoding, ...columns } = options
  if (encoding === undefined) return termVectorsFrom(await openSource(input), terms, columns, formatReaders)
  const parquet = () => {
    throw new RankwrightError({ area: 'option', code: 'option-without-effect', option: 'encoding', needs: 'text, and the file is Parquet' })
  }
  return termVectorsFrom(await openSource(input, { encoding }), terms, columns, { parquet })
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

/** Objects and their terms: GAF, GPAD, phenotype.hpoa, or `object,term;term;…`. */
export async function readAnnotations(input: FileInput, terms: TermNames, options: AnnotationOptions = {}): Promise<Annotations> {
  const { name, bytes } = await readNamed(input)
  return parseAnnotations(name, bytes, terms, options)
}

/** Objects to ask about, one a line: the first cell of it. Those that are not annotated are told apart. */
export async function readObjects(
  input: FileInput,
  annotations: Annotations,
): Promise<{ readonly objects: Uint32Array; readonly unknown: readonly string[] }> {
  const finder = objectFinder(annotations)
  const { name, bytes } = await readNamed(input)
  const objects = new Set<number>()
  const unknown: string[] = []
  for (const { text } of firstCells(bytes)) {
    const found = finder.search(text)
    if (found === undefined) unknown.push(text)
    else for (const object of found) objects.add(object)
  }
  if (objects.size === 0 && unknown.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file: name } })
  if (objects.size === 0)
    throw new RankwrightError({
      area: 'ontology',
      code: 'no-objects-known',
      at: { file: name },
      file: annotations.file,
      unknown: unknown.length,
      example: annotations.ids[0],
    })
  return { objects: Uint32Array.from(objects), unknown }
}

/** Terms, one a line: the first cell of it. */
export async function readTerms(input: FileInput, finder: TermFinder): Promise<Uint32Array> {
  madeBy('termFinder', 'find', 'search')('finder', finder)
  const { name, bytes } = await readNamed(input)
  const terms = firstCells(bytes).flatMap(({ text, line }) => finder.find(text, { file: name, line, column: 1 }))
  if (terms.length === 0) throw new RankwrightError({ area: 'data', code: 'no-rows', at: { file: name } })
  return Uint32Array.from(terms)
}

/** The first cell of every line that has one and is no comment. */
function firstCells(bytes: Uint8Array): { readonly text: string; readonly line: number }[] {
  const lines = Buffer.from(bytes).toString('utf8').split(/\r?\n/)
  const cells = lines.map((row, index) => ({ text: row.split(/[\t,]/)[0].trim(), line: index + 1 }))
  return cells.filter(({ text }) => text !== '' && !text.startsWith('#'))
}
