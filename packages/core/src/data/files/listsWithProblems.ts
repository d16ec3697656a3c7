import { requireArguments } from '../../arguments/shapes.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { mostProblems, ProblemLog } from '../../problems/problemLog.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { rowCollector } from '../lists/rowCollector.ts'
import { type ByteSource, joinedBytes } from '../sources/byteSource.ts'
import { type FormatReaders, filesShapes, listsFrom, type ReadListsOptions, readingShapes } from './listsFrom.ts'
import { listsFromFiles, type OpenSource } from './listsFromFiles.ts'

export interface ReadWithProblems {
  /** The rows that could be read. */
  readonly lists: RankingLists
  /** The first hundred problems. */
  readonly problems: readonly Problem[]
  /** How many there are in all. */
  readonly problemCount: number
}

/**
 * Reads a source to its end, or to where it is cut off, and leaves faulty rows out. Of gzip data that is cut off,
 * the lines before the break are read, as far as they can be had: nearly all where the input can be read a second time, else those that were
 * unpacked before the break was met.
 */
export async function listsWithProblemsFrom(
  source: ByteSource,
  options: ReadListsOptions,
  readers: FormatReaders,
): Promise<ReadWithProblems> {
  requireArguments({ source, options, readers }, readingShapes)
  let broken: BrokenGzipProblem | undefined
  const bytes = () => wholeLines(source.bytes(), (problem) => (broken = problem))
  try {
    const first = await gathered({ ...source, bytes, close: leaveOpen }, options, readers)
    if (broken === undefined) return first
    const { at } = broken
    if (at.line === 1) return { ...nothing, problems: [broken], problemCount: 1 }
    const again = source.salvaged && (() => linesBefore(at.line, source.salvaged!()))
    const { lists, problems, problemCount } = again
      ? await gathered({ ...source, bytes: again, close: leaveOpen }, options, readers)
      : first
    return { lists, problems: [...problems.slice(0, mostProblems - 1), broken], problemCount: problemCount + 1 }
  } finally {
    await source.close()
  }
}

/** The same for several inputs, read as if they were one. Of gzip data that is cut off, the lines that were unpacked before are read. */
export async function filesWithProblems(
  files: readonly OpenSource[],
  options: ReadListsOptions,
  readers: FormatReaders,
): Promise<ReadWithProblems> {
  requireArguments({ files, options, readers }, filesShapes)
  if (files.length === 1) return listsWithProblemsFrom(await files[0](), options, readers)
  const broken: Problem[] = []
  const mended = files.map((open) => async (): Promise<ByteSource> => {
    const source = await open()
    return { ...source, bytes: () => wholeLines(source.bytes(), (problem) => broken.push(problem)) }
  })
  const { lists, problems, problemCount } = await logged((logging) => listsFromFiles(mended, { ...options, ...logging }, readers))
  return {
    lists,
    problems: [...problems.slice(0, mostProblems - broken.length), ...broken].slice(0, mostProblems),
    problemCount: problemCount + broken.length,
  }
}

type BrokenGzipProblem = Extract<Problem, { code: 'broken-gzip' }> & { readonly at: { readonly line: number } }

const nothing: ReadWithProblems = { lists: rowCollector().finish(), problems: [], problemCount: 0 }

async function leaveOpen(): Promise<void> {}

async function gathered(source: ByteSource, options: ReadListsOptions, readers: FormatReaders): Promise<ReadWithProblems> {
  return logged((logging) => listsFrom(source, { ...options, ...logging }, readers))
}

async function logged(read: (logging: Pick<ReadListsOptions, 'onProblem'>) => Promise<RankingLists>): Promise<ReadWithProblems> {
  const log = new ProblemLog()
  try {
    const lists = await read({ onProblem: (problem) => log.add(problem) })
    return { lists, problems: log.problems, problemCount: log.count }
  } catch (error) {
    // What ends the reading itself: an archive that is broken from the start, a header that cannot be understood.
    if (!(error instanceof RankwrightError)) throw error
    const kept = [...log.problems.slice(0, mostProblems - error.problems.length), ...error.problems]
    return { lists: nothing.lists, problems: kept, problemCount: log.count + error.problems.length }
  }
}

/** If gzip data is cut off, calls `onBroken` and ends after the last complete line. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>, onBroken: (problem: BrokenGzipProblem) => void): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = []
  let line = 1
  try {
    for await (const chunk of chunks) {
      const end = chunk.lastIndexOf(10) + 1
      if (end > 0) {
        for (let feed = chunk.indexOf(10); feed >= 0; feed = chunk.indexOf(10, feed + 1)) line++
        if (begun.length > 0) yield joinedBytes(begun)
        yield chunk.subarray(0, end)
        begun = []
      }
      if (end < chunk.length) begun.push(chunk.slice(end))
    }
    yield joinedBytes(begun)
  } catch (error) {
    const problem = error instanceof RankwrightError ? error.problems[0] : undefined
    if (problem?.code !== 'broken-gzip') throw error
    const column = begun.reduce((length, part) => length + part.length, 1)
    onBroken({ ...problem, at: { line, column, ...problem.at } })
  }
}

async function* linesBefore(line: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let at = 1
  for await (const chunk of chunks) {
    let end = 0
    while (at < line && end < chunk.length) {
      const lineEnd = chunk.indexOf(10, end)
      end = lineEnd < 0 ? chunk.length : lineEnd + 1
      if (lineEnd >= 0) at++
    }
    yield chunk.subarray(0, end)
    if (at >= line) return
  }
}
