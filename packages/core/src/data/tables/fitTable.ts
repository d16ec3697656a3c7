/**
 * Finds what the columns of a table are, and fits encoders to its rows. Fitting asks for what it needs to know of the rows, see `tableQuestions.ts`, and never sees them:
 * so the rows may be elsewhere.
 */
import { resolveOptions } from '../../options/resolveOptions.ts'
import { excerpt, type TablePlace } from '../../problems/tableProblem.ts'
import type { DescribedColumn, TableRole } from '../encoders/describedColumn.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import { type EncoderOptions, encoderOptions, givenDateOrder } from '../encoders/encoderOptions.ts'
import type { MatchEncoder } from '../encoders/matchEncoder.ts'
import { numberOf } from '../encoders/numberEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { vectorParts } from '../encoders/vectorParts.ts'
import { type ColumnSummary, type ColumnWish, dateFormOf, usualLength } from './columnSummary.ts'
import { categoriesWished, fitCategory, type TargetFit } from './fitCategory.ts'
import { chooseTerms, type FittedTerms, fitText, fitWordMatch, termKindsOf } from './fitText.ts'
import { type ColumnSample, guessRole, numberFormOf, SampledCells, sampledIds } from './guessRole.ts'
import { givenRole, type RawTable, type RawTableOptions } from './rawTable.ts'
import { looksTyped, shareWords } from './sharedWords.ts'
import { tableError } from './tableError.ts'
import { answerHere, type TableAnswers, type TableQuestion } from './tableQuestions.ts'
import type { TermKind } from './termCounts.ts'

export interface FittedTable {
  readonly encoders: TableEncoders
  readonly columns: readonly DescribedColumn[]
  /** What training rows get instead of their cell, by the place of the encoder; in the order of the lists. */
  readonly trained: ReadonlyMap<number, Float64Array>
  /** A column of ids that became the item, because the table names none. */
  readonly item?: string
}

/** So many rows, spread over the table, are looked at to find what a column holds. */
const sampledRows = 10_000

/** How a table is fitted. */
export interface FitOptions extends RawTableOptions {
  /** Rows with other categories are still to come: those share a feature, and no encoder looks at labels. */
  readonly open?: boolean
}

/** What has to be known of a table before its rows are asked. */
export interface AskedTable extends Pick<RawTable, 'file' | 'order' | 'list' | 'label' | 'item'> {
  /** The columns that are not plain numbers. */
  readonly raw: readonly string[]
  readonly rows: number
  readonly lists: number
  /** Some ids of lists, see `sampledIds`. */
  readonly ids: readonly string[]
  /** Where a row stands in its file, if that is known. */
  readonly rowAt?: (row: number) => TablePlace
}

/** Goes on when it is given the answer to what it has asked. */
export type Fitting = Generator<TableQuestion, FittedTable, TableAnswers[TableQuestion['op']]>

/** Fits a table whose rows are here. `reasons` says why plain columns are numbers. */
export function fitTable(table: RawTable, options: FitOptions, reasons: ReadonlyMap<string, string>): FittedTable {
  return answeredHere(table, fittingTable(askedTable(table), options, reasons))
}

/** Fits encoders like these to other rows of the same columns. */
export function refitTable(table: RawTable, encoders: TableEncoders): FittedTable {
  return answeredHere(table, refittingTable(askedTable(table), encoders))
}

function answeredHere(table: RawTable, fitting: Fitting): FittedTable {
  let step = fitting.next()
  while (step.done !== true) step = fitting.next(answerHere(table, step.value))
  return step.value
}

function askedTable({ raw, lists, placeOf, ...about }: RawTable): AskedTable {
  const { listIds, labels, sourceRows } = lists
  const rowAt = (row: number) => {
    const source = sourceRows?.[row] ?? row
    return placeOf?.(source) ?? { file: about.file, row: source + 1 }
  }
  return { ...about, raw: raw.map(({ name }) => name), rows: labels.length, lists: listIds.length, ids: sampledIds(listIds), rowAt }
}

/** Asks the rows, as `Fitting` does. */
function* ask<Question extends TableQuestion>(
  question: Question,
): Generator<TableQuestion, TableAnswers[Question['op']], TableAnswers[TableQuestion['op']]> {
  return (yield question) as TableAnswers[Question['op']]
}

