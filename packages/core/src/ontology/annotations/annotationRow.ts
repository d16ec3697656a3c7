import { decimal } from '../../data/text/tableNumber.ts'

/** One row of an annotation file. */
export interface AnnotationRow {
  readonly object: string
  readonly name: string
  readonly terms: readonly string[]
  /** The object does not have the term. */
  readonly negated: boolean
  /** As codes: IDA, IEA; empty where the format has none. */
  readonly evidence: string
  /** P, F or C of GO; P, I, C, M or H of HPO. */
  readonly aspect: string
  /** The share of patients, as written. */
  readonly frequency: string
}

export const annotationFormats = ['gaf', 'gpad', 'hpoa', 'table'] as const
export type AnnotationFormat = (typeof annotationFormats)[number]

/** How the rows of a format are read. */
export interface RowReader {
  readonly format: AnnotationFormat
  /** Undefined for what is no row of this format. */
  read(cells: readonly string[]): AnnotationRow | undefined
  readonly has: { readonly evidence: boolean; readonly aspect: boolean; readonly frequency: boolean }
  /** The aspects that count unless others are asked for; all if undefined. */
  readonly usualAspects?: readonly string[]
}

/** Gene Association File: object in column 2, symbol in 3, qualifier in 4, term in 5, evidence in 7, aspect in 9. */
export const gafRows: RowReader = {
  format: 'gaf',
  has: { evidence: true, aspect: true, frequency: false },
  read: ([, object = '', name = '', qualifier = '', term = '', , evidence, , aspect = '']) =>
    evidence === undefined ? undefined : { object, name, terms: [term], negated: saysNot(qualifier), evidence, aspect, frequency: '' },
}

/** Gene Product Association Data 1.x: object in column 2, qualifiers in 3, term in 4, evidence as an ECO class in 6, properties in 12. */
export const gpad1Rows: RowReader = {
  format: 'gpad',
  has: { evidence: true, aspect: false, frequency: false },
  read: ([, object = '', qualifier = '', term = '', , evidence, , , , , , properties = '']) =>
    evidence === undefined
      ? undefined
      : {
          object,
          name: '',
          terms: [term],
          negated: saysNot(qualifier),
          evidence: evidenceCode(evidence, properties),
          aspect: '',
          frequency: '',
        },
}

/** GPAD 2.0: object with its database in column 1, negation in 2, relation in 3, term in 4, evidence in 6, properties in 12. */
export const gpad2Rows: RowReader = {
  format: 'gpad',
  has: { evidence: true, aspect: false, frequency: false },
  read: ([object = '', negation = '', , term = '', , evidence, , , , , , properties = '']) =>
    evidence === undefined
      ? undefined
      : {
          object,
          name: '',
          terms: [term],
          negated: saysNot(negation),
          evidence: evidenceCode(evidence, properties),
          aspect: '',
          frequency: '',
        },
}

/**
 * phenotype.hpoa: disease in column 1, its name in 2, qualifier in 3, term in 4, evidence in 6, frequency in 8, aspect in 11. Modes of inheritance
 * and the course of a disease are other aspects than its phenotypes, P.
 */
export const hpoaRows: RowReader = {
  format: 'hpoa',
  has: { evidence: true, aspect: true, frequency: true },
  usualAspects: ['P'],
  read: ([object = '', name = '', qualifier = '', term = '', , evidence = '', , frequency = '', , , aspect]) =>
    aspect === undefined ? undefined : { object, name, terms: [term], negated: saysNot(qualifier), evidence, aspect, frequency },
}

