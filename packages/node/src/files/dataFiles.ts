import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { oneOf, options as optionsShape, requireArguments, texts } from '@rankwright/core/arguments'
import { formatOfName } from '@rankwright/core/data'
import { isStandardInput } from '../outputs/openFile.ts'
import { fileFailure } from './fileFailure.ts'
import { foldParts, partOfFold } from './folds.ts'
import { matchesPattern } from './matchesPattern.ts'
import { statusOf } from './statusOf.ts'

/** Which file of a fold is meant by its folder. */
export interface DataFilesOptions {
  readonly part?: 'train' | 'vali' | 'test'
}

const takesOptions = optionsShape({ part: oneOf(...foldParts) })

/**
 * The data files that paths stand for, in the order given: a file for itself, a folder for the data files in it, the folder of a fold for
 * its `part`, and a pattern such as `Fold1/S*.txt` for the files with such names, in the order of their names. `**` stands for any folders.
 * A path that leads nowhere is given back, so that whoever reads it says what is wrong.
 */
export async function dataFiles(paths: readonly string[], options: DataFilesOptions = {}): Promise<string[]> {
  requireArguments({ paths, options }, { paths: texts, options: takesOptions })
  const found: string[] = []
  for (const path of paths) found.push(...(await filesOf(path, options.part)))
  const seen = new Set<string>()
  for (const file of found) {
    const whole = isStandardInput(file) ? file : resolve(file)
    if (seen.has(whole)) throw new RankwrightError({ area: 'data', code: 'file-given-twice', at: { file } })
    seen.add(whole)
  }
  return found
}

async function filesOf(path: string, part: DataFilesOptions['part']): Promise<readonly string[]> {
  if (isStandardInput(path) || path === '') return [path]
  const there = statusOf(path)
  if (there?.isDirectory()) return filesIn(path, part)
  if (there !== undefined || !/[*?[]/.test(path)) return [path]
  const matching: string[] = []
  for (const file of (await matchingPaths(path)).sort()) {
    if ((await stat(file)).isDirectory()) matching.push(...(await filesIn(file, part)))
    else matching.push(file)
  }
  if (matching.length === 0) throw new RankwrightError({ area: 'data', code: 'nothing-matches', at: { file: path } })
  return matching
}

/** The part of a fold that is asked for, or all data files of a folder; those of folders in it are not looked for. */
async function filesIn(folder: string, part: DataFilesOptions['part']): Promise<readonly string[]> {
  const entries = (await entriesOf(folder)).filter(({ name }) => !/^[._]/.test(name))
  const names = entries.map(({ name }) => name).sort()
  const ofFold = foldParts.flatMap((each) => partOfFold(names, each) ?? [])
  if (part !== undefined && ofFold.length > 1) {
    const file = partOfFold(names, part)
    if (file !== undefined) return [join(folder, file)]
  }
  const files = entries
    .filter((entry) => !entry.isDirectory() && formatOfName(entry.name) !== undefined && !/^(?:readme|licen[cs]e)\b/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
  if (files.length === 0 || ofFold.length > 1)
    throw new RankwrightError({ area: 'data', code: 'folder-without-data', at: { file: folder }, found: names })
  return files.map((name) => join(folder, name))
}

/** The paths that a pattern stands for. */
async function matchingPaths(pattern: string): Promise<string[]> {
  const parts = (sep === '\\' ? pattern.replaceAll('\\', '/') : pattern).split('/')
  const start = parts[0] === '' ? '/' : ''
  return walk(
    start,
    parts.filter((part) => part !== ''),
  )
}

async function walk(folder: string, [part, ...rest]: readonly string[]): Promise<string[]> {
  if (part === undefined) return [folder]
  if (!/[*?[]/.test(part)) {
    const path = join(folder, part)
    const there = statusOf(path)
    return there === undefined ? [] : walk(path, rest)
  }
  const found: string[] = part === '**' ? await walk(folder, rest) : []
  for (const entry of await entriesOf(folder === '' ? '.' : folder)) {
    const { name } = entry
    const path = join(folder, name)
    if (part === '**') {
      if (entry.isDirectory() && !name.startsWith('.')) found.push(...(await walk(path, [part, ...rest])))
    } else if (matchesPattern(name, part) && (rest.length === 0 || isFolder(path))) found.push(...(await walk(path, rest)))
  }
  return found
}

function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() === true
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    throw fileFailure('cannot-read', folder, error)
  }
}