/** A column of text, and what it is to become. */
interface FittedColumn {
  readonly name: string
  readonly role: TableRole
  readonly sample?: ColumnSample
  readonly options: FitOptions
}

export function* fittingTable(table: AskedTable, options: FitOptions, reasons: ReadonlyMap<string, string>): Fitting {
  const step = Math.max(1, Math.floor(table.rows / sampledRows))
  const cells = table.raw.length === 0 ? [] : yield* ask({ op: 'sample', step })
  const found = table.raw.map((name, place) => {
    const sample = sampleOf(cells[place])
    const given = givenRole(name, options)
    const guess = guessRole(sample, givenDateOrder(options))
    return { name, sample, given, role: given ?? guess.role, reason: given === undefined ? guess.reason : 'given' }
  })
  const pairs = options.match === undefined ? categoryPairs(table, found) : []
  const wishes = found.map(({ name, role }) => {
    const wish = wishOf(name, role, options)
    const asked = pairs.some(({ query }) => query === name) ? { ...wish, byList: true as const } : wish
    return pairs.some(({ column }) => column === name) ? withTerms(asked, 'words') : asked
  })
  const summaries = yield* summariesOf(wishes)
  for (const [place, { name, given, sample }] of found.entries())
    if (given !== undefined && readsNothing(given, sample, summaries.get(name)!)) {
      const first = cells[place].findIndex((cell) => cell !== null)
      const at = table.rowAt?.(first * step) ?? { file: table.file }
      throw tableError({ code: 'role-reads-nothing', at, column: name, role: given, found: excerpt(String(cells[place][first])) })
    }
  const isConstant = (name: string) => {
    const byList = summaries.get(name)?.byList
    return byList?.same === true && byList.several && table.lists > 1
  }
  const compared = pairs.filter(({ query, column }) => (query === table.list || isConstant(query)) && !isConstant(column))
  const vectors = plainVectors(table.order, table.raw)
  const described: DescribedColumn[] = []
  const columns: (ColumnEncoder | FittedColumn)[] = []
  let item: string | undefined
  for (const name of table.order) {
    const column = found.find((each) => each.name === name)
    if (column === undefined) {
      columns.push({ kind: 'number', column: name, decimals: 'point' })
      const vector = vectors.get(name)
      const reason = reasons.get(name) ?? 'numbers'
      described.push(
        vector === undefined ? { name, role: 'number', reason } : { name, role: 'vector', reason: `part of the vector ${vector}` },
      )
      continue
    }
    const { missing } = summaries.get(name)!
    // A column of ids names the items where nothing else does.
    const namesItems = table.item === undefined && item === undefined && missing === 0
    const role = column.role === 'id' ? (namesItems ? 'item' : 'ignored') : column.role
    if (role === 'item') item = name
    const constant = isConstant(name)
    const queries = role === 'category' ? compared.filter((pair) => pair.column === name).map(({ query }) => query) : []
    const told = queries.length > 0 ? `; its words are compared with those of ${queries.join(', ')}` : ''
    described.push({ name, role, reason: `${column.reason}${constant ? ', the same in all rows of a list' : ''}${told}` })
    // One text in each list, as that of a query is. Categories that are such stay features, too.
    columns.push(constant && role === 'text' ? { kind: 'source', column: name } : { name, role, sample: column.sample, options })
  }
  const { encoders, trained } = yield* encodersOf(table, columns, summaries)
  const matches = new Matches(table, encoders, summaries)
  const wanted = matches.wanted(options.match, compared) // may add columns that are compared alone
  return finished(table, options, { columns: encoders, matches: wanted }, { described, trained, item })
}

