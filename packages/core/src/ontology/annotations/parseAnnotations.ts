import { number, options as optionsShape, requireArguments, texts } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { fileShapes } from '../reading/readerShapes.ts'
import { rowCells } from '../reading/rowCells.ts'
import { wholeText } from '../reading/wholeText.ts'
import type { TermNames } from '../structure/findTerms.ts'
import { termNamesShape } from '../structure/ontologyShapes.ts'
import { type AnnotationRow, frequencyOf, gafRows, gpad1Rows, gpad2Rows, hpoaRows, type RowReader, tableRows } from './annotationRow.ts'
import type { Annotations, LeftOutRows } from './annotations.ts'

/** Which rows count. */
export interface AnnotationOptions {
  /** Only rows with one of these codes of evidence, such as IDA. */
  readonly evidence?: readonly string[]
  /** No rows with one of these. */
  readonly withoutEvidence?: readonly string[]
  /** Only rows of these aspects; for HPOA P, the phenotypes, unless given. */
  readonly aspects?: readonly string[]
  /** Only terms that at least this share of patients has; rows without a frequency count. */
  readonly leastFrequency?: number
}

const takesOptions = optionsShape({
  evidence: texts,
  withoutEvidence: texts,
  aspects: texts,
  leastFrequency: number({ atLeast: 0, atMost: 1 }),
})

/**
 * Objects and their terms from GAF, GPAD, phenotype.hpoa, `object,term;term;…` rows or a table that names its columns; an object may have several
 * rows. Rows that say NOT, or that a disease never shows a phenotype, do not count.
 */
export function parseAnnotations(file: string, bytes: Uint8Array, terms: TermNames, options: AnnotationOptions = {}): Annotations {
  requireArguments({ file, bytes, terms, options }, { ...fileShapes, terms: termNamesShape, options: takesOptions })
  const lines = wholeText(file, bytes).split(/\r?\n/)
  const { reader, firstRow } = readerOf(lines)
  requireColumns(file, reader, options)
  const collected = new ObjectCollector(terms)
  const counts = reasonsOf(reader, options)
  for (let index = firstRow; index < lines.length; index++) {
    const line = lines[index]
    if (isComment(line)) continue
    const at = { file, line: index + 1 }
    const row = reader.read(cellsOf(reader, line))
    if (row === undefined || row.object === '' || row.terms.length === 0 || row.terms.some((term) => term === ''))
      throw new RankwrightError({ area: 'ontology', code: 'annotation-row', at, found: line.slice(0, 40), format: reader.format })
    if (reader.has.frequency && row.frequency !== '' && frequencyOf(row.frequency) === undefined)
      throw new RankwrightError({ area: 'ontology', code: 'annotation-frequency', at, found: row.frequency.slice(0, 40) })
    // The first row of a plain table may be a heading: its words are not missing terms.
    if (counts.takes(row)) counts.unknown += collected.add(row, reader.format === 'table' && index === firstRow)
  }
  const leftOut = counts.leftOut()
  if (collected.ids.length === 0) throw new RankwrightError({ area: 'ontology', code: 'nothing-annotated', at: { file }, ...leftOut })
  return { file, ...collected.finish(), leftOut }
}

function isComment(line: string): boolean {
  return line.trim() === '' || line.startsWith('#') || line.startsWith('!')
}

function cellsOf({ format }: Pick<RowReader, 'format'>, line: string): string[] {
  if (format !== 'table') return line.split('\t').map((cell) => cell.trim())
  return rowCells(line, line.includes('\t') ? '\t' : ',')
}

