/** The formats of data files, and how to recognise them. */
import { bytes, oneOf, text } from '../../arguments/shapes.ts'
import { lenientText } from '../text/utf8.ts'

interface FormatRow {
  /** What messages call it. */
  readonly name: string
  /** The endings of its files; the files that we write have the first. */
  readonly endings: readonly string[]
  /** Whether its columns have names, so that one can say which of them is the list, the label and the item. */
  readonly table: boolean
  readonly written: boolean
}

const formats = {
  letor: {
    name: 'LETOR',
    endings: ['txt', 'letor', 'svm', 'svmlight', 'dat', 'train', 'test', 'vali'],
    table: false,
    written: true,
  },
  csv: { name: 'CSV', endings: ['csv'], table: true, written: true },
  tsv: { name: 'TSV', endings: ['tsv', 'tab'], table: true, written: true },
  jsonl: { name: 'JSON lines', endings: ['jsonl', 'ndjson'], table: true, written: true },
  parquet: { name: 'Parquet', endings: ['parquet'], table: true, written: true },
  cifar: { name: 'CIFAR-10', endings: [], table: false, written: false },
} as const satisfies Readonly<Record<string, FormatRow>>

type Formats = typeof formats

export type FileFormat = keyof Formats

export const fileFormats = Object.keys(formats) as readonly FileFormat[]

/** The formats that lists can be written in. */
export type WrittenFormat = { [Format in FileFormat]: Formats[Format]['written'] extends true ? Format : never }[FileFormat]

export const writtenFormats: readonly WrittenFormat[] = fileFormats.filter((format): format is WrittenFormat => formats[format].written)

export function isWritten(format: FileFormat): format is WrittenFormat {
  oneOf(...fileFormats)('format', format)
  return formats[format].written
}

/** The ending of the files that we write in this format. */
export function endingOf(format: WrittenFormat): string {
  oneOf(...writtenFormats)('format', format)
  return formats[format].endings[0]
}

/** The names of the formats that are tables, as messages list them. */
export const namesOfTables: readonly string[] = fileFormats.filter((format) => formats[format].table).map((format) => formats[format].name)

const byEnding: ReadonlyMap<string, FileFormat> = new Map(
  fileFormats.flatMap((format) => formats[format].endings.map((ending) => [ending, format] as const)),
)

/** The format that a file's name announces; `.gz` may follow the ending. */
export function formatOfName(name: string): FileFormat | undefined {
  text('name', name)
  const ending = name.replace(/\.gz$/i, '').match(/\.([^./\\]+)$/)?.[1]
  return ending === undefined ? undefined : byEnding.get(ending.toLowerCase())
}

/** The format that the first bytes of a file, decompressed, look like. */
export function formatOfContent(head: Uint8Array): FileFormat | undefined {
  bytes('head', head)
  const start = lenientText(head)
  if (start.startsWith('PAR1')) return 'parquet'
  if (start.includes('\0')) return undefined
  const line = start.split(/\r?\n/).find((each) => each.trim() !== '' && !/^\s*#/.test(each))
  if (line === undefined) return undefined
  if (/^\s*\{/.test(line)) return 'jsonl'
  if (/^\s*\[\s*(?:[{[]|$)/.test(line)) return undefined // a JSON array
  if (/^\s*\S+[ \t]+(qid:\S*|\d+:\S+)([ \t]|$)/.test(line)) return 'letor'
  if (line.includes('\t')) return 'tsv'
  if (/[,;|]/.test(line)) return 'csv'
  return undefined
}

/** What says in a Parquet file that it holds ranking lists and was written here. */
export const parquetMark = 'rankwright ranking lists'

/** The same in Parquet files with scores. */
export const scoresMark = 'rankwright scores of lists'