function* refittingTable(table: AskedTable, { columns: before, matches, missingWords, fitting }: TableEncoders): Fitting {
  const options = { ...fitting, missingWords }
  const columns = before.map((encoder): ColumnEncoder | FittedColumn => {
    const role = roleAgain[encoder.kind]
    if (role === undefined || !table.raw.includes(encoder.column)) return encoder
    return {
      name: encoder.column,
      role,
      options: encoder.kind === 'codes' ? { ...options, categoryEncoding: 'codes' } : options,
    }
  })
  const compared = matches.flatMap((match) => (match.kind === 'words' ? [match.column] : []))
  const wishes = columns.flatMap((column) => ('role' in column ? [wishOf(column.name, column.role, column.options)] : []))
  const others = compared.filter((name) => wishes.every((wish) => wish.name !== name)).map((name) => ({ name }))
  const wished = [...wishes, ...others].map((wish) => (compared.includes(wish.name) ? withTerms(wish, 'words') : wish))
  const summaries = yield* summariesOf(wished)
  const { encoders, trained } = yield* encodersOf(table, columns, summaries)
  const again = new Matches(table, encoders, summaries)
  const wanted = matches.map((match) => (match.kind === 'words' ? again.words(match.query, match.column) : match))
  return finished(table, options, { columns: encoders, matches: wanted }, { described: [], trained, item: undefined })
}

function finished(
  table: AskedTable,
  options: FitOptions,
  fitted: Pick<TableEncoders, 'columns' | 'matches'>,
  { described, trained, item }: { described: DescribedColumn[]; trained: Map<number, Float64Array>; item: string | undefined },
): FittedTable {
  const { list, label } = table
  const named = item ?? table.item
  const fitting = givenFitting(options)
  const encoders = {
    list,
    ...(label !== undefined && { label }),
    ...(named !== undefined && { item: named }),
    missingWords: (options.missingWords ?? []).map((word) => word.toLowerCase()),
    ...fitted,
    ...(Object.keys(fitting).length > 0 && { fitting }),
  }
  return { encoders, columns: described, trained, ...(item !== undefined && { item }) }
}

/** Whether a role was given to a column that has cells, and none of them can be read so. */
function readsNothing(role: TableRole, sample: ColumnSample, { dates, lengths }: ColumnSummary): boolean {
  if (sample.texts.size === 0 || (role === 'number' && sample.numbers.size > 0)) return false
  switch (role) {
    case 'number': {
      const { decimals, unit } = numberFormOf(sample)
      return [...sample.texts.keys()].every((text) => !Number.isFinite(numberOf(text, decimals, unit)))
    }
    case 'date':
      return dates!.latest['day-first'] === -Infinity && dates!.latest['month-first'] === -Infinity
    case 'vector':
      return lengths!.lengths.length === 0
    default:
      return false
  }
}

type Summaries = ReadonlyMap<string, ColumnSummary>

function* summariesOf(wishes: readonly ColumnWish[]): Generator<TableQuestion, Summaries, TableAnswers[TableQuestion['op']]> {
  if (wishes.length === 0) return new Map()
  const found = yield* ask({ op: 'summary', columns: wishes })
  return new Map(wishes.map(({ name }, place) => [name, found[place]]))
}

/** What has to be known of a column that is to become this. */
function wishOf(name: string, role: TableRole | 'id', options: FitOptions): ColumnWish {
  const { match } = options
  const choices = choicesIn(options)
  const compared = match?.some((pair) => pair.split('~')[1] === name) ?? false
  const wish: ColumnWish = compared ? { name, terms: ['words'] } : { name }
  switch (role) {
    case 'category': {
      const categories = categoriesWished(choices)
      return { ...wish, ...(categories !== undefined && { categories }) }
    }
    case 'text': {
      const mayMatch = match === undefined || compared
      const terms = [...new Set<TermKind>([...termKindsOf(choices), ...(mayMatch ? (['words'] as const) : [])])]
      return { ...wish, terms, byList: true }
    }
    case 'date':
      return { ...wish, dates: true }
    case 'vector':
      return { ...wish, lengths: true }
    default:
      return wish
  }
}

function withTerms(wish: ColumnWish, kind: TermKind): ColumnWish {
  return { ...wish, terms: [...new Set([...(wish.terms ?? []), kind])] }
}