/** `object,term;term;…`, or columns that the first row names. */
export function tableRows(header: readonly string[] | undefined): RowReader {
  const column = (names: RegExp) => header?.findIndex((cell) => names.test(cell)) ?? -1
  const object = column(/^(?:object|gene|gene_?id|ncbi_gene_id|entrez_?id|db_object_id|protein|disease|disease_id|database_id|id)$/i)
  const term = column(/^(?:terms?|term_ids?|hpo_ids?|go_ids?|go_terms?|mp_ids?)$/i)
  if (object < 0 || term < 0 || object === term) return plainRows
  const name = column(/^(?:symbol|gene_symbol|object_name|disease_name|name)$/i)
  const [evidence, frequency] = [column(/^evidence(?:_code)?$/i), column(/^frequency$/i)]
  return {
    format: 'table',
    has: { evidence: evidence >= 0, aspect: false, frequency: frequency >= 0 },
    read: (cells) => ({
      object: cells[object] ?? '',
      name: cells[name] ?? '',
      terms: idsIn(cells[term] ?? ''),
      negated: false,
      evidence: cells[evidence] ?? '',
      aspect: '',
      frequency: cells[frequency] ?? '',
    }),
  }
}

const plainRows: RowReader = {
  format: 'table',
  has: { evidence: false, aspect: false, frequency: false },
  read: ([object, ...rest]) => ({
    object,
    name: '',
    terms: idsIn(rest.join(' ')),
    negated: false,
    evidence: '',
    aspect: '',
    frequency: '',
  }),
}

function idsIn(text: string): string[] {
  return text.split(/[\s;|]+/).filter((id) => id !== '')
}

/** The share of patients with a phenotype: a term for a range (its middle), `3/12`, or `25%`. Undefined for what is none of these. */
export function frequencyOf(text: string): number | undefined {
  const range = frequencyTerms[text]
  if (range !== undefined) return range
  const [, part, whole] = /^(\d+)\s*\/\s*(\d+)$/.exec(text) ?? []
  if (part !== undefined) return Number(whole) > 0 && Number(part) <= Number(whole) ? Number(part) / Number(whole) : undefined
  const percent = /^([\d.]+)\s*%$/.exec(text)
  const value = percent === null ? undefined : decimal(percent[1])
  return value !== undefined && value >= 0 && value <= 100 ? value / 100 : undefined
}

/** HP:0040279 and below: obligate, very frequent (80 to 99 %), frequent (30 to 79 %), occasional (5 to 29 %), very rare (1 to 4 %), excluded. */
const frequencyTerms: Readonly<Record<string, number>> = {
  'HP:0040280': 1,
  'HP:0040281': 0.895,
  'HP:0040282': 0.545,
  'HP:0040283': 0.17,
  'HP:0040284': 0.025,
  'HP:0040285': 0,
}

/** GO's code of an ECO class, by gaf-eco-mapping.txt; `go_evidence` among the properties says it itself. Other classes stay as they are. */
function evidenceCode(eco: string, properties: string): string {
  return /(?:^|[|,])go_evidence=([A-Z]+)/.exec(properties)?.[1] ?? codesOfEco[eco] ?? eco
}

const codesOfEco: Readonly<Record<string, string>> = {
  'ECO:0000269': 'EXP',
  'ECO:0000314': 'IDA',
  'ECO:0000353': 'IPI',
  'ECO:0000315': 'IMP',
  'ECO:0000316': 'IGI',
  'ECO:0000270': 'IEP',
  'ECO:0006056': 'HTP',
  'ECO:0007005': 'HDA',
  'ECO:0007001': 'HMP',
  'ECO:0007003': 'HGI',
  'ECO:0007007': 'HEP',
  'ECO:0000318': 'IBA',
  'ECO:0000319': 'IBD',
  'ECO:0000320': 'IKR',
  'ECO:0000321': 'IRD',
  'ECO:0000250': 'ISS',
  'ECO:0000266': 'ISO',
  'ECO:0000247': 'ISA',
  'ECO:0000255': 'ISM',
  'ECO:0000317': 'IGC',
  'ECO:0000245': 'RCA',
  'ECO:0000304': 'TAS',
  'ECO:0000303': 'NAS',
  'ECO:0000305': 'IC',
  'ECO:0000306': 'IC',
  'ECO:0000307': 'ND',
  'ECO:0000501': 'IEA',
  'ECO:0007322': 'IEA',
  'ECO:0000256': 'IEA',
  'ECO:0000265': 'IEA',
}

/** One of the qualifiers is NOT, in capitals or not. */
function saysNot(qualifiers: string): boolean {
  return qualifiers.split('|').some((qualifier) => qualifier.trim().toUpperCase() === 'NOT')
}
