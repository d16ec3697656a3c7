import {
  chooseFeatures,
  type FileFormat,
  fileFormats,
  formatOfContent,
  formatOfName,
  type Problem,
  type RankingLists,
  RankwrightError,
  rowCollector,
} from '@rankwright/core'
import { type OpenedSource, openSource, type SourceOptions } from './byteSource.ts'
import type { FormatReader, ReadListsOptions } from './formatReader.ts'
import { readCifar } from './readCifar.ts'
import { readLetor } from './readLetor.ts'

/** Reads judged lists from a file, or from standard input for `-`. The first faulty row is thrown as a RankwrightError. */
export async function readLists(path: string, options: ReadListsOptions = {}): Promise<RankingLists> {
  return read(path, options)
}

export interface ReadWithProblems {
  /** The rows that could be read. */
  readonly lists: RankingLists
  /** The first hundred problems. */
  readonly problems: readonly Problem[]
  /** How many there are in all. */
  readonly problemCount: number
}

/** Reads a file to its end, or up to where it breaks off, whatever is wrong with it, leaving faulty rows out. */
export async function readListsWithProblems(path: string, options: ReadListsOptions = {}): Promise<ReadWithProblems> {
  const whole = await tolerantly(path, options)
  const broken = whole.problems.at(-1)
  if (broken?.area !== 'data' || broken.code !== 'broken-gzip' || broken.at.line === undefined || broken.at.line === 1) return whole
  const { lists, problems, problemCount } = await tolerantly(path, options, broken.at.line)
  return { lists, problems: [...problems.slice(0, mostProblems - 1), broken], problemCount: problemCount + 1 }
}

const mostProblems = 100

async function tolerantly(path: string, options: ReadListsOptions, beforeLine?: number): Promise<ReadWithProblems> {
  const problems: Problem[] = []
  let problemCount = 0
  const onProblem = (problem: Problem) => {
    problemCount++
    if (problems.length < mostProblems) problems.push(problem)
  }
  try {
    const lists = await read(path, { ...options, ...(beforeLine !== undefined && { beforeLine }) }, onProblem)
    return { lists, problems, problemCount }
  } catch (error) {
    // What ends the reading itself: a broken archive, a header that cannot be understood.
    if (!(error instanceof RankwrightError)) throw error
    problemCount += error.problems.length
    const told = [...problems.slice(0, mostProblems - error.problems.length), ...error.problems]
    return { lists: rowCollector().finish(), problems: told, problemCount }
  }
}

async function read(
  path: string,
  options: ReadListsOptions & Pick<SourceOptions, 'beforeLine'>,
  onProblem?: (problem: Problem) => void,
): Promise<RankingLists> {
  const source = await openSource(path, options)
  try {
    const format = options.format ?? formatOfName(path) ?? formatOfContent(source.head) ?? (await unknownFormat(source))
    const reader = await readerOf(format)
    if (format !== 'letor' && format !== 'cifar') return await reader(source, options, onProblem)
    const idle = columnOptions.find((option) => options[option] !== undefined)
    if (idle !== undefined) {
      const needs = `tables (CSV, TSV, JSON lines, Parquet), and ${path} is ${format}`
      throw new RankwrightError({ area: 'option', code: 'option-without-effect', option: idle, needs })
    }
    return chooseFeatures(await reader(source, options, onProblem), options, path)
  } finally {
    await source.close()
  }
}

async function unknownFormat({ name, head, bytes }: OpenedSource): Promise<never> {
  const at = { file: name, line: 1, column: 1 }
  if (head.length > 0) throw new RankwrightError({ area: 'data', code: 'unknown-format', at, formats: fileFormats })
  // Either there is nothing, or it is compressed and broken from the start: reading on tells.
  for await (const chunk of bytes()) if (chunk.length > 0) break
  throw new RankwrightError({ area: 'data', code: 'no-rows', at })
}

/** Options that name columns other than features, which only tables have. */
const columnOptions = ['list', 'label', 'item'] as const satisfies (keyof ReadListsOptions)[]

/** Readers of tables are loaded when they are first needed. */
async function readerOf(format: FileFormat): Promise<FormatReader> {
  switch (format) {
    case 'letor':
      return readLetor
    case 'cifar':
      return readCifar
    case 'csv':
      return (await import('./readTable.ts')).readCsv
    case 'tsv':
      return (await import('./readTable.ts')).readTsv
    case 'jsonl':
      return (await import('./readTable.ts')).readJsonLines
    case 'parquet':
      return (await import('./readTable.ts')).readParquet
  }
}