/** The encoders of all columns; the rows are asked once more about the terms of texts, and about labels. */
function* encodersOf(
  { rows }: AskedTable,
  columns: readonly (ColumnEncoder | FittedColumn)[],
  summaries: Summaries,
): Generator<TableQuestion, { encoders: ColumnEncoder[]; trained: Map<number, Float64Array> }, TableAnswers[TableQuestion['op']]> {
  const texts = yield* fittedTexts(columns, summaries)
  const fitted = columns.flatMap((column) => ('kind' in column ? [column] : encoderOf(column, summaries.get(column.name)!, rows, texts)))
  const targets = fitted.filter((each): each is TargetFit => each.kind === 'target' && !('statistics' in each))
  const asked = targets.map(({ column, values }) => ({ name: column, values }))
  const answers = targets.length === 0 ? [] : yield* ask({ op: 'target', columns: asked })
  const trained = new Map<number, Float64Array>()
  const encoders = fitted.map((each, place): ColumnEncoder => {
    const answer = answers[targets.indexOf(each as TargetFit)]
    if (answer === undefined) return each as ColumnEncoder
    if (answer.trained !== undefined) trained.set(place, answer.trained)
    const { column, values } = each as TargetFit
    return { kind: 'target', column, values: [...values, ''], statistics: answer.statistics }
  })
  return { encoders, trained }
}

/** None for a column that is no feature. */
function encoderOf(
  { name, role, sample, options }: FittedColumn,
  summary: ColumnSummary,
  rows: number,
  texts: ReadonlyMap<string, readonly FittedTerms[]>,
): (ColumnEncoder | TargetFit)[] {
  switch (role) {
    case 'number':
      return [{ kind: 'number', column: name, ...numberFormOf(sample!) }]
    case 'category':
      return [fitCategory(name, summary, rows, choicesIn(options))]
    case 'text':
      return [fitText(name, texts.get(name)!)]
    case 'date':
      return [{ kind: 'date', column: name, ...dateFormOf(summary.dates!, givenDateOrder(options)) }]
    case 'vector':
      return [{ kind: 'vector', column: name, length: usualLength(summary.lengths!) }]
    case 'list':
    case 'label':
    case 'item':
    case 'position':
    case 'weight':
    case 'ignored':
      return []
  }
}

/** The terms of the columns of text, by their names. */
function* fittedTexts(
  columns: readonly (ColumnEncoder | FittedColumn)[],
  summaries: Summaries,
): Generator<TableQuestion, ReadonlyMap<string, readonly FittedTerms[]>, TableAnswers[TableQuestion['op']]> {
  const texts = columns.flatMap((column) => {
    if ('kind' in column || column.role !== 'text') return []
    const choices = choicesIn(column.options)
    const { terms } = summaries.get(column.name)!
    return [{ name: column.name, chosen: termKindsOf(choices).map((kind) => chooseTerms(kind, terms![kind]!, choices)) }]
  })
  if (texts.length === 0) return new Map()
  const met = yield* ask({ op: 'terms', columns: texts })
  return new Map(
    texts.map(({ name, chosen }, text) => {
      const { terms } = summaries.get(name)!
      return [name, chosen.map((each, place) => ({ chosen: each, counts: terms![each.kind]!, met: met[text][place] }))]
    }),
  )
}

/** So many show whether queries have words of a column. */
const enoughQueries = 500

interface ComparedPair {
  readonly query: string
  readonly column: string
}

/**
 * Pairs of a query and a column of which one at least has categories, where many queries have a word of the column: a brand, a colour, a kind. Which columns
 * are queries, the rows tell: those with one text in each list. Queries have several words, now and then.
 */
function categoryPairs(
  { list, ids }: AskedTable,
  found: readonly { readonly name: string; readonly role: TableRole | 'id'; readonly sample: ColumnSample }[],
): readonly ComparedPair[] {
  const columns = found.flatMap(({ name, role, sample }) => {
    const texts = [...sample.texts.keys()]
    return role === 'category' || role === 'text' ? [{ name, isCategory: role === 'category', texts }] : []
  })
  if (!columns.some(({ isCategory }) => isCategory)) return []
  const queries = [{ name: list, isCategory: false, texts: ids }, ...columns]
    .map((query) => ({ ...query, texts: query.texts.slice(0, enoughQueries) }))
    .filter(({ texts }) => looksTyped(texts))
  return queries.flatMap((query) =>
    columns
      .filter((column) => column.name !== query.name && (column.isCategory || query.isCategory) && shareWords(query.texts, column.texts))
      .map((column) => ({ query: query.name, column: column.name })),
  )
}

