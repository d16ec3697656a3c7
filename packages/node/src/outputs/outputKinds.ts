/**
 * What outputs hold, and how a file that is there already is recognised as the same. The rule: its first megabyte, unpacked, reads as what is to
 * be written, or has the mark that we write. Anything else stays, unless the caller insists.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { RankwrightError } from '@rankwright/core'
import { type NamedColumns, parquetMark, parseQrels, parseRun, parseScores, readsAsLists, scoresMark } from '@rankwright/core/data'
import { modelFormat, statisticsFormat } from '@rankwright/core/models'
import { type FoundFile, foundFile } from './foundFile.ts'
import { isMatrixPair, type MatrixPair } from './matrixPair.ts'

interface KindRow {
  /** What messages call it. */
  readonly called: string
  /** How its name must end, where the name says how it is written; `.gz` may follow. Any name fits where it is left out. */
  readonly endings?: readonly string[]
  /** How its name must not end, because readers would take it for something else. */
  readonly notEndings?: readonly string[]
  is(file: FoundFile): boolean
}

const number = '[-+.\\deE]+'

/** Files that are read by their names. */
const named = ['.csv', '.tsv', '.jsonl', '.parquet', '.obo', '.owl', '.rdf', '.xml', '.ttl', '.nt', '.npy', '.svg', '.html']

