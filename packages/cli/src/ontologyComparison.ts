/** What the commands that compare terms have in common: pairs in, a table or a matrix out. */
import type { ComparedPairs, TermFinder, TermNames } from '@rankwright/core/ontology'
import { type OptionTable, runtimeOptions } from '@rankwright/core/options'
import type { TermMatrixReport, TermMeasure } from '@rankwright/core/reports'
import { readTerms, writeMatrix } from '@rankwright/node'
import type { Answer, Surroundings } from './command.ts'
import { sharedCells } from './nearTable.ts'
import { withoutValueText } from './ontologyMeasure.ts'
import { counted, decimals, readable } from './terminal/numbers.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'
import { UsageError } from './usageError.ts'

export const pairsOption = {
  pairs: {
    kind: 'text',
    placeholder: 'PAIRS',
    leftOut: 'something else is compared',
    doc: 'Pairs to compare: a,b or a,b,rating rows; terms by id or name, those of a set with semicolons between.',
  },
  skipUnknown: { kind: 'flag', doc: 'Leave pairs out whose terms the ontology does not know.' },
} as const satisfies OptionTable

export const matrixOptions = {
  matrix: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'no matrix is made',
    doc: 'Compare all terms with all, into a .npy, .csv or .tsv file.',
  },
  terms: {
    kind: 'text',
    placeholder: 'FILE',
    with: { matrix: true },
    leftOut: 'all are compared',
    doc: 'the terms to compare, one per line.',
  },
  rows: {
    kind: 'text',
    placeholder: 'FILE',
    with: { matrix: true },
    leftOut: '--terms, or all',
    doc: 'The terms of the rows, where the columns are others; one per line. Needs --columns.',
  },
  columns: {
    kind: 'text',
    placeholder: 'FILE',
    with: { matrix: true },
    leftOut: 'the same as the rows',
    doc: 'The terms of the columns, one per line; for .csv and .tsv.',
  },
  threads: {
    kind: 'integer',
    atLeast: 1,
    atMost: runtimeOptions.threads.atMost,
    with: { matrix: true },
    leftOut: 'one per core',
    doc: 'Threads to work on; the matrix is the same for any number.',
  },
} as const satisfies OptionTable

/** Compares the chosen terms, or all, with each other, row by row into a file. */
export async function writeTermMatrix(
  path: string,
  { ids }: TermNames,
  finder: TermFinder,
  asked: { readonly terms?: string; readonly rows?: string; readonly columns?: string; readonly threads?: number },
  around: Surroundings,
  how: {
    readonly about: TermMeasure
    readonly title: string
    readonly rows: (
      terms: Uint32Array,
      options: { readonly threads?: number; readonly columns?: Uint32Array },
    ) => AsyncIterable<Float64Array>
  },
): Promise<Answer<TermMatrixReport>> {
  const { terms: both, rows: rowsFile, columns: columnsFile, threads } = asked
  if (rowsFile !== undefined && (both !== undefined || columnsFile === undefined))
    throw new UsageError('--rows goes with --columns; --terms gives both.')
  if (columnsFile !== undefined && /\.npy(?:\.gz)?$/i.test(path)) throw new UsageError('--columns goes with a .csv or .tsv file.')
  const file = rowsFile ?? both
  const terms = file === undefined ? Uint32Array.from({ length: ids.length }, (_, term) => term) : await termsOnce(file, finder, around)
  const columns = columnsFile === undefined ? undefined : await termsOnce(columnsFile, finder, around)
  const onRow = (done: number) => around.progress({ stage: 'comparing', done, total: terms.length })
  const rows = how.rows(terms, { ...(threads !== undefined && { threads }), ...(columns && { columns }) })
  await writeMatrix(
    path,
    Array.from(terms, (term) => ids[term]),
    rows,
    { onRow, outputs: around.outputs, ...(columns && { columns: Array.from(columns, (term) => ids[term]) }) },
  )
  return {
    document: { ...how.about, terms: terms.length, ...(columns && { columns: columns.length }), matrix: path },
    text: () =>
      `${how.title} of ${counted(terms.length, 'term')} with ${columns === undefined ? 'each other' : counted(columns.length, 'term')} written to ${path}\n`,
  }
}

/** The terms of a file, each once. */
async function termsOnce(file: string, finder: TermFinder, around: Surroundings): Promise<Uint32Array> {
  const terms = await readTerms(file, finder)
  const once = Uint32Array.from(new Set(terms))
  const repeated = terms.length - once.length
  if (repeated > 0)
    around.note(`note: ${file}: ${counted(repeated, 'line')} left out that ${repeated === 1 ? 'names' : 'name'} a term a second time.`)
  return once
}

export function* comparedPairsText(
  { pairs, withoutValue, spearman, pearson }: ComparedPairs,
  { dim }: Style,
  { measure = '', common = 'of the common ancestor' }: { readonly measure?: string; readonly common?: string } = {},
): Generator<string> {
  const rated = pairs.some(({ rating }) => rating !== undefined)
  const related = pairs.some(({ ancestor }) => ancestor !== undefined)
  const rows = pairs.map(({ a, b, value, rating, ...shared }) => [
    a,
    b,
    decimals(value),
    ...(rated ? [readable(rating ?? Number.NaN)] : []),
    ...(related ? sharedCells(shared) : []),
  ])
  const headings = ['a', 'b', 'similarity', ...(rated ? ['rating'] : []), ...(related ? ['content', common] : [])]
  const sides = headings.map((heading) => (['a', 'b', common].includes(heading) ? 'left' : 'right'))
  yield `${textTable(headings, sides, rows)}\n`
  if (rated)
    yield `\n${counted(pairs.length - withoutValue, 'pair')}: ${dim('Spearman')} ${decimals(spearman)}, ${dim('Pearson')} ${decimals(pearson)}\n`
  if (rated && withoutValue > 0) yield `${withoutValueText(withoutValue, measure)}\n`
}
