/** The formats of data files, and how to recognise them. */
import { lenientText } from '../text/utf8.ts'

export const fileFormats = ['letor', 'csv', 'tsv', 'jsonl', 'parquet', 'cifar'] as const
export type FileFormat = (typeof fileFormats)[number]

const byExtension: Readonly<Record<string, FileFormat>> = {
  txt: 'letor',
  letor: 'letor',
  svm: 'letor',
  svmlight: 'letor',
  dat: 'letor',
  train: 'letor',
  test: 'letor',
  vali: 'letor',
  csv: 'csv',
  tsv: 'tsv',
  jsonl: 'jsonl',
  parquet: 'parquet',
}

/** The format that a file's name announces; `.gz` may follow the extension. */
export function formatOfName(name: string): FileFormat | undefined {
  const extension = name.replace(/\.gz$/i, '').match(/\.([^./\\]+)$/)?.[1]
  return extension === undefined ? undefined : byExtension[extension.toLowerCase()]
}

/** The format that the first bytes of a file, decompressed, look like. */
export function formatOfContent(head: Uint8Array): FileFormat | undefined {
  const text = lenientText(head)
  if (text.startsWith('PAR1')) return 'parquet'
  if (text.includes('\0')) return undefined
  const line = text.split(/\r?\n/).find((each) => each.trim() !== '' && !/^\s*#/.test(each))
  if (line === undefined) return undefined
  if (/^\s*\{/.test(line)) return 'jsonl'
  if (/^\s*\S+[ \t]+(qid:\S*|\d+:\S+)([ \t]|$)/.test(line)) return 'letor'
  if (line.includes('\t')) return 'tsv'
  if (line.includes(',')) return 'csv'
  return undefined
}