/** GAF and GPAD name themselves in their first line, HPOA by its columns; what is none of them is a table. */
function readerOf(lines: readonly string[]): { readonly reader: RowReader; readonly firstRow: number } {
  if (lines[0].startsWith('!gaf-version')) return { reader: gafRows, firstRow: 1 }
  const gpad = /^!gpad?-version:\s*(\d)/.exec(lines[0])
  if (gpad !== null) return { reader: gpad[1] === '1' ? gpad1Rows : gpad2Rows, firstRow: 1 }
  const heading = lines.findIndex((line) => /^(?:database_id|#DatabaseID)\t/i.test(line) || !isComment(line))
  if (heading < 0) return { reader: tableRows(undefined), firstRow: lines.length }
  if (/^(?:database_id|#DatabaseID)\t/i.test(lines[heading])) return { reader: hpoaRows, firstRow: heading + 1 }
  const cells = lines[heading].split('\t')
  if (cells.length >= 15 && /^[A-Z]{2,3}$/.test(cells[6]) && /^[PFC]$/.test(cells[8])) return { reader: gafRows, firstRow: heading }
  const header = cellsOf({ format: 'table' }, lines[heading])
  const reader = tableRows(header)
  return { reader, firstRow: reader === tableRows(undefined) ? heading : heading + 1 }
}

/** No option is taken and then not used. */
function requireColumns(file: string, { format, has }: RowReader, options: AnnotationOptions): void {
  const asked = [
    ['evidence', has.evidence],
    ['withoutEvidence', has.evidence],
    ['aspects', has.aspect],
    ['leastFrequency', has.frequency],
  ] as const
  for (const [option, present] of asked)
    if (options[option] !== undefined && !present)
      throw new RankwrightError({ area: 'ontology', code: 'annotations-lack', at: { file }, option, format })
}

/** Says whether a row counts, and keeps count of those that do not. */
function reasonsOf({ usualAspects }: RowReader, { evidence, withoutEvidence, aspects = usualAspects, leastFrequency }: AnnotationOptions) {
  const [wanted, unwanted, kept] = [evidence, withoutEvidence, aspects].map((codes) => codes && new Set(codes.map(upper)))
  const counts = { negated: 0, evidence: 0, aspect: 0, frequency: 0, unknown: 0 }
  return {
    get unknown() {
      return counts.unknown
    },
    set unknown(count: number) {
      counts.unknown = count
    },
    leftOut: (): LeftOutRows => ({ ...counts }),
    takes(row: AnnotationRow): boolean {
      const reason = reasonAgainst(row)
      if (reason !== undefined) counts[reason]++
      return reason === undefined
    },
  }

  function reasonAgainst(row: AnnotationRow): keyof LeftOutRows | undefined {
    const frequency = row.frequency === '' ? undefined : frequencyOf(row.frequency)
    if (row.negated || frequency === 0) return 'negated'
    if ((wanted && !wanted.has(upper(row.evidence))) || unwanted?.has(upper(row.evidence))) return 'evidence'
    if (kept && !kept.has(upper(row.aspect))) return 'aspect'
    if (leastFrequency !== undefined && frequency !== undefined && frequency < leastFrequency) return 'frequency'
    return undefined
  }
}

function upper(text: string): string {
  return text.toUpperCase()
}

/** Puts the rows of each object together. */
class ObjectCollector {
  readonly ids: string[] = []
  readonly #names: string[] = []
  readonly #termsOf: Set<number>[] = []
  readonly #numberOf = new Map<string, number>()
  readonly #terms: TermNames

  constructor(terms: TermNames) {
    this.#terms = terms
  }

  /** How many of the row's terms the ontology does not know. */
  add({ object, name, terms }: AnnotationRow, mayBeHeading: boolean): number {
    const { indexOfId, alternativeIds } = this.#terms
    let unknown = 0
    for (const id of terms) {
      const term = indexOfId.get(id) ?? alternativeIds.get(id)
      if (term === undefined) unknown++
      else this.#termsOf[this.#number(object, name)].add(term)
    }
    return mayBeHeading ? 0 : unknown
  }

  #number(object: string, name: string): number {
    const known = this.#numberOf.get(object)
    if (known !== undefined) return known
    this.#numberOf.set(object, this.ids.length)
    this.#names.push(name)
    this.#termsOf.push(new Set())
    return this.ids.push(object) - 1
  }

  finish(): Pick<Annotations, 'ids' | 'names' | 'offsets' | 'terms'> {
    const offsets = new Uint32Array(this.ids.length + 1)
    for (const [object, terms] of this.#termsOf.entries()) offsets[object + 1] = offsets[object] + terms.size
    const all = new Uint32Array(offsets[this.ids.length])
    for (const [object, terms] of this.#termsOf.entries()) all.set([...terms], offsets[object])
    return { ids: this.ids, names: this.#names, offsets, terms: all }
  }
}