const kinds = {
  model: { called: 'a model', notEndings: named, is: (file) => documentIn(file) === 'model' },
  stream: { called: 'the state of a stream', is: (file) => documentIn(file) === 'stream' },
  statistics: { called: 'statistics', is: (file) => documentIn(file) === 'statistics' },
  schema: { called: 'the schema of a table', is: begins(/^\s*\{\s*"format"\s*:\s*"rankwright-schema"/) },
  data: { called: 'a data file', is: isData },
  packed: { called: 'packed lists', is: begins(/^RWPACK1\n/) },
  scores: { called: 'a file of scores', is: isScores },
  scoresTable: {
    called: 'a table of scores',
    is: (file) => isMarkedParquet(file, scoresMark) || begins(/^list,place,(?:[^\n]*,)?score\n/)(file),
  },
  matrix: { called: 'a table of similarities', endings: ['.csv', '.tsv', '.npy'], is: isTextMatrix },
  run: { called: 'a run', is: (file) => parses(file, (lines) => parseRun('', lines)) },
  qrels: { called: 'relevance judgments', is: (file) => parses(file, (lines) => parseQrels('', lines)) },
  ranklib: {
    called: 'a model for RankLib',
    is: begins(
      new RegExp(
        `^## Linear Regression\\n(?:## [^\\n]*\\n)*0:${number}(?: \\d+:${number})*(?: \\d*:?)?\\n?$|^## LambdaMART\\n## written by rankwright`,
      ),
    ),
  },
  elasticsearch: {
    called: 'a model for Elasticsearch',
    is: begins(
      /^\{\s*"model"\s*:\s*\{\s*"name"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"model"\s*:\s*\{\s*"type"\s*:\s*"model\/(?:linear|xgboost\+json)"/,
    ),
  },
  solr: {
    called: 'a model for Solr',
    is: begins(/^\{\s*"class"\s*:\s*"org\.apache\.solr\.ltr\.model\.(?:LinearModel|MultipleAdditiveTreesModel)"/),
  },
  lightgbm: { called: 'a model of LightGBM', is: begins(/^tree\nversion=v\d+\n/) },
  xgboost: { called: 'a model of XGBoost', is: begins(/^\{"learner":\{/) },
  sql: { called: 'a model in SQL', is: begins(/^-- A ranking model of the method "(?:[^"\\]|\\.)*", written by rankwright\./) },
  c: { called: 'a model in C', is: begins(/^\/\* A ranking model of the method "(?:[^"\\]|\\.)*", written by rankwright\./) },
  js: {
    called: 'a model in JavaScript',
    is: begins(/^\/\/ A ranking model of the method "(?:[^"\\]|\\.)*", written by rankwright\./),
  },
  types: {
    called: 'the types of a model in JavaScript',
    is: begins(/^\/\/ Types of a ranking model of the method "(?:[^"\\]|\\.)*", written by rankwright\./),
  },
  // The version of the format, and the name of the program that wrote it.
  onnx: { called: 'a model in ONNX', is: (file) => textOf(file).startsWith('\b\b\x12\nrankwright') },
  svg: { called: 'a picture in SVG', endings: ['.svg'], is: begins(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/) },
  report: { called: 'a report', endings: ['.html', '.htm'], is: begins(/^<!doctype html>\n<!-- A report, written by rankwright\. -->/) },
  /** Not looked at. */
  anything: { called: 'a file', is: () => true },
} as const satisfies Readonly<Record<string, KindRow>>

export type OutputKind = keyof typeof kinds

export const outputKinds = Object.keys(kinds) as readonly OutputKind[]

/** What an output holds: one of the kinds, lists with columns of these names, what an earlier run wrote, or one of the two files of a matrix. */
export type OutputContent = OutputKind | { readonly lists: NamedColumns } | Headed | { readonly pair: MatrixPair }

/** A file of an earlier run, seen from its first line, or from that of another file of the run. */
interface Headed {
  readonly firstLine: string
  readonly of?: string
}

export function callContent(content: OutputContent): string {
  if (typeof content === 'string') return kinds[content].called
  if ('lists' in content) return kinds.data.called
  return 'pair' in content ? 'a matrix with its ids beside it' : 'a file that an earlier run wrote'
}

/** What is known of a kind, its name among it; undefined for what an earlier run wrote. */
export function kindRow(content: OutputContent): KindRow | undefined {
  if (typeof content === 'string') return kinds[content]
  return 'lists' in content ? kinds.data : undefined
}

export function isOfKind(content: OutputContent, file: FoundFile): boolean {
  if (typeof content === 'string') return kinds[content].is(file)
  if ('lists' in content) return isData(file, content.lists)
  return 'pair' in content ? isMatrixPair(content.pair) : isHeaded(content, file)
}

function isHeaded({ firstLine, of }: Headed, file: FoundFile): boolean {
  const headed = of === undefined ? file : statSync(of, { throwIfNoEntry: false })?.isFile() ? foundFile(of) : undefined
  return headed !== undefined && textOf(headed).split(/\r?\n/, 1)[0] === firstLine
}

/** What a file seems to be, for a message. */
export function seemsToBe(file: FoundFile): string {
  if (documentIn(file) === 'newer') return 'a file of a newer version of rankwright'
  if (isCounts(file)) return 'whole numbers, which may be sizes of lists'
  const found = Object.values(kinds).find(({ called, is }) => called !== kinds.anything.called && is(file))
  return found?.called ?? 'something else'
}

/** Which document of ours it is, by its first lines, as we write them. */
function documentIn(file: FoundFile): 'model' | 'stream' | 'statistics' | 'newer' | undefined {
  const start = Buffer.from(file.block.subarray(0, 300)).toString('utf8')
  const parts = /^\s*\{\s*"format"\s*:\s*"([^"]+)"\s*,\s*"version"\s*:\s*(\d+)\s*,(?:\s*"kind"\s*:\s*"([^"]+)")?/.exec(start)
  if (parts === null) return undefined
  const [, format, version, kind] = parts
  const known = [modelFormat, statisticsFormat].find((each) => each.format === format)
  if (known === undefined) return undefined
  if (Number(version) > known.version) return 'newer'
  if (known === statisticsFormat) return 'statistics'
  return kind === 'stream' ? 'stream' : 'model'
}

/** Lists as we write them; tables with the names of columns that are usual, or those that are given. */
function isData(file: FoundFile, columns?: NamedColumns): boolean {
  return readsAsLists(file.block, file.whole, columns) || isMarkedParquet(file, parquetMark)
}

/** The mark stands near the end of the file. */
function isMarkedParquet({ path, block }: FoundFile, mark: string): boolean {
  if (Buffer.from(block.subarray(0, 4)).toString('latin1') !== 'PAR1') return false
  const size = statSync(path).size
  const end = Buffer.alloc(Math.min(size, 4096))
  const file = openSync(path, 'r')
  try {
    readSync(file, end, 0, end.length, size - end.length)
  } finally {
    closeSync(file)
  }
  return end.includes(mark) && end.toString('latin1').endsWith('PAR1')
}

/** Numbers that may be the sizes of lists, as LightGBM keeps them, are taken for such: to lose them would be worse than to ask. */
function isScores(file: FoundFile): boolean {
  return parses(file, (lines) => parseScores('', lines).length > 0) && !isCounts(file)
}

function isCounts(file: FoundFile): boolean {
  return parses(file, (lines) => {
    const numbers = parseScores('', lines)
    return numbers.length > 0 && numbers.every((each) => Number.isInteger(each) && each > 0)
  })
}

/** The heading names the terms, and each row begins with the next of them. */
function isTextMatrix(file: FoundFile): boolean {
  const [heading, ...rows] = Buffer.from(linesOf(file)).toString('utf8').split('\n')
  const separator = heading.startsWith('term\t') ? '\t' : ','
  if (!heading.startsWith(`term${separator}`)) return false
  const cells = heading.match(separator === ',' ? /(?<=,)(?:"(?:[^"]|"")*"|[^,]*)/g : /(?<=\t)(?:"(?:[^"]|"")*"|[^\t]*)/g) ?? []
  return rows.every((row, place) => {
    if (row === '') return place === rows.length - 1
    const values = row.slice((cells[place] ?? '').length).split(separator)
    return (
      row.startsWith(`${cells[place]}${separator}`) &&
      values.length === cells.length + 1 &&
      values.every((each) => !Number.isNaN(Number(each)))
    )
  })
}

/** Whether the complete lines can be read and, if the reader says so, are what is wanted. */
function parses(file: FoundFile, read: (lines: Uint8Array) => unknown): boolean {
  try {
    return read(linesOf(file)) !== false
  } catch (error) {
    if (error instanceof RankwrightError) return false
    throw error
  }
}

function linesOf({ block, whole }: FoundFile): Uint8Array {
  return whole ? block : block.subarray(0, block.lastIndexOf(10) + 1)
}

function begins(pattern: RegExp): (file: FoundFile) => boolean {
  return (file) => pattern.test(textOf(file))
}

function textOf({ block }: FoundFile): string {
  return Buffer.from(block.buffer, block.byteOffset, block.length).toString('utf8')
}