/** Pairs of columns that are compared. */
class Matches {
  private readonly table: AskedTable
  private readonly columns: ColumnEncoder[]
  private readonly summaries: Summaries

  constructor(table: AskedTable, columns: ColumnEncoder[], summaries: Summaries) {
    this.table = table
    this.columns = columns
    this.summaries = summaries
  }

  /** The pairs that are given, or the usual ones: queries with texts, and these pairs besides. */
  wanted(match: readonly string[] | undefined, besides: readonly ComparedPair[]): readonly MatchEncoder[] {
    if (match !== undefined) return match.length === 1 && match[0] === 'none' ? [] : match.map((pair) => this.pair(pair))
    const texts = this.columns.filter(({ kind }) => kind === 'text').map(({ column }) => column)
    const sources = this.columns.filter(({ kind }) => kind === 'source').map(({ column }) => column)
    const queries = [...(looksTyped(this.table.ids) ? [this.table.list] : []), ...sources]
    const pairs = queries.flatMap((query) => texts.map((column) => ({ query, column })))
    return [...pairs, ...besides].map(({ query, column }) => this.words(query, column))
  }

  words(query: string, name: string): MatchEncoder {
    const { file, raw } = this.table
    if (!raw.includes(name)) throw tableError({ code: 'match-without-text', at: { file }, column: name, columns: raw })
    return fitWordMatch(query, name, this.summaries.get(name)!.terms!.words!)
  }

  /** `query~title`. */
  private pair(pair: string): MatchEncoder {
    const [query, column, ...rest] = pair.split('~')
    const at = { file: this.table.file }
    if (column === undefined || rest.length > 0) throw tableError({ code: 'match-not-a-pair', at, found: pair })
    for (const name of [query, column]) this.requireSource(name)
    return this.isVector(query) && this.isVector(column) ? { kind: 'cosine', query, column } : this.words(query, column)
  }

  private isVector(name: string): boolean {
    const names = this.columns.map(({ column }) => column)
    return this.columns.some((each) => each.column === name && each.kind === 'vector') || vectorParts(names, name).length > 0
  }

  /** A column that is compared and is no feature is kept for that alone. */
  private requireSource(name: string): void {
    const { table, columns } = this
    if (vectorParts(table.order, name).length > 0) return
    if (name === table.list || columns.some(({ column }) => column === name)) return
    const names = [table.list, ...table.raw]
    if (!names.includes(name))
      throw tableError({ code: 'unknown-column', at: { file: table.file }, option: 'match', found: name, columns: names })
    columns.push({ kind: 'source', column: name })
  }
}

/** The columns of plain numbers that are parts of vectors, and the names of these. */
export function plainVectors(order: readonly string[], raw: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Set(raw)
  const names = order.filter((name) => !texts.has(name))
  const heads = names.filter((name) => name.endsWith('_0')).map((name) => name.slice(0, -2))
  return new Map(heads.flatMap((vector) => vectorParts(names, vector).map((place) => [names[place], vector] as const)))
}

/** What the columns of encoders are for that follow from the rows. Numbers, vectors and the texts of queries stay as they are. */
const roleAgain: Partial<Record<ColumnEncoder['kind'], TableRole>> = {
  'one-hot': 'category',
  codes: 'category',
  target: 'category',
  hashed: 'category',
  text: 'text',
  date: 'date',
}

/** The cells of a column that were looked at, by their texts. */
function sampleOf(cells: readonly (string | number | null)[]): ColumnSample {
  const sample = new SampledCells()
  for (const cell of cells) sample.add(cell ?? undefined)
  return sample
}

/** The options of encoders that were given. */
function givenFitting(options: EncoderOptions): EncoderOptions {
  const names = Object.keys(encoderOptions) as (keyof EncoderOptions)[]
  return Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]))
}

function choicesIn({ categoryEncoding, oneHot, buckets, textFeatures, words, dateOrder, open = false }: FitOptions) {
  return { ...resolveOptions(encoderOptions, { categoryEncoding, oneHot, buckets, textFeatures, words, dateOrder }), open }
}
